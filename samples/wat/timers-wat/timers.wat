;; Two timers on the bare wire, without an SDK: docs/wire.md has the imports.
(module
  (import "uv_preview1" "timer_init" (func $timer_init (param i32 i64) (result i32)))
  (import "uv_preview1" "timer_start" (func $timer_start (param i32 i64 i64) (result i32)))
  (import "uv_preview1" "close" (func $close (param i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)

  (data (i32.const 16) "fast: 1\n")
  (data (i32.const 32) "slow\n")
  (data (i32.const 48) "closed\n")

  (global $ticks (mut i32) (i32.const 0))

  ;; Cookies tell the timers apart when the host calls back.
  (global $fast i64 (i64.const 1))
  (global $slow i64 (i64.const 2))

  (func $print (param $text i32) (param $bytes i32)
    (i32.store (i32.const 0) (local.get $text)) ;; one iovec at 0, the count of bytes at 8
    (i32.store (i32.const 4) (local.get $bytes))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))

  ;; A reactor: the host calls this once and then runs the loop.
  (func (export "_initialize")
    (drop (call $timer_start (call $timer_init (i32.const 0) (global.get $fast)) (i64.const 100) (i64.const 100)))
    (drop (call $timer_start (call $timer_init (i32.const 0) (global.get $slow)) (i64.const 250) (i64.const 0))))

  ;; Every callback comes through here. Kind 1 is a timer, kind 7 a close.
  (func (export "uv_dispatch") (param $kind i32) (param $id i32) (param $cookie i64) (param $status i64) (result i64)
    (if (i32.eq (local.get $kind) (i32.const 7))
      (then (call $print (i32.const 48) (i32.const 7)) (return (i64.const 0))))
    (if (i64.eq (local.get $cookie) (global.get $slow))
      (then
        (call $print (i32.const 32) (i32.const 5))
        (drop (call $close (local.get $id)))
        (return (i64.const 0))))
    (global.set $ticks (i32.add (global.get $ticks) (i32.const 1)))
    (i32.store8 (i32.const 22) (i32.add (i32.const 48) (global.get $ticks))) ;; the digit in "fast: 1"
    (call $print (i32.const 16) (i32.const 8))
    (if (i32.eq (global.get $ticks) (i32.const 3))
      (then (drop (call $close (local.get $id)))))
    (i64.const 0)))
