import { describe, expect, it } from 'vitest';
import { decodeFrames, FrameError } from '../src/trace/decode';
import { decodeMessage, decodeState } from '../src/trace/messages';
import { Phase } from '../src/trace/schema';
import { frameBytes } from './records';

describe('binary frames', () => {
  it('reads header and records, and several frames one after the other', () => {
    const one = frameBytes([{ t: 5 }, { t: 6 }], { first: 10 });
    const two = frameBytes([{ t: 7 }], { first: 20, gapFrom: 12 });
    const both = new Uint8Array([...new Uint8Array(one), ...new Uint8Array(two)]).buffer;
    const frames = decodeFrames(both);
    expect(frames.map(({ first, count, gapFrom }) => ({ first, count, gapFrom }))).toEqual([
      { first: 10, count: 2, gapFrom: 10 },
      { first: 20, count: 1, gapFrom: 12 },
    ]);
    expect(frames[0].bytes.byteLength).toBe(80);
  });

  it('takes a frame without records', () => {
    expect(decodeFrames(frameBytes([]))[0].count).toBe(0);
    expect(decodeFrames(new ArrayBuffer(0))).toEqual([]);
  });

  const r = [{ t: 1 }];
  it.each([
    ['a wrong magic', frameBytes(r, { magic: 0x1234 }), /LTR1/],
    ['another version', frameBytes(r, { version: 2 }), /version 2/],
    ['unknown flags', frameBytes(r, { flags: 2 }), /flags/],
    ['records of another size', frameBytes(r, { size: 48 }), /48 bytes/],
    ['more records than bytes', frameBytes(r, { count: 2 }), /2 records announced/],
    ['a count that would overflow', frameBytes(r, { count: 0xffffffff }), /announced/],
    ['a sequence number beyond 2^53', frameBytes(r, { first: 2n ** 63n }), /out of range/],
    ['a last record beyond 2^53', frameBytes(r, { first: BigInt(Number.MAX_SAFE_INTEGER) }), /out of range/],
    ['a gap that ends before it begins', frameBytes(r, { first: 3, gapFrom: 4 }), /gap/],
    ['a time of centuries', frameBytes([{ t: 2 ** 60 }]), /time out of range/],
    ['half a header', new ArrayBuffer(20), /header of 20 bytes/],
    ['bytes after the last record', frameBytes(r, { count: 0 }), /./],
  ])('refuses %s', (_, buf, message) => {
    expect(() => decodeFrames(buf)).toThrow(FrameError);
    expect(() => decodeFrames(buf)).toThrow(message);
  });

  it('never throws anything else, whatever the bytes', () => {
    let seed = 7;
    for (let i = 0; i < 2000; i++) {
      const buf = frameBytes([{ t: 1 }, { t: 2 }]);
      const b = new Uint8Array(buf);
      for (let k = 0; k < 4; k++) {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        b[(seed >>> 8) % 40] = seed >>> 24;
      }
      try {
        decodeFrames(buf);
      } catch (e) {
        expect(e).toBeInstanceOf(FrameError);
      }
    }
  });
});

describe('text frames', () => {
  it('reads hello, labels, output and state', () => {
    expect(decodeMessage('{"type":"hello","run":{"id":"ab","name":"mixed","loops":1},"head":9}')).toEqual({ type: 'hello', id: 'ab', name: 'mixed', loops: 1, head: 9 });
    expect(decodeMessage('{"type":"labels","first":1,"labels":["a"]}')).toEqual({ type: 'labels', first: 1, labels: ['a'] });
    expect(decodeMessage('{"type":"output","chunks":[{"offset":3,"stream":2,"text":"x"}]}')).toEqual({ type: 'output', chunks: [{ offset: 3, stream: 2, text: 'x' }] });
    expect(decodeMessage('{"type":"weather"}')).toEqual({ type: 'unknown' });
  });

  it('reads where a run is paused and how it ended', () => {
    const paused = decodeState({ status: 'paused', paused_at: { kind: 'phase', phase: 'check', iteration: 14 }, iterations: 14, ns: 5 });
    expect(paused.pausedAt).toMatchObject({ phase: Phase.Check, iteration: 14 });
    const ended = decodeState({ status: 'finished', iterations: 1, ns: 2, exit: { code: 3, reason: 'exited', waited: false, denied: [{ what: 'listen', flag: '--allow-listen x' }] } });
    expect(ended.exit).toMatchObject({ code: 3, waited: false });
    expect(ended.denied).toEqual([{ what: 'listen', flag: '--allow-listen x' }]);
  });

  it.each([
    'not json', '[]', 'null', '{"type":"hello"}', '{"type":"labels","first":-1,"labels":[]}',
    '{"type":"labels","first":65535,"labels":["a","b"]}', '{"type":"labels","first":0,"labels":[1]}',
    '{"type":"output","chunks":[{"offset":1.5,"text":""}]}', '{"type":"output","chunks":7}',
    '{"type":"state","state":{"status":"dancing"}}', '{"type":"state","state":{"status":"running","ns":-1}}',
  ])('refuses %s', (text) => {
    expect(() => decodeMessage(text)).toThrow(FrameError);
  });
});
