// Records as a server would send them, for tests.

import { HEADER_SIZE } from '../src/trace/decode';
import type { Frame } from '../src/trace/decode';
import { decodeFrames } from '../src/trace/decode';
import { Kind, Offset, Phase, RECORD_SIZE } from '../src/trace/schema';

export interface Fields {
  t?: number;
  id?: number;
  cause?: number;
  iter?: number;
  status?: number;
  value?: number | bigint;
  label?: number;
  loop?: number;
  kind?: number;
  phase?: number;
  type?: number;
  lane?: number;
}

export interface Header {
  first?: number | bigint;
  gapFrom?: number;
  magic?: number;
  version?: number;
  flags?: number;
  count?: number;
  size?: number;
}

export function frameBytes(records: readonly Fields[], h: Header = {}): ArrayBuffer {
  const buf = new ArrayBuffer(HEADER_SIZE + records.length * RECORD_SIZE);
  const v = new DataView(buf);
  v.setUint32(0, h.magic ?? 0x3152544c, true);
  v.setUint16(4, h.version ?? 1, true);
  v.setUint16(6, h.flags ?? (h.gapFrom === undefined ? 0 : 1), true);
  v.setBigUint64(8, BigInt(h.first ?? 0), true);
  v.setBigUint64(16, BigInt(h.gapFrom ?? 0), true);
  v.setUint32(24, h.count ?? records.length, true);
  v.setUint32(28, h.size ?? RECORD_SIZE, true);
  records.forEach((r, i) => writeFields(v, HEADER_SIZE + i * RECORD_SIZE, r));
  return buf;
}

function writeFields(v: DataView, at: number, r: Fields): void {
  v.setBigUint64(at + Offset.t, BigInt(Math.round(r.t ?? 0)), true);
  v.setUint32(at + Offset.id, r.id ?? 0, true);
  v.setUint32(at + Offset.cause, r.cause ?? 0, true);
  v.setUint32(at + Offset.iter, r.iter ?? 0, true);
  v.setInt32(at + Offset.status, r.status ?? 0, true);
  v.setBigUint64(at + Offset.value, BigInt(r.value ?? 0), true);
  v.setUint16(at + Offset.label, r.label ?? 0, true);
  v.setUint16(at + Offset.loop, r.loop ?? 0, true);
  v.setUint8(at + Offset.kind, r.kind ?? 0);
  v.setUint8(at + Offset.phase, r.phase ?? 0);
  v.setUint8(at + Offset.type, r.type ?? 0);
  v.setUint8(at + Offset.lane, r.lane ?? 0);
}

export function frame(records: readonly Fields[], h: Header = {}): Frame {
  return decodeFrames(frameBytes(records, h))[0];
}

/** A phase with one callback of this length; phases and callbacks nest as the loop writes them. */
export function callback(t: number, took: number, phase: number, iter: number, more: Fields = {}): Fields[] {
  const at = { phase, iter };
  return [
    { ...at, t, kind: Kind.PhaseBegin },
    { ...at, ...more, t, kind: Kind.CallbackBegin },
    { ...at, id: more.id, type: more.type, t: t + took, kind: Kind.CallbackEnd },
    { ...at, t: t + took, kind: Kind.PhaseEnd },
  ];
}

export function poll(t: number, took: number, iter: number, begin: Fields = {}, end: Fields = {}): Fields[] {
  const at = { phase: Phase.Poll, iter };
  return [
    { ...at, ...begin, t, kind: Kind.PollBegin },
    { ...at, ...end, t: t + took, kind: Kind.PollEnd },
  ];
}

/** The same numbers each time. */
export function random(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}
