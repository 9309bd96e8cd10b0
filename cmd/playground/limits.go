package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop"
)

// limits are the flags that bound a guest, and those that set up its loop.
type limits struct {
	memory             string
	stack              string
	fuel, callbackFuel int64
	fuelRate           int64
	handles            int
	timeout            time.Duration
	pool               int
	order              string
	virtual            bool
	seed               uint64
}

func (l *limits) register(f *pflag.FlagSet) {
	f.StringVar(&l.memory, "max-memory", "1GiB", "most linear memory the guest may have: `SIZE` such as 64MiB")
	f.StringVar(&l.stack, "max-stack", "16MiB", "how deep the guest's calls may be, as `SIZE` of their frames")
	f.IntVar(&l.handles, "max-handles", 0, "most handles the guest may have open (default a million)")
	f.DurationVar(&l.timeout, "timeout", 0, "end the guest after this `TIME`, such as 5s")
	f.Int64Var(&l.fuel, "fuel", 0, "end the guest after it has computed `N` units; a unit is about a machine instruction, 1000000000 some 0.3 s")
	f.Int64Var(&l.callbackFuel, "callback-fuel", 0, "end the guest when one callback has computed `N` units")
	f.Int64Var(&l.fuelRate, "fuel-rate", 0, "let the guest compute `N` units a second; what it has used over that it sleeps off")
	f.IntVar(&l.pool, "pool", 0, "workers of the thread pool, 1 to 1024 (default 4, or UV_THREADPOOL_SIZE)")
	f.StringVar(&l.order, "order", "current", "where timers run: `current` (libuv 1.45 and later) or 1.44")
	f.BoolVar(&l.virtual, "virtual-time", false, "let the loop's clock jump instead of waiting for timers")
	f.Uint64Var(&l.seed, "seed", 0, "`NUMBER` that begins the guest's random bytes under --virtual-time, where they are the same in every run")
}

// apply checks the limits and puts them into the spec. poolEnv is
// UV_THREADPOOL_SIZE, which the flag overrides.
func (l *limits) apply(spec *run.Spec, poolEnv string) error {
	spec.Limits = host.RunLimits()
	memory, err := parseSize(l.memory)
	if err != nil {
		return fmt.Errorf("--max-memory %s: %w", l.memory, err)
	}
	spec.Limits.Memory = memory
	if spec.Limits.Stack, err = parseSize(l.stack); err != nil {
		return fmt.Errorf("--max-stack %s: %w", l.stack, err)
	}
	if err := l.applyFuel(&spec.Limits); err != nil {
		return err
	}
	if l.handles < 0 {
		return fmt.Errorf("--max-handles %d: write a number from 1", l.handles)
	}
	if l.handles > 0 {
		spec.Limits.Handles = l.handles
	}
	if l.timeout < 0 {
		return fmt.Errorf("--timeout %s: write a time above 0", l.timeout)
	}
	spec.Timeout = l.timeout
	if spec.Order, err = parseOrder(l.order); err != nil {
		return err
	}
	spec.Virtual, spec.Seed = l.virtual, l.seed
	spec.PoolSize, err = l.poolSize(poolEnv)
	return err
}

func (l *limits) applyFuel(limits *host.Limits) error {
	for _, f := range []struct {
		name string
		n    int64
		to   *int64
	}{{"fuel", l.fuel, &limits.Fuel}, {"callback-fuel", l.callbackFuel, &limits.CallbackFuel}, {"fuel-rate", l.fuelRate, &limits.FuelPerSecond}} {
		if f.n < 0 {
			return fmt.Errorf("--%s %d: write a number from 1", f.name, f.n)
		}
		if f.n > 0 {
			*f.to = f.n
		}
	}
	return nil
}

func (l *limits) poolSize(env string) (int, error) {
	if l.pool != 0 {
		if l.pool < 1 || l.pool > 1024 {
			return 0, fmt.Errorf("--pool %d: write a number from 1 to 1024", l.pool)
		}
		return l.pool, nil
	}
	// As libuv reads it: what is no number is 1, and it is bounded silently.
	if env == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(env)
	if err != nil {
		n = 1
	}
	return min(max(n, 1), 1024), nil
}

func parseOrder(s string) (loop.Order, error) {
	switch s {
	case "current":
		return loop.OrderCurrent, nil
	case "1.44":
		return loop.Order144, nil
	}
	return 0, fmt.Errorf("--order %s: write current or 1.44", s)
}

// parseSize reads a number of bytes with an optional unit: KiB, MiB, GiB (also
// k, m and g, with or without b).
func parseSize(s string) (int64, error) {
	digits := strings.TrimRight(s, "KkMmGgiIBb ")
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("write a number of bytes, or one with KiB, MiB or GiB")
	}
	unit := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(strings.TrimSpace(s[len(digits):])), "b"), "i")
	shift, ok := map[string]int{"": 0, "k": 10, "m": 20, "g": 30}[unit]
	if !ok {
		return 0, fmt.Errorf("write a number of bytes, or one with KiB, MiB or GiB")
	}
	if n > 1<<62>>shift {
		return 0, fmt.Errorf("that is more than there can be")
	}
	return n << shift, nil
}
