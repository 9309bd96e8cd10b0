import { describe, expect, it } from 'vitest';
import { HandleType, Kind, Phase, REQ_BASE, ReqType } from '../src/trace/schema';
import { Store } from '../src/trace/store';
import { callback, frame, poll } from './records';
import type { Fields } from './records';

const fs = REQ_BASE + ReqType.Fs;

function stored(...parts: Fields[][]): Store {
  const store = new Store();
  store.append(frame(parts.flat()));
  return store;
}

function spansOf(list: { n: number; begin: Float64Array; end: Float64Array }): number[][] {
  return Array.from({ length: list.n }, (_, i) => [list.begin[i], list.end[i]]);
}

describe('pairing', () => {
  it('joins begins and ends, lane by lane', () => {
    const { index } = stored(poll(0, 40, 1), callback(40, 5, Phase.Poll, 1), callback(45, 2, Phase.Check, 1), poll(50, 10, 2));
    expect(spansOf(index.polls)).toEqual([[0, 40], [50, 60]]);
    expect(spansOf(index.callbacks[Phase.Poll])).toEqual([[40, 45]]);
    expect(spansOf(index.callbacks[Phase.Check])).toEqual([[45, 47]]);
    expect([...index.counts]).toEqual([0, 0, 0, 0, 0, 1, 1, 0]);
    expect(index.iteration).toBe(2);
    expect([...index.iters.numbers.seq.subarray(0, index.iters.n)]).toEqual([1, 2]);
  });

  it('keeps what has not ended open, across frames', () => {
    const store = stored(poll(0, 40, 1).slice(0, 1));
    expect(store.index.polls.isOpen).toBe(true);
    expect(store.index.phase).toBe(Phase.Poll);
    store.append(frame(poll(0, 40, 1).slice(1), { first: 1 }));
    expect(store.index.polls.isOpen).toBe(false);
    expect(spansOf(store.index.polls)).toEqual([[0, 40]]);
  });

  it('gives a callback inside a callback no span of its own, but counts it', () => {
    const inner = callback(12, 3, Phase.Timers, 1).slice(1, 3);
    const [begin, cb, end, phaseEnd] = callback(10, 10, Phase.Timers, 1);
    const { index } = stored([begin, cb, ...inner, end, phaseEnd]);
    expect(spansOf(index.callbacks[Phase.Timers])).toEqual([[10, 20]]);
    expect(index.counts[Phase.Timers]).toBe(2);
  });

  it('puts pool work on the lane of its worker, with the request it was', () => {
    const at = { id: 9, type: fs };
    const { index } = stored([
      { ...at, t: 10, kind: Kind.ReqSubmit, lane: 2 },
      { t: 15, kind: Kind.Output, status: 1 },
      { ...at, t: 12, kind: Kind.ReqStart, lane: 3 },
      { ...at, t: 14, kind: Kind.ReqDone, lane: 3 },
    ]);
    expect(index.pool.map((p) => spansOf(p.spans))).toEqual([[], [], [[12, 14]]]);
    expect(index.pool[2].submits.seq[0]).toBe(1); // the first record, plus 1
    expect(index.queued.size).toBe(0);
  });

  it('says what waits: queued requests, active handles, closing ones', () => {
    const timer = { id: 1, type: HandleType.Timer };
    const store = stored([
      { ...timer, kind: Kind.HandleStart },
      { ...timer, kind: Kind.HandleStart },
      { id: 2, type: HandleType.Idle, kind: Kind.HandleStart },
      { id: 9, type: fs, kind: Kind.ReqSubmit, lane: 2 },
    ]);
    const { index } = store;
    expect([index.waiting[Phase.Timers], index.waiting[Phase.Idle], index.queued.size, index.requests]).toEqual([1, 1, 1, 1]);
    store.append(frame([{ ...timer, kind: Kind.HandleClose }, { id: 9, type: fs, kind: Kind.ReqDone }], { first: 4 }));
    expect([index.waiting[Phase.Timers], index.waiting[Phase.Closing], index.queued.size, index.requests]).toEqual([0, 1, 0, 0]);
    store.append(frame(callback(5, 1, Phase.Closing, 1, timer), { first: 6 }));
    expect(index.waiting[Phase.Closing]).toBe(0);
  });

  it('knows a timer that is over from one that repeats', () => {
    const once = { id: 1, type: HandleType.Timer };
    const again = { id: 2, type: HandleType.Timer };
    const { index } = stored(
      [{ ...once, kind: Kind.HandleStart, value: 100 }, { ...again, kind: Kind.HandleStart, value: 100 }],
      [{ ...again, t: 100, kind: Kind.HandleStart, value: 200 }],
      callback(100, 5, Phase.Timers, 1, once), callback(105, 5, Phase.Timers, 1, again),
    );
    expect(index.waiting[Phase.Timers]).toBe(1);
  });

  it('survives ends without begins, and unknown kinds, phases and types', () => {
    const { index, count } = stored([
      { kind: Kind.CallbackEnd }, { kind: Kind.PollEnd }, { kind: Kind.ReqDone, lane: 1 }, { kind: Kind.PhaseEnd },
      { kind: 250, phase: 99, type: 200 }, { kind: Kind.CallbackBegin, phase: 99 }, { kind: Kind.CallbackEnd, phase: 99 },
    ]);
    expect(count).toBe(7);
    expect(index.polls.n).toBe(0);
    expect(index.pool[0].spans.n).toBe(0);
  });

  it('never lets a span overlap the one before, whatever the times', () => {
    const { index } = stored(callback(100, 50, Phase.Poll, 1), callback(120, 10, Phase.Poll, 1));
    expect(spansOf(index.callbacks[Phase.Poll])).toEqual([[100, 150], [150, 150]]);
  });
});

