// Records as columns of typed arrays, in chunks that are addressed by sequence
// number. A chunk is made when its first record arrives and never copied.

import { Offset, RECORD_SIZE } from './schema';

/** Records of a chunk: 2.6 MB. */
export const CHUNK = 1 << 16;

export class Chunk {
  readonly t = new Float64Array(CHUNK);
  /** Infinity stands for a value of 2^64-1, "forever". */
  readonly value = new Float64Array(CHUNK);
  readonly id = new Uint32Array(CHUNK);
  readonly cause = new Uint32Array(CHUNK);
  readonly iter = new Uint32Array(CHUNK);
  readonly status = new Int32Array(CHUNK);
  readonly label = new Uint16Array(CHUNK);
  readonly loop = new Uint16Array(CHUNK);
  readonly kind = new Uint8Array(CHUNK);
  readonly phase = new Uint8Array(CHUNK);
  readonly type = new Uint8Array(CHUNK);
  readonly lane = new Uint8Array(CHUNK);
}

/** One record, read out of its columns. */
export interface Rec {
  readonly seq: number;
  readonly t: number;
  readonly id: number;
  readonly cause: number;
  readonly iter: number;
  readonly status: number;
  readonly value: number;
  readonly label: number;
  readonly loop: number;
  readonly kind: number;
  readonly phase: number;
  readonly type: number;
  readonly lane: number;
}

export class Columns {
  private readonly chunks = new Map<number, Chunk>();

  /** Copies records in, the first of them with this sequence number. */
  write(first: number, bytes: Uint8Array, from = 0): void {
    const words = wordsOf(bytes);
    const n = Math.floor(bytes.byteLength / RECORD_SIZE);
    for (let i = from; i < n; ) {
      const seq = first + i;
      const to = Math.min(n, i + CHUNK - (seq % CHUNK));
      writeRun(this.make(seq), seq % CHUNK, words, i, to);
      i = to;
    }
  }

  private last: Chunk | null = null;
  private lastIndex = -1;

  private make(seq: number): Chunk {
    const index = Math.floor(seq / CHUNK);
    if (index === this.lastIndex && this.last) return this.last;
    let chunk = this.chunks.get(index);
    if (!chunk) this.chunks.set(index, (chunk = new Chunk()));
    this.last = chunk;
    this.lastIndex = index;
    return chunk;
  }

  /** The chunk that holds a sequence number; undefined where nothing near it came. */
  chunk(seq: number): Chunk | undefined {
    return this.chunks.get(Math.floor(seq / CHUNK));
  }

  read(seq: number): Rec | undefined {
    const c = this.chunk(seq);
    if (!c) return undefined;
    const i = seq % CHUNK;
    return {
      seq, t: c.t[i], id: c.id[i], cause: c.cause[i], iter: c.iter[i], status: c.status[i],
      value: c.value[i], label: c.label[i], loop: c.loop[i], kind: c.kind[i],
      phase: c.phase[i], type: c.type[i], lane: c.lane[i],
    };
  }

  /** Frees every chunk that lies wholly before seq. */
  dropBefore(seq: number): void {
    for (const index of this.chunks.keys()) {
      if ((index + 1) * CHUNK <= seq) this.chunks.delete(index);
    }
    this.last = null;
    this.lastIndex = -1;
  }

  get bytes(): number {
    return this.chunks.size * CHUNK * RECORD_SIZE;
  }
}

const TWO32 = 2 ** 32;
const WORDS = RECORD_SIZE / 4;

/** Fields as words, each at its offset; the machine is little-endian, as all that browsers run on are. */
const W = {
  t: Offset.t / 4, id: Offset.id / 4, cause: Offset.cause / 4, iter: Offset.iter / 4, status: Offset.status / 4,
  value: Offset.value / 4, labelLoop: Offset.label / 4, bytes: Offset.kind / 4,
} as const;

function wordsOf(bytes: Uint8Array): Uint32Array {
  const at = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(at.buffer, at.byteOffset, at.byteLength >>> 2);
}

function writeRun(c: Chunk, at: number, words: Uint32Array, from: number, to: number): void {
  const { t, value, id, cause, iter, status, label, loop, kind, phase, type, lane } = c;
  for (let r = from, i = at, w = from * WORDS; r < to; r++, i++, w += WORDS) {
    t[i] = words[w + W.t] + words[w + W.t + 1] * TWO32;
    const low = words[w + W.value];
    const high = words[w + W.value + 1];
    value[i] = low === 0xffffffff && high === 0xffffffff ? Infinity : low + high * TWO32;
    id[i] = words[w + W.id];
    cause[i] = words[w + W.cause];
    iter[i] = words[w + W.iter];
    status[i] = words[w + W.status];
    label[i] = words[w + W.labelLoop];
    loop[i] = words[w + W.labelLoop] >>> 16;
    const four = words[w + W.bytes];
    kind[i] = four;
    phase[i] = four >>> 8;
    type[i] = four >>> 16;
    lane[i] = four >>> 24;
  }
}
