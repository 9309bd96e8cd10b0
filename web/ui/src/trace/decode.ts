// The wire of loop.trace.v1: binary frames carry records, text frames carry
// small JSON messages. Every number is checked before it is used; a frame that
// does not hold is refused as a whole, never shown in part.

import { Offset, RECORD_SIZE } from './schema';

/** Bytes before the records of a frame. */
export const HEADER_SIZE = 32;
const MAGIC = 0x3152544c; // "LTR1"
const VERSION = 1;
const FLAG_GAP = 1;
/** Beyond this a frame is refused; the server sends 64 KiB at a time. */
const MAX_COUNT = 1 << 20;

/** A frame that is not one; the message says what is wrong with it. */
export class FrameError extends Error {}

/** Consecutive records. Field offsets are those of schema.ts. */
export interface Frame {
  /** Sequence number of the first record. */
  readonly first: number;
  readonly count: number;
  /** Records [gapFrom, first) are missing; equal to first where none are. */
  readonly gapFrom: number;
  /** count × RECORD_SIZE bytes, at a multiple of 8. */
  readonly bytes: Uint8Array;
}

/** Splits a message, or a download of several frames, into frames. */
export function decodeFrames(buf: ArrayBuffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < buf.byteLength; ) {
    const frame = decodeFrame(buf, at);
    frames.push(frame);
    at += HEADER_SIZE + frame.bytes.byteLength;
  }
  return frames;
}

function decodeFrame(buf: ArrayBuffer, at: number): Frame {
  const left = buf.byteLength - at;
  if (left < HEADER_SIZE) {
    throw new FrameError(`a header of ${left} bytes; ${HEADER_SIZE} are needed`);
  }
  const v = new DataView(buf, at, HEADER_SIZE);
  if (v.getUint32(0, true) !== MAGIC) throw new FrameError('it does not begin with LTR1');
  const version = v.getUint16(4, true);
  if (version !== VERSION) throw new FrameError(`version ${version}; this page reads ${VERSION}`);
  const flags = v.getUint16(6, true);
  if ((flags & ~FLAG_GAP) !== 0) throw new FrameError(`unknown flags ${flags}`);
  const first = safe(v.getBigUint64(8, true), 'first');
  const gapFrom = flags & FLAG_GAP ? safe(v.getBigUint64(16, true), 'gapFrom') : first;
  if (gapFrom > first) throw new FrameError(`a gap from ${gapFrom} that ends at ${first}`);
  const count = v.getUint32(24, true);
  const size = v.getUint32(28, true);
  if (size !== RECORD_SIZE) throw new FrameError(`records of ${size} bytes; this page reads ${RECORD_SIZE}`);
  if (count > MAX_COUNT || count * RECORD_SIZE > left - HEADER_SIZE) {
    throw new FrameError(`${count} records announced, ${left - HEADER_SIZE} bytes left`);
  }
  safe(BigInt(first) + BigInt(count), 'last');
  const bytes = new Uint8Array(buf, at + HEADER_SIZE, count * RECORD_SIZE);
  checkTimes(bytes, count);
  return { first, count, gapFrom, bytes };
}

/** Times beyond 2^53 ns (104 days) cannot be drawn, and no run lasts so long. */
function checkTimes(bytes: Uint8Array, count: number): void {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  for (let i = 0; i < count; i++) {
    const high = words[(i * RECORD_SIZE + Offset.t + 4) >>> 2];
    if (high >= 1 << 21) throw new FrameError(`record ${i} has a time out of range`);
  }
}

function safe(n: bigint, what: string): number {
  if (n > BigInt(Number.MAX_SAFE_INTEGER)) throw new FrameError(`${what} is out of range`);
  return Number(n);
}

/** A piece of the guest's output. */
export interface OutputChunk {
  /** Where it begins in the run's output, in bytes. */
  readonly offset: number;
  readonly stream: 1 | 2;
  readonly text: string;
}

export type RunStatus =
  'starting' | 'running' | 'paused' | 'finished' | 'stopped' | 'crashed' | 'limit' | 'failed';

export interface PausedAt {
  readonly phase: number;
  readonly iteration: number;
  /** What comes next: a phase, a callback or a poll; '' where unknown. */
  readonly kind: string;
  readonly id: number;
  readonly type: number;
}

export interface Exit {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly try: string;
  readonly waited: boolean;
}

/** Something the guest was refused, and the flag of the command line that grants it. */
export interface Denial {
  readonly what: string;
  readonly flag: string;
}

export interface RunState {
  readonly status: RunStatus;
  readonly pausedAt: PausedAt | null;
  readonly exit: Exit | null;
  readonly iterations: number;
  readonly ns: number;
  readonly denied: readonly Denial[];
}

export type Message =
  | { readonly type: 'hello'; readonly id: string; readonly name: string; readonly loops: number; readonly head: number }
  | { readonly type: 'labels'; readonly first: number; readonly labels: readonly string[] }
  | { readonly type: 'output'; readonly chunks: readonly OutputChunk[] }
  | { readonly type: 'state'; readonly state: RunState }
  | { readonly type: 'unknown' };
