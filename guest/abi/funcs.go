package abi

import "slices"

func p(name string, k Kind) Param            { return Param{Name: name, Kind: k} }
func ps(name string, k Kind, s string) Param { return Param{Name: name, Kind: k, Struct: s} }
func handle() Param                          { return p("handle", ID) }
func cookie() Param                          { return p("cookie", Cookie) }
func initParams(extra ...Param) []Param {
	return append(append([]Param{p("loop", U32)}, extra...), cookie())
}
func reqParams(h string, rest ...Param) []Param {
	return append(append([]Param{p(h, ID)}, rest...), cookie())
}
func path() []Param { return []Param{p("path", In), p("path_len", Len)} }

// onLoop puts the loop of a request before its parameters.
func onLoop(params []Param) []Param { return join([]Param{p("loop", U32)}, params...) }

func join(a []Param, b ...Param) []Param { return append(append([]Param(nil), a...), b...) }

const (
	docInit  = "Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not."
	docReq   = " Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool."
	docDone  = docReq + " With cookie 0 it is done before the call returns, which answers its status; there is no callback."
	docStart = " Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind."
)

// Funcs lists every import, in the order of libuv's documentation.
var Funcs = slices.Concat(loopFuncs, streamFuncs, udpFuncs, fileFuncs, poolFuncs)

