package main

var hostingProgram = program{goPath: "bench/cmd/hosting"}

func hostingServiceSuite(s scale) suite {
	n := s.ops(2000)
	return suite{
		name: "hosting-service", unit: "request", cores: 2, valuesOnly: true,
		about: "A Go service answers a request each millisecond and allocates 64 KiB for it, so that the collector runs. " +
			"Beside it, in its own process, a plugin computes for ever. " +
			"Goals: p99 within 5 ms; the plugin gone within 50 ms of being told to stop.",
		contenders: []contender{
			{name: "no plugin", role: peer, program: hostingProgram, args: args("service", n, 0)},
			{name: "a spinning plugin", program: hostingProgram, args: args("service", n, 1)},
			{name: "two spinning plugins", program: hostingProgram, args: args("service", n, 2)},
		},
	}
}

func hostingTimersSuite(s scale) suite {
	n := s.ops(200)
	return suite{
		name: "hosting-timers", unit: "timer", cores: 2, valuesOnly: true,
		about: "Eight guests have a timer of 10 ms; told is how late their callbacks begin. " +
			"Goal: p99 within 10 ms while two other guests compute for ever on two cores.",
		contenders: []contender{
			{name: "no spinning guest", role: peer, program: hostingProgram, args: args("timers", n, 0)},
			{name: "two spinning guests", program: hostingProgram, args: args("timers", n, 2)},
		},
	}
}
