// A lane with more spans than pixels is drawn column by column: how much of a
// column's time was busy is how high it is. Walking from column to column by
// galloping search makes the cost that of the pixels, not of the spans.

import { gallop, upper } from '../trace/spans';
import type { SpanList } from '../trace/spans';
import type { Scale } from './scale';

/** More spans than this for each pixel, and a lane is drawn by density. */
export const DENSE = 1.5;

/** Columns of one lane, reused from frame to frame. */
export class Columns {
  /** Busy share of each column, 0 to 1; NaN where the column is empty. */
  share = new Float32Array(0);

  resize(width: number): void {
    if (this.share.length !== width) this.share = new Float32Array(width);
  }
}

/** Indices [first, last) of the spans that a scale shows. */
export function visible(list: SpanList, s: Scale): [first: number, last: number] {
  const lo = s.key(0);
  const hi = s.key(s.width);
  if (s.bySeq) return [upper(list.endSeq, list.n, lo - 1), upper(list.seq, list.n, hi)];
  // A span of no length at the left edge still counts.
  return [upper(list.end, list.n, lo - 1), upper(list.begin, list.n, hi)];
}

export function isDense(list: SpanList, s: Scale): boolean {
  const [first, last] = visible(list, s);
  return last - first > DENSE * s.width;
}

/** Fills columns from px 0 to the scale's width. timeOf gives the time of a key. */
export function fillColumns(list: SpanList, s: Scale, timeOf: (key: number) => number, out: Columns): void {
  out.resize(Math.ceil(s.width));
  const begins = s.bySeq ? list.seq : list.begin;
  const ends = s.bySeq ? list.endSeq : list.end;
  let key = s.key(0);
  let t = timeOf(key);
  let begun = upper(begins, list.n, key);
  let ended = upper(ends, list.n, key);
  let at = upper(list.begin, list.n, t);
  for (let x = 0; x < out.share.length; x++) {
    const nextKey = s.key(x + 1);
    const nextT = timeOf(nextKey);
    const nextBegun = gallop(begins, list.n, nextKey, begun);
    const nextAt = gallop(list.begin, list.n, nextT, at);
    // Touched: a span began in this column, or one from before has not ended.
    if (nextBegun > begun || ended < begun) {
      out.share[x] = share(list, at, t, nextAt, nextT);
    } else {
      out.share[x] = NaN;
    }
    ended = gallop(ends, list.n, nextKey, ended);
    key = nextKey;
    t = nextT;
    begun = nextBegun;
    at = nextAt;
  }
}

function share(list: SpanList, i0: number, t0: number, i1: number, t1: number): number {
  // Where a clock stands still, as a virtual one does, all of no time was busy.
  if (t1 <= t0) return 1;
  return Math.min(1, Math.max(0, (list.busyGiven(i1, t1) - list.busyGiven(i0, t0)) / (t1 - t0)));
}

/** Height of a column in px: its share, but never so low that it is not seen. */
export function columnHeight(value: number, height: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(3, Math.round(value * height));
}

/** Writes columns as upright bars of one colour (0xAABBGGRR) over the pixels. */
export function paintColumns(columns: Columns, pixels: Uint32Array, height: number, colour: number): void {
  const width = columns.share.length;
  for (let x = 0; x < width; x++) {
    const h = columnHeight(columns.share[x], height);
    for (let y = height - h; y < height; y++) pixels[y * width + x] = colour;
  }
}

/** How many spans a stretch of pixels holds, and how busy it was. */
export function summarise(list: SpanList, s: Scale, px0: number, px1: number, timeOf: (key: number) => number): { count: number; share: number } {
  const k0 = s.key(px0);
  const k1 = s.key(px1);
  const begins = s.bySeq ? list.seq : list.begin;
  const ends = s.bySeq ? list.endSeq : list.end;
  const count = Math.max(0, upper(begins, list.n, k1) - upper(ends, list.n, k0));
  const t0 = timeOf(k0);
  const t1 = timeOf(k1);
  const busy = t1 > t0 ? (list.busy(t1) - list.busy(t0)) / (t1 - t0) : count > 0 ? 1 : 0;
  return { count, share: Math.min(1, busy) };
}