var loopFuncs = []Func{
	// loop
	{"run", []Param{p("loop", U32), p("mode", U32)}, I32, "uv_run", "Runs the loop in a mode (0 default, 1 once, 2 nowait) and answers 1 if it is still alive, else 0. Errors: EBUSY inside a callback of the same loop, at a callback depth of 8, and in the module's start function, EINVAL for an unknown mode.", true},
	{"stop", []Param{p("loop", U32)}, I32, "uv_stop", "Makes run return at the next iteration's edge.", false},
	{"alive", []Param{p("loop", U32)}, I32, "uv_loop_alive", "Answers 1 if active and ref'd handles, active requests, pending callbacks or closing handles exist.", false},
	{"now", []Param{p("loop", U32)}, I64, "uv_now", "The loop's cached time in ms.", false},
	{"update_time", []Param{p("loop", U32)}, I32, "uv_update_time", "Reads the clock into the loop's cached time.", false},
	{"hrtime", nil, I64, "uv_hrtime", "The clock in ns, from an arbitrary start.", false},
	{"loop_init", nil, I32, "uv_loop_init", "Makes a further loop and answers its number, from 1. It belongs to the guest's one thread: it may run inside a callback of another. Errors: EMFILE at the limit of loops.", false},
	{"loop_close", []Param{p("loop", U32)}, I32, "uv_loop_close", "Frees the loop and its number; loop 0 stays, and answers 0 when nothing is open. Errors: EBUSY while a handle or request is open, or while it runs.", false},
	{"loop_hold", []Param{p("loop", U32), p("count", U32)}, I32, "uv_loop_alive", "Keeps the loop alive as so many active handles would, until it is called again: for guests that count themselves.", false},
	{"loop_configure", []Param{p("loop", U32), p("option", U32), p("value", I32)}, I32, "uv_loop_configure", "Sets an option: 1 measures idle time. Errors: ENOSYS for others.", false},
	{"idle_time", []Param{p("loop", U32)}, I64, "uv_metrics_idle_time", "How long the loop has waited in poll, in ns; 0 where it is not measured.", false},
	{"metrics_info", []Param{p("loop", U32), ps("metrics", Out, "metrics")}, I32, "uv_metrics_info", "The loop's counters.", false},
	{"backend_timeout", []Param{p("loop", U32)}, I32, "uv_backend_timeout", "The timeout in ms that poll would use now; -1: none.", false},

	// handles
	{"is_active", []Param{handle()}, I32, "uv_is_active", "Answers 1 if the handle is active.", false},
	{"is_closing", []Param{handle()}, I32, "uv_is_closing", "Answers 1 if the handle is closing or closed.", false},
	{"has_ref", []Param{handle()}, I32, "uv_has_ref", "Answers 1 if the handle keeps the loop alive while active.", false},
	{"ref", []Param{handle()}, I32, "uv_ref", "Lets the handle keep the loop alive. Idempotent.", false},
	{"unref", []Param{handle()}, I32, "uv_unref", "Lets the loop end although the handle is active. Idempotent.", false},
	{"close", []Param{handle()}, I32, "uv_close", "Closes the handle; its close callback runs in the closing phase, after the callbacks of its requests (ECANCELED). Errors: EINVAL when it is closing already.", false},
	{"cancel", []Param{p("req", ID)}, I32, "uv_cancel", "Cancels a request that waits for the pool; its callback runs with ECANCELED. Errors: EBUSY when it is being worked on or done, EINVAL for requests that cannot be cancelled.", false},

	// timer
	{"timer_init", initParams(), I32, "uv_timer_init", docInit, false},
	{"timer_start", []Param{handle(), p("timeout", U64), p("repeat", U64)}, I32, "uv_timer_start", "Starts the timer: the callback runs in the timers phase after timeout ms, then every repeat ms (0: once). Counted from the loop's cached time." + docStart, false},
	{"timer_stop", []Param{handle()}, I32, "uv_timer_stop", "Stops the timer.", false},
	{"timer_again", []Param{handle()}, I32, "uv_timer_again", "Restarts a repeating timer with its repeat as timeout. Errors: EINVAL when it was never started.", false},
	{"timer_set_repeat", []Param{handle(), p("repeat", U64)}, I32, "uv_timer_set_repeat", "Sets the repeat in ms, from the next firing on.", false},
	{"timer_get_repeat", []Param{handle()}, I64, "uv_timer_get_repeat", "The repeat in ms.", false},
	{"timer_get_due_in", []Param{handle()}, I64, "uv_timer_get_due_in", "ms until the timer is due; 0 when it is.", false},

	// idle, prepare, check
	{"idle_init", initParams(), I32, "uv_idle_init", docInit, false},
	{"idle_start", []Param{handle()}, I32, "uv_idle_start", "The callback runs once per iteration before prepare, and poll does not block." + docStart, false},
	{"idle_stop", []Param{handle()}, I32, "uv_idle_stop", "Stops the handle.", false},
	{"prepare_init", initParams(), I32, "uv_prepare_init", docInit, false},
	{"prepare_start", []Param{handle()}, I32, "uv_prepare_start", "The callback runs once per iteration, right before poll." + docStart, false},
	{"prepare_stop", []Param{handle()}, I32, "uv_prepare_stop", "Stops the handle.", false},
	{"check_init", initParams(), I32, "uv_check_init", docInit, false},
	{"check_start", []Param{handle()}, I32, "uv_check_start", "The callback runs once per iteration, right after poll." + docStart, false},
	{"check_stop", []Param{handle()}, I32, "uv_check_stop", "Stops the handle.", false},

	// async
	{"async_init", initParams(), I32, "uv_async_init", docInit + " An async handle is active from the start.", false},
	{"async_send", []Param{handle()}, I32, "uv_async_send", "Wakes the loop and has the callback run in the poll phase, once for any number of sends before it.", false},

	// poll
	{"poll_init", initParams(p("fd", I32)), I32, "uv_poll_init", docInit + " The fd is one of the guest's: 0, an end of a pipe or of two sockets. Errors: EBADF, EPERM for a file that cannot be polled, EEXIST when the fd is watched already.", false},
	{"poll_start", []Param{handle(), p("events", U32)}, I32, "uv_poll_start", "Watches for events: 1 readable, 2 writable, 4 disconnect, 8 prioritized. The callback runs in the poll phase, level-triggered; spurious calls are allowed." + docStart, false},
	{"poll_stop", []Param{handle()}, I32, "uv_poll_stop", "Stops watching; callbacks of this poll that have not run yet do not.", false},
}
