import { describe, expect, it } from 'vitest';
import { callbackTitle, pollEnd, pollLabel, pollReason, sentence, shortPlace, whyNow } from '../src/explain';
import { bytes, duration, grouped, idName, short } from '../src/format';
import { problemOf } from '../src/net/api';
import { checkModule } from '../src/net/wasmcheck';
import { statusOf } from '../src/status';
import type { Facts } from '../src/status';
import { callbackOf, causes, endOf } from '../src/trace/causes';
import type { RunState } from '../src/trace/decode';
import type { Rec } from '../src/trace/columns';
import { Ended, HandleType, Kind, Phase, REQ_BASE, ReqType, Why } from '../src/trace/schema';
import { Store } from '../src/trace/store';
import { callback, frame } from './records';
import { scrollTo, windowOf } from '../src/ui/virtual';

const labels = { label: (i: number) => ['', 'server', 'read'][i] ?? '' };
const none: Rec = { seq: 0, t: 0, id: 0, cause: 0, iter: 0, status: 0, value: 0, label: 0, loop: 0, kind: 0, phase: 0, type: 0, lane: 0 };
const rec = (r: Partial<Rec>): Rec => ({ ...none, ...r });

describe('numbers', () => {
  it('are written for people', () => {
    expect([0, 999, 1500, 37e6, 412_000_000, 1.25e9, 150e9, Infinity].map(duration)).toEqual(['0 ns', '999 ns', '1.5 µs', '37 ms', '412 ms', '1.25 s', '2 min 30 s', 'forever']);
    expect([999_600, 999_700_000].map(duration)).toEqual(['1 ms', '1 s']);
    expect([7, 1204, 12_480, 1_000_000].map(grouped)).toEqual(['7', '1,204', '12,480', '1,000,000']);
    expect([999, 1200, 31_400, 2_500_000].map(short)).toEqual(['999', '1.2k', '31.4k', '2.5M']);
    expect([1, 5, 16 << 20].map(bytes)).toEqual(['1 byte', '5 bytes', '16 MiB']);
    expect([7, (2 << 24) | 7].map(idName)).toEqual(['#7', '#7.2']);
  });
});

describe('why poll waits', () => {
  it.each([
    [{ lane: Why.Timer, id: 7, value: 37e6 }, 'Poll may block 37 ms because timer #7 is due then.'],
    [{ lane: Why.Timer, id: 7 }, 'Poll does not block: timer #7 is already due.'],
    [{ lane: Why.Forever, value: Infinity, status: 2 }, 'Poll may block without a timeout: no timer is set, and 2 watchers can wake it.'],
    [{ lane: Why.Forever, value: Infinity }, 'Poll may block without a timeout: no timer is set, and only an async send or the pool can wake it.'],
    [{ lane: Why.Idle }, 'Poll does not block: idle handles are active, and they want the next iteration at once.'],
    [{ lane: Why.Closing }, 'Poll does not block: handles are closing.'],
    [{ lane: 200, value: 5e6 }, 'Poll has a timeout of 5 ms.'],
  ])('%o', (begin, want) => {
    expect(pollReason(rec({ kind: Kind.PollBegin, ...begin }))).toBe(want);
  });

  it('says what ended it, long and short', () => {
    const begin = rec({ lane: Why.Timer, id: 7, value: 40e6 });
    const end = (lane: number, status = 0) => rec({ t: 37e6, lane, status });
    expect(pollEnd(begin, end(Ended.Events, 2))).toBe('It took 37 ms and ended with 2 events.');
    expect(pollEnd(begin, end(Ended.Timeout))).toBe('It ended after 37 ms, when the time was up.');
    expect(pollEnd(begin, end(Ended.Wake))).toBe('It ended after 37 ms, woken by an async send or by the pool.');
    expect([end(Ended.Timeout), end(Ended.Events, 1), end(Ended.Wake), undefined].map((e) => pollLabel(begin, e))).toEqual(['37 ms: timer #7', '37 ms: 1 event', '37 ms: woken', '≤ 40 ms: timer #7']);
  });
});

