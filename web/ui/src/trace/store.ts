// All that the page knows of one run's trace. Records arrive in order, with
// gaps; gaps are kept as such until they are filled. Nothing here knows the DOM.

import { CHUNK, Columns } from './columns';
import type { Rec } from './columns';
import type { Frame } from './decode';
import { Index } from './index';
import { Kind, RECORD_SIZE } from './schema';

/** Records that are not on the page. */
export interface Gap {
  /** Sequence numbers [from, to); equal where the records were never kept. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Between which times, ns. */
  readonly t0: number;
  readonly t1: number;
}

/** Beyond this the oldest records stay on the server. */
export const MAX_RECORDS = 4 << 20;
const EVICT = 1 << 20;
const MAX_REL = 2 ** 31;

/** Sequence numbers [from, to). */
export interface Segment {
  from: number;
  to: number;
}

export class Store {
  /** The sequence number that the index counts from. */
  base = 0;
  index = new Index();
  gaps: Gap[] = [];
  private readonly columns = new Columns();
  private segments: Segment[] = [];
  private readonly labels: string[] = [''];

  constructor(private readonly max = MAX_RECORDS) {}

  /** The sequence number of the next record. */
  get head(): number {
    return this.segments.length > 0 ? this.segments[this.segments.length - 1].to : 0;
  }

  get count(): number {
    let n = 0;
    for (const s of this.segments) n += s.to - s.from;
    return n;
  }

  /** The sequence number of the oldest record on the page. */
  get tail(): number {
    return this.segments.length > 0 ? this.segments[0].from : 0;
  }

  get lastT(): number {
    return this.index.lastT;
  }

  setLabels(first: number, labels: readonly string[]): void {
    for (let i = 0; i < labels.length; i++) this.labels[first + i] = labels[i];
  }

  label(i: number): string {
    return this.labels[i] ?? '';
  }

  /** Adds a live frame. What is already here is passed over. */
  append(f: Frame): void {
    const skip = Math.min(f.count, Math.max(0, this.head - f.first));
    const count = f.count - skip;
    if (count === 0) return;
    const first = f.first + skip;
    if (this.segments.length === 0) this.base = first - (first % CHUNK);
    if (first - this.base >= MAX_REL) this.restart(first);
    this.columns.write(f.first, f.bytes.subarray(0, f.count * RECORD_SIZE), skip);
    if (first > this.head) this.addGap(this.head, first);
    this.extend(first, first + count);
    this.feed(first, first + count);
    if (this.count > this.max) this.evict();
  }

  private extend(from: number, to: number): void {
    const last = this.segments[this.segments.length - 1];
    if (last && last.to === from) last.to = to;
    else this.segments.push({ from, to });
  }

  /** Notes that [from, to) is not here; the record at to already is. */
  private addGap(from: number, to: number): void {
    this.index.cut(Math.max(0, from - 1 - this.base));
    const t0 = this.index.lastT;
    this.gaps.push({ from, to, count: to - from, t0, t1: Math.max(t0, this.timeAt(to)) });
  }

  private feed(from: number, to: number): void {
    for (let seq = from; seq < to; ) {
      const chunk = this.columns.chunk(seq);
      const end = Math.min(to, seq - (seq % CHUNK) + CHUNK);
      if (!chunk) return;
      for (; seq < end; seq++) {
        const i = seq % CHUNK;
        if (chunk.kind[i] === Kind.Dropped) this.dropped(seq, chunk.value[i], chunk.t[i]);
        this.index.feed(chunk, i, seq - this.base);
      }
    }
  }

  /** The loop itself says that it lost records here; nobody has them. */
  private dropped(seq: number, count: number, t: number): void {
    const t0 = this.index.lastT;
    this.index.cut(Math.max(0, seq - 1 - this.base));
    this.gaps.push({ from: seq, to: seq, count, t0, t1: Math.max(t0, t) });
  }

  /** Puts in what was missing, from a download of the trace. */
  fill(frames: readonly Frame[]): void {
    for (const f of frames) {
      if (f.count === 0) continue;
      this.columns.write(f.first, f.bytes);
      this.segments.push({ from: f.first, to: f.first + f.count });
    }
    this.segments = merged(this.segments);
    this.reindex();
  }

  /** The oldest gap that the server may still be able to fill. */
  missing(): Segment | undefined {
    const gap = this.gaps.find((g) => g.to > Math.max(g.from, this.floor));
    return gap && { from: Math.max(gap.from, this.floor), to: gap.to };
  }

  /** The server has no records below this, or the page let go of them. */
  floor = 0;

  private evict(): void {
    const cut = this.tail + EVICT;
    this.dropBefore(cut - (cut % CHUNK));
  }

  private restart(first: number): void {
    this.dropBefore(first - (first % CHUNK));
    this.base = first - (first % CHUNK);
  }

  private dropBefore(seq: number): void {
    this.columns.dropBefore(seq);
    this.segments = this.segments
      .filter((s) => s.to > seq)
      .map((s) => ({ from: Math.max(s.from, seq), to: s.to }));
    this.floor = Math.max(this.floor, seq);
    this.reindex();
  }

  private reindex(): void {
    this.index = new Index();
    this.gaps = [];
    this.base = this.tail - (this.tail % CHUNK);
    let last = 0;
    for (const s of this.segments) {
      if (s.from > last) this.addGap(last, s.from);
      this.feed(s.from, s.to);
      last = s.to;
    }
  }

  /** The record with this number; undefined where it is not on the page. */
  read(seq: number): Rec | undefined {
    return this.has(seq) ? this.columns.read(seq) : undefined;
  }

  has(seq: number): boolean {
    return this.segments.some((s) => seq >= s.from && seq < s.to);
  }

  /** The record's time without making an object of it; 0 where it is not here. */
  timeAt(seq: number): number {
    const c = this.columns.chunk(seq);
    return c ? c.t[seq % CHUNK] : 0;
  }

  kindAt(seq: number): number {
    const c = this.columns.chunk(seq);
    return c ? c.kind[seq % CHUNK] : 0;
  }

  /** The number of the row-th record that is on the page. */
  seqOfRow(row: number): number {
    for (const s of this.segments) {
      if (row < s.to - s.from) return s.from + row;
      row -= s.to - s.from;
    }
    return this.head;
  }

  rowOfSeq(seq: number): number {
    let row = 0;
    for (const s of this.segments) {
      if (seq < s.to) return row + Math.max(0, seq - s.from);
      row += s.to - s.from;
    }
    return row;
  }

  /** Bytes of typed arrays in use. */
  get bytes(): number {
    return this.columns.bytes + this.index.bytes;
  }
}

function merged(all: Segment[]): Segment[] {
  const out: Segment[] = [];
  for (const s of [...all].sort((a, b) => a.from - b.from)) {
    const last = out[out.length - 1];
    if (last && s.from <= last.to) last.to = Math.max(last.to, s.to);
    else out.push({ ...s });
  }
  return out;
}
