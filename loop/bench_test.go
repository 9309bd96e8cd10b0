//go:build unix

package loop

import (
	"testing"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// withAndWithoutTrace runs a benchmark on a loop without and with a recorder.
func withAndWithoutTrace(b *testing.B, f func(b *testing.B, l *Loop)) {
	for _, traced := range []bool{false, true} {
		b.Run(map[bool]string{false: "untraced", true: "traced"}[traced], func(b *testing.B) {
			var rec *trace.Recorder
			if traced {
				rec = trace.NewRecorder(trace.Options{MaxBytes: 1 << 20})
			}
			l, err := New(Options{Trace: rec})
			must(b, err)
			b.ReportAllocs()
			f(b, l)
			b.StopTimer()
			if rec != nil {
				b.ReportMetric(float64(rec.Written())/float64(b.N), "records/op")
			}
			closeAll(l)
			run(b, l)
			must(b, l.Close())
		})
	}
}

// One operation is one timer that is started, fires and is started again, of
// 1000 at once.
func BenchmarkTimers(b *testing.B) {
	withAndWithoutTrace(b, func(b *testing.B, l *Loop) {
		n := 0
		for i := range uint64(1000) {
			tm := l.NewTimer()
			var cb func()
			cb = func() {
				if n++; n < b.N {
					_ = tm.StartMs(cb, i%2, 0)
				}
			}
			must(b, tm.StartMs(cb, 0, 0))
		}
		b.ResetTimer()
		for n < b.N {
			_, err := l.Run(uv.RunNoWait)
			must(b, err)
		}
	})
}

// One operation is one timer started and stopped among a million others: the
// heap's cost.
func BenchmarkMillionTimers(b *testing.B) {
	l, err := New(Options{})
	must(b, err)
	rnd := uint64(1)
	for range 1_000_000 {
		rnd = rnd*6364136223846793005 + 1442695040888963407
		must(b, l.NewTimer().StartMs(func() {}, 1_000_000+rnd>>44, 0))
	}
	tm := l.NewTimer()
	b.ReportAllocs()
	for b.Loop() {
		rnd = rnd*6364136223846793005 + 1442695040888963407
		_ = tm.StartMs(func() {}, 1_000_000+rnd>>44, 0)
		_ = tm.Stop()
	}
}

// One operation is one iteration with an idle handle.
func BenchmarkIdleIterations(b *testing.B) {
	withAndWithoutTrace(b, func(b *testing.B, l *Loop) {
		idle, n := l.NewIdle(), 0
		must(b, idle.Start(func() {
			if n++; n == b.N {
				_ = idle.Stop()
			}
		}))
		b.ResetTimer()
		run(b, l)
	})
}

// One operation is one round trip between two loops on two goroutines.
func BenchmarkAsyncPingPong(b *testing.B) {
	withAndWithoutTrace(b, func(b *testing.B, l *Loop) {
		other, err := New(Options{})
		must(b, err)
		var ping, pong *Async
		n := 0
		ping = l.NewAsync(func() {
			if n++; n == b.N {
				_ = ping.Close(nil)
			}
			pong.Send()
		})
		m := 0
		pong = other.NewAsync(func() {
			if m++; m == b.N {
				_ = pong.Close(nil)
				return
			}
			ping.Send()
		})
		done := make(chan error)
		go func() {
			_, err := other.Run(uv.RunDefault)
			done <- err
		}()
		b.ResetTimer()
		ping.Send()
		run(b, l)
		must(b, <-done)
		must(b, other.Close())
	})
}

// One operation is 64 bytes there and back between two streams of one loop.
func BenchmarkTCPEcho(b *testing.B) {
	withAndWithoutTrace(b, func(b *testing.B, l *Loop) {
		var step func()
		pair(b, l, func(client, peer *TCP) { step = pingPong(b, l, &client.Stream, &peer.Stream) })
		for step == nil {
			_, err := l.Run(uv.RunOnce)
			must(b, err)
		}
		b.ResetTimer()
		for range b.N {
			step()
		}
	})
}

// One operation is one read of 4 KiB from a file by the pool.
func BenchmarkFileRead(b *testing.B) {
	withAndWithoutTrace(b, func(b *testing.B, l *Loop) {
		var r FSReq
		must(b, l.FSOpen(&r, nil, "bench_test.go", 0, 0, nil))
		fd := int(r.Result)
		bufs := [][]byte{make([]byte, 4096)}
		n := 0
		var next func()
		next = func() {
			if n++; n <= b.N {
				_ = l.FSRead(&r, fd, bufs, 0, next)
			}
		}
		b.ResetTimer()
		next()
		run(b, l)
		must(b, l.FSClose(&r, fd, nil))
	})
}
