// Guests that nobody prepared for the occasion: made here, and uploaded as a
// visitor would.

import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import wabt from 'wabt';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..');
const run = promisify(execFile);

/** A folder of guests, removed at the end. */
export class Guests {
  static async make() {
    const g = new Guests();
    g.dir = await mkdtemp(path.join(tmpdir(), 'loopground-guests-'));
    return g;
  }

  async write(name, bytes) {
    const file = path.join(this.dir, name);
    await writeFile(file, bytes);
    return file;
  }

  async wat(name, source) {
    return this.write(name, await assemble(source));
  }

  /** A sample's module under another name. */
  async sample(sample, name) {
    const packed = await readFile(path.join(ROOT, 'samples', 'built', sample, 'module.wasm.gz'));
    return this.write(name, await promisify(gunzip)(packed));
  }

  /** A timer, a TCP echo server with its client, and a file read, compiled by Go from here. */
  async visitor(name) {
    const sdk = path.join(ROOT, 'guest', 'go');
    const source = await readFile(path.join(ROOT, 'samples', 'go', 'mixed', 'main.go'), 'utf8');
    await this.write('main.go', source.replace('"/data"', '"/demo"')); // what an upload may read
    await this.write('go.mod', `module visitor\n\ngo 1.24\n\nrequire github.com/loopground/loopground/guest/go v0.0.0\n\nreplace github.com/loopground/loopground/guest/go => ${sdk}\n`);
    const env = { ...process.env, GOOS: 'wasip1', GOARCH: 'wasm', CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '', GOPROXY: 'off' };
    await run('go', ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', name, '.'], { cwd: this.dir, env });
    return path.join(this.dir, name);
  }

  /** A file that is large and takes no space; it begins like a module. */
  async huge(name, bytes) {
    const file = await this.write(name, Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    const f = await open(file, 'r+');
    await f.truncate(bytes);
    await f.close();
    return file;
  }

  async remove() {
    await rm(this.dir, { recursive: true, force: true });
  }
}

async function assemble(source) {
  const module = (await wabt()).parseWat('guest.wat', source);
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

/** A reactor whose timer prints "tick 1", "tick 2" … and is closed at the last; 0: never. */
export function ticker({ everyMs, ticks }) {
  return `(module
  (import "uv_preview1" "timer_init" (func $timer_init (param i32 i64) (result i32)))
  (import "uv_preview1" "timer_start" (func $timer_start (param i32 i64 i64) (result i32)))
  (import "uv_preview1" "close" (func $close (param i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "tick 0\\n")
  (data (i32.const 32) "closed\\n")
  (global $n (mut i32) (i32.const 0))
  (func $print (param $text i32)
    (i32.store (i32.const 0) (local.get $text))
    (i32.store (i32.const 4) (i32.const 7))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_initialize")
    (drop (call $timer_start (call $timer_init (i32.const 0) (i64.const 5)) (i64.const ${everyMs}) (i64.const ${everyMs}))))
  (func (export "uv_dispatch") (param $kind i32) (param $id i32) (param $cookie i64) (param $status i64) (result i64)
    (if (i32.eq (local.get $kind) (i32.const 7))
      (then (call $print (i32.const 32)) (return (i64.const 0))))
    (global.set $n (i32.add (global.get $n) (i32.const 1)))
    (i32.store8 (i32.const 21) (i32.add (i32.const 48) (i32.rem_u (global.get $n) (i32.const 10))))
    (call $print (i32.const 16))
    (if (i32.eq (global.get $n) (i32.const ${ticks}))
      (then (drop (call $close (local.get $id)))))
    (i64.const 0)))`;
}

/** It wants a function that no host offers. */
export const stranger = `(module
  (import "env" "launch_rockets" (func (param i32)))
  (memory (export "memory") 1)
  (func (export "_start")))`;