describe('resuming and gaps', () => {
  const ten: Fields[] = Array.from({ length: 10 }, (_, i) => ({ t: i * 10, iter: 1, kind: Kind.Output, value: i, status: 1 }));

  it('passes over what it has', () => {
    const store = new Store();
    store.append(frame(ten.slice(0, 6)));
    store.append(frame(ten.slice(3), { first: 3 }));
    expect(store.count).toBe(10);
    expect(store.index.marks.n).toBe(10);
    expect(store.gaps).toEqual([]);
  });

  it('shows a gap as a gap, whether the frame says so or not', () => {
    for (const header of [{ first: 7, gapFrom: 4 }, { first: 7 }]) {
      const store = new Store();
      store.append(frame(ten.slice(0, 4)));
      store.append(frame(ten.slice(7), header));
      expect(store.gaps).toEqual([{ from: 4, to: 7, count: 3, t0: 30, t1: 70 }]);
      expect(store.missing()).toEqual({ from: 4, to: 7 });
      expect(store.read(5)).toBeUndefined();
      expect(store.read(7)?.value).toBe(7);
      expect([store.seqOfRow(4), store.rowOfSeq(7)]).toEqual([7, 4]);
    }
  });

  it('counts what came before the first record that it got', () => {
    const store = new Store();
    store.append(frame(ten, { first: 200_000, gapFrom: 0 }));
    expect(store.gaps[0]).toMatchObject({ from: 0, to: 200_000 });
    expect(store.read(200_003)?.value).toBe(3);
  });

  it('is whole again after the gap was filled', () => {
    const whole = new Store();
    const records = [...poll(0, 10, 1), ...callback(10, 5, Phase.Poll, 1), ...poll(20, 10, 2), ...callback(30, 5, Phase.Poll, 2)];
    whole.append(frame(records));
    const store = new Store();
    store.append(frame(records.slice(0, 3)));
    store.append(frame(records.slice(9), { first: 9, gapFrom: 3 }));
    expect(store.index.polls.n).not.toBe(whole.index.polls.n);
    store.fill([frame(records.slice(3, 9), { first: 3 })]);
    expect(store.gaps).toEqual([]);
    expect(spansOf(store.index.polls)).toEqual(spansOf(whole.index.polls));
    expect(spansOf(store.index.callbacks[Phase.Poll])).toEqual(spansOf(whole.index.callbacks[Phase.Poll]));
    expect(store.head).toBe(whole.head);
  });

  it('ends at a gap what may have ended inside of it', () => {
    const store = new Store();
    store.append(frame(poll(0, 10, 1).slice(0, 1)));
    store.append(frame(poll(500, 10, 9), { first: 50, gapFrom: 1 }));
    expect(spansOf(store.index.polls)).toEqual([[0, 0], [500, 510]]);
  });

  it('draws what the loop itself lost as a gap that nobody can fill', () => {
    const store = stored([...poll(0, 10, 1), { t: 30, kind: Kind.Dropped, value: 12_480 }]);
    expect(store.gaps).toEqual([{ from: 2, to: 2, count: 12_480, t0: 10, t1: 30 }]);
    expect(store.missing()).toBeUndefined();
  });

  it('lets go of the oldest records past its bound, and says so', () => {
    const store = new Store(1 << 20);
    const many = Array.from({ length: 1 << 18 }, (_, i) => ({ t: i, iter: 1, kind: Kind.Output }));
    for (let k = 0; k < 5; k++) store.append(frame(many, { first: k << 18 }));
    expect(store.count).toBeLessThanOrEqual(1 << 20);
    expect(store.head).toBe(5 << 18);
    expect(store.gaps[0]).toMatchObject({ from: 0, to: store.tail });
    expect(store.missing()).toBeUndefined();
    expect(store.index.marks.n).toBe(store.count);
  });
});

describe('size', () => {
  it('holds a million records in 64 MB', () => {
    const records: Fields[] = [];
    // One iteration of an echo server: poll, one event, two callbacks.
    for (let i = 0; records.length < 65536; i++) {
      const t = i * 1000;
      records.push(...poll(t, 300, i), { t: t + 300, iter: i, kind: Kind.Event }, ...callback(t + 300, 200, Phase.Poll, i), ...callback(t + 600, 100, Phase.Check, i));
    }
    const store = new Store();
    for (let first = 0; first < 1_000_000; first += records.length) store.append(frame(records, { first }));
    expect(store.count).toBeGreaterThanOrEqual(1_000_000);
    expect(store.bytes).toBeLessThanOrEqual(64e6);
  });
});
