import { expect, it } from 'vitest';
import { byteLength, OutputLog, recordOfByte } from '../src/trace/output';
import { Kind } from '../src/trace/schema';
import { Store } from '../src/trace/store';
import { frame } from './records';

const text = (log: OutputLog) => log.lines.map((l) => `${l.stream}@${l.offset} ${l.text}`);

it('cuts output into lines, each stream on its own', () => {
  const log = new OutputLog();
  log.add([
    { offset: 0, stream: 1, text: 'one\ntw' },
    { offset: 6, stream: 2, text: 'oops\n' },
    { offset: 11, stream: 1, text: 'o\r\n' },
  ]);
  expect(text(log)).toEqual(['1@0 one', '1@4 two', '2@6 oops']);
});

it('counts places in bytes, not characters', () => {
  const log = new OutputLog();
  log.add([{ offset: 0, stream: 1, text: 'é€😀\nb\n' }]);
  expect(text(log)).toEqual(['1@0 é€😀', '1@10 b']);
  expect(byteLength('é€😀')).toBe(9);
});

it('takes nothing twice after a reconnect, however it is cut', () => {
  const log = new OutputLog();
  log.add([{ offset: 0, stream: 1, text: 'é1\n' }, { offset: 4, stream: 1, text: '2\n' }]);
  log.add([{ offset: 0, stream: 1, text: 'é1\n2\n3\n' }]);
  expect(text(log)).toEqual(['1@0 é1', '1@4 2', '1@6 3']);
});

it('takes nothing twice where bytes were replaced, either', () => {
  const log = new OutputLog();
  log.add([{ offset: 0, stream: 1, text: '\ufffd\n' }]); // one byte each
  log.add([{ offset: 0, stream: 1, text: '\ufffd\n' }, { offset: 2, stream: 1, text: 'b\n' }]);
  expect(text(log)).toEqual(['1@0 \ufffd', '1@2 b']);
});

it('bounds lines and their length', () => {
  const log = new OutputLog();
  log.add([{ offset: 0, stream: 1, text: 'x'.repeat(10_000) + '\n' + 'y\n'.repeat(12_000) }]);
  expect(log.lines.length).toBe(10_000);
  expect(log.dropped).toBe(2001);
});

it('finds the record that wrote a byte', () => {
  const store = new Store();
  store.append(frame([
    { kind: Kind.Output, value: 0, status: 4 },
    { kind: Kind.Event },
    { kind: Kind.Output, value: 4, status: 3 },
  ]));
  expect([0, 3, 4, 6, 7].map((b) => recordOfByte(store, b))).toEqual([0, 0, 2, 2, -1]);
});