describe('callbacks and other records', () => {
  const fs = REQ_BASE + ReqType.Fs;
  it.each([
    [{ id: 7, type: HandleType.Timer, phase: Phase.Timers, value: 3e6 }, 'timer #7, 3 ms late'],
    [{ id: 7, type: HandleType.Timer, phase: Phase.Timers, value: 1000 }, 'timer #7'],
    [{ id: 3, type: HandleType.Tcp, label: 1, value: 64, phase: Phase.Poll }, 'tcp #3 (server), 64 bytes'],
    [{ id: 12, type: fs, label: 2, status: -2, phase: Phase.Poll }, 'fs read #12: ENOENT: no such file or directory'],
    [{ id: 3, type: HandleType.Tcp, phase: Phase.Closing }, 'tcp #3 closed'],
  ])('%o', (r, want) => {
    expect(callbackTitle(rec({ kind: Kind.CallbackBegin, ...r }), labels)).toBe(want);
  });

  it('has a sentence for every kind, and for kinds to come', () => {
    for (const kind of [...Object.values(Kind), 200]) {
      const text = sentence(rec({ kind, id: 3, type: HandleType.Tcp, lane: 1, value: 1 }), labels);
      expect(text).toMatch(/^[A-Z1].*\.$/);
      expect(text).not.toMatch(/undefined|NaN/);
    }
  });

  it('says where a line was written', () => {
    expect(shortPlace(rec({ iter: 14, phase: Phase.Poll }))).toBe('it 14 · poll');
    expect(shortPlace(rec({}))).toBe('it 0 · start');
  });
});

describe('causes', () => {
  const fs = { id: 12, type: REQ_BASE + ReqType.Fs, label: 2 };
  const store = new Store();
  store.setLabels(1, ['server', 'read']);
  store.append(frame([
    { kind: Kind.GuestBegin, t: 0 },
    { kind: Kind.ReqSubmit, t: 1e6, cause: 1, lane: 2, ...fs },
    { kind: Kind.ReqStart, t: 2e6, cause: 1, lane: 2, ...fs },
    { kind: Kind.ReqDone, t: 10.1e6, cause: 1, lane: 2, ...fs },
    ...callback(10.2e6, 1e6, Phase.Poll, 2, { cause: 2, ...fs }),
    { kind: Kind.Output, cause: 9000, t: 12e6, iter: 2 },
  ]));

  it('follows a callback back to the call that armed it', () => {
    const chain = causes(store, 5);
    expect(chain.end).toBe('complete');
    expect(chain.links.map((r) => r.seq)).toEqual([5, 3, 2, 1, 0]);
    expect(whyNow(chain, store)).toBe('start of the guest (start), 1 ms later → fs read #12 given to the pool, 1 ms later → pool worker 2, 8.1 ms later → fs read #12 done, by worker 2 → this, 10.2 ms after the first of them.');
  });

  it('stops where the trace was lost, and says so', () => {
    expect(causes(store, 8)).toMatchObject({ end: 'lost' });
    expect(whyNow(causes(store, 8), store)).toBe('Its cause is not on this page.');
    expect(causes(store, 999)).toEqual({ links: [], end: 'lost' });
    expect(whyNow(causes(store, 0), store)).toMatch(/begins/);
  });

  it('ends on a chain without an end', () => {
    const long = new Store();
    long.append(frame(Array.from({ length: 200 }, (_, i) => ({ cause: i > 0 ? 1 : 0 }))));
    expect(causes(long, 199)).toMatchObject({ end: 'long' });
    expect(causes(long, 199).links.length).toBe(64);
  });

  it('finds the end of a begin, and the callback around a record', () => {
    expect(endOf(store, store.read(5)!)?.seq).toBe(6);
    expect(endOf(store, store.read(2)!)?.seq).toBe(3);
    expect(endOf(store, store.read(8)!)).toBeUndefined();
    expect(callbackOf(store, store.read(6)!)?.seq).toBe(5);
    expect(callbackOf(store, store.read(8)!)).toBeUndefined();
  });
});

describe('status', () => {
  const run = (r: Partial<RunState>): RunState => ({ status: 'running', pausedAt: null, exit: null, iterations: 41, ns: 810e6, denied: [], ...r });
  const facts: Facts = { run: run({}), conn: 'open', retryIn: 0, upload: null, poll: null, silentMs: 0, iteration: 12, eventsPerSecond: 31_000, labels };
  const exit = { code: 0, reason: 'exited', message: '', try: '', waited: true };
  const text = (f: Partial<Facts>) => statusOf({ ...facts, ...f }).text;

  it.each<[string, Partial<Facts>]>([
    ['Ready', { run: null, conn: 'none' }],
    ['Uploading 61 %', { upload: 0.619 }],
    ['Running · it 1,204 · 31k ev/s', { iteration: 1204 }],
    ['Blocked in poll · ≤ 37 ms (timer #7)', { silentMs: 80, poll: rec({ lane: Why.Timer, id: 7, value: 37e6 }) }],
    ['Running · it 12 · 31k ev/s', { silentMs: 5, poll: rec({ lane: Why.Timer, id: 7, value: 37e6 }) }],
    ['Blocked in poll · no timeout, waiting for 2 watchers', { poll: rec({ lane: Why.Forever, value: Infinity, status: 2 }) }],
    ['In one callback for 3 s', { silentMs: 3100 }],
    ['Paused before check · it 14', { run: run({ status: 'paused', pausedAt: { phase: Phase.Check, iteration: 14, kind: 'phase', id: 0, type: 0 } }) }],
    ['Paused before timer #7 in timers · it 14', { run: run({ status: 'paused', pausedAt: { phase: Phase.Timers, iteration: 14, kind: 'callback', id: 7, type: HandleType.Timer } }) }],
    ['Finished · 41 iterations · exit 0', { run: run({ status: 'finished', exit }) }],
    ['Stopped at iteration 41', { run: run({ status: 'stopped' }) }],
    ['Crashed · it 41', { run: run({ status: 'crashed' }) }],
    ['Connection lost, retrying in 2 s', { conn: 'lost', retryIn: 1.6 }],
    ['Server not reachable', { conn: 'gone' }],
    ['Finished · 41 iterations · exit 0', { conn: 'gone', run: run({ status: 'finished', exit }) }],
  ])('%s', (want, f) => {
    expect(text(f)).toBe(want);
  });

  it('says that a guest never waited', () => {
    const s = statusOf({ ...facts, run: run({ status: 'finished', ns: 3e6, exit: { ...exit, waited: false } }) });
    expect(s.more).toBe('Finished in 3 ms; it never waited, so the loop had nothing to show.');
  });
});

describe('files before they are sent', () => {
  const max = 16 << 20;
  const wasm = [0, 0x61, 0x73, 0x6d];
  const check = (head: number[] | string, size = 100) => checkModule('x.wasm', size, typeof head === 'string' ? new TextEncoder().encode(head) : Uint8Array.from(head), max);

  it('takes a core module', () => {
    expect(check([...wasm, 1, 0, 0, 0])).toBeNull();
  });

  it.each<[string, number[] | string, number, RegExp]>([
    ['a component', [...wasm, 0x0d, 0, 1, 0], 100, /component.*WASI 0\.2/],
    ['another version', [...wasm, 2, 0, 0, 0], 100, /version 2/],
    ['a truncated one', [...wasm, 1], 5, /ends after 5 bytes/],
    ['nothing', [], 0, /empty/],
    ['too much', [...wasm, 1, 0, 0, 0], 100 << 20, /100 MiB; 16 MiB at most/],
    ['text', 'console.log("hé")', 100, /is text/],
    ['WAT', ';; a comment\n(module)', 100, /WebAssembly text/],
    ['a page', '<!DOCTYPE html>', 100, /web page/],
    ['gzip', [0x1f, 0x8b, 8], 100, /gzip/],
    ['a native program', [0x7f, 0x45, 0x4c, 0x46], 100, /native program/],
    ['noise', [1, 2, 3, 200], 100, /not WebAssembly/],
  ])('refuses %s, with what to try', (_, head, size, what) => {
    const problem = check(head, size);
    expect(problem?.what).toMatch(what);
    expect(problem?.where).toBe('x.wasm');
    expect(problem?.try).not.toBe('');
  });
});

describe('server errors', () => {
  it('are told as they are, or with where they came from', () => {
    expect(problemOf('{"error":{"what":"a","where":"b","try":"c"}}', 422, '/x')).toEqual({ what: 'a', where: 'b', try: 'c' });
    expect(problemOf('<html>', 502, '/x')).toMatchObject({ what: 'The server refused (HTTP 502)', where: '/x' });
  });
});

describe('long lists', () => {
  it('make the rows in sight, and reach the last of a million', () => {
    const w = windowOf(100, 240, 240);
    expect([w.first, w.last, w.height]).toEqual([4, 26, 2400]);
    const rows = 1_000_000;
    const at = scrollTo(rows - 1, rows, 240);
    const end = windowOf(rows, at, 240);
    expect(end.height).toBeLessThanOrEqual(16_000_000);
    expect(end.last).toBe(rows);
    expect(end.top + (rows - end.first) * 24).toBeCloseTo(at + 240, 0);
  });
});
