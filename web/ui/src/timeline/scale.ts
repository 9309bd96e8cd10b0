// Three ways to lay a run along the x axis. A scale maps keys to pixels and
// back; keys are times (ns) or, where every iteration is equally wide,
// sequence numbers counted from the store's base.

import type { IterList } from '../trace/index';
import { upper } from '../trace/spans';
import type { SpanList } from '../trace/spans';
import type { Store } from '../trace/store';

export type Mode = 'time' | 'iterations' | 'folded';

/** What part of the run is seen: ns, or iterations counted from the first seen. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Scale {
  readonly width: number;
  /** Keys are sequence numbers, not times. */
  readonly bySeq: boolean;
  pos(key: number): number;
  key(px: number): number;
  /** Waits that are drawn at a fixed width: their index in polls. */
  readonly folded: ReadonlySet<number>;
}

/** Width of a folded wait in px. */
export const FOLD = 24;
const MAX_FOLDS = 4096;
const NONE: ReadonlySet<number> = new Set();

export function timeScale(r: Range, width: number): Scale {
  const perPx = (r.to - r.from) / width;
  return {
    width, bySeq: false, folded: NONE,
    pos: (t) => (t - r.from) / perPx,
    key: (px) => r.from + px * perPx,
  };
}

/** Every iteration equally wide; inside of one, every record. */
export function iterationScale(r: Range, width: number, iters: IterList, headSeq: number): Scale {
  const perPx = (r.to - r.from) / width;
  const startOf = (i: number) => (i < iters.n ? iters.seq[i] : headSeq);
  return {
    width, bySeq: true, folded: NONE,
    pos: (seq) => (ordinal(iters, headSeq, seq) - r.from) / perPx,
    key: (px) => {
      const u = r.from + px * perPx;
      if (iters.n === 0) return 0;
      const i = Math.max(0, Math.min(Math.floor(u), iters.n - 1));
      return startOf(i) + (u - i) * Math.max(1, startOf(i + 1) - startOf(i));
    },
  };
}

/** Where a record lies: its iteration's index, and how far into it. */
export function ordinal(iters: IterList, headSeq: number, seq: number): number {
  if (iters.n === 0) return 0;
  const i = Math.max(0, upper(iters.seq, iters.n, seq) - 1);
  const end = i + 1 < iters.n ? iters.seq[i + 1] : headSeq;
  return i + (seq - iters.seq[i]) / Math.max(1, end - iters.seq[i]);
}

interface Knots {
  t: number[];
  px: number[];
}

/** Time, but a wait that would be wider than FOLD px is drawn at FOLD px. */
export function foldedScale(r: Range, width: number, polls: SpanList): Scale {
  const first = polls.endedBefore(r.from);
  const last = upper(polls.begin, polls.n, r.to);
  if (last - first > MAX_FOLDS) return busyScale(r, width, polls);
  const folded = new Set<number>();
  const knots = layFolds(r, width, polls, first, last, folded);
  return {
    width, bySeq: false, folded,
    pos: (t) => interpolate(knots.t, knots.px, t),
    key: (px) => interpolate(knots.px, knots.t, px),
  };
}

function layFolds(r: Range, width: number, polls: SpanList, first: number, last: number, folded: Set<number>): Knots {
  const at = (t: number) => Math.min(r.to, Math.max(r.from, t));
  const long = (i: number) => at(polls.end[i]) - at(polls.begin[i]);
  // Which waits fold depends on the scale, and the scale on which fold: a few rounds settle it.
  let perPx = (r.to - r.from) / width;
  let fold = FOLD;
  for (let round = 0; round < 8; round++) {
    let waited = 0;
    let n = 0;
    for (let i = first; i < last; i++) {
      if (long(i) <= fold * perPx) continue;
      waited += long(i);
      n++;
    }
    fold = n * FOLD > width / 2 ? width / 2 / n : FOLD;
    const next = Math.max(1e-3, (r.to - r.from - waited) / (width - n * fold));
    if (Math.abs(next - perPx) < perPx * 1e-6) break;
    perPx = next;
  }
  const knots: Knots = { t: [r.from], px: [0] };
  let px = 0;
  let t = r.from;
  const put = (to: number, wide: number) => {
    px += wide;
    t = to;
    knots.t.push(t);
    knots.px.push(px);
  };
  for (let i = first; i < last; i++) {
    if (long(i) <= fold * perPx) continue;
    put(at(polls.begin[i]), (at(polls.begin[i]) - t) / perPx);
    put(at(polls.end[i]), fold);
    folded.add(i);
  }
  put(r.to, (r.to - t) / perPx);
  // What rounding left over is spread, so that the range fills the width.
  const stretch = px > 0 ? width / px : 1;
  knots.px = knots.px.map((x) => x * stretch);
  // Beyond both ends time goes on at the same pace.
  knots.t.unshift(r.from - perPx * width);
  knots.px.unshift(-width);
  knots.t.push(r.to + perPx * width);
  knots.px.push(2 * width);
  return knots;
}

/** With thousands of waits in sight each would fold to nothing: only busy time counts. */
function busyScale(r: Range, width: number, polls: SpanList): Scale {
  const busy = (t: number) => t - polls.busy(t);
  const from = busy(r.from);
  const perPx = Math.max(1e-9, (busy(r.to) - from) / width);
  return {
    width, bySeq: false, folded: NONE,
    pos: (t) => (busy(t) - from) / perPx,
    key: (px) => Math.min(r.to, polls.timeOfIdle(from + px * perPx)),
  };
}

function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const i = Math.min(xs.length - 2, Math.max(0, upper(xs, xs.length, x) - 1));
  const dx = xs[i + 1] - xs[i];
  return dx > 0 ? ys[i] + ((x - xs[i]) / dx) * (ys[i + 1] - ys[i]) : ys[i];
}

export function makeScale(mode: Mode, r: Range, width: number, store: Store): Scale {
  const { index } = store;
  if (mode === 'iterations') return iterationScale(r, width, index.iters, store.head - store.base);
  return mode === 'folded' ? foldedScale(r, width, index.polls) : timeScale(r, width);
}

/** The first record, counted from the base, that is later than t. */
export function seqAtTime(store: Store, t: number): number {
  const { iters } = store.index;
  const i = upper(iters.t, iters.n, t) - 1;
  if (i < 0) return iters.n > 0 ? iters.seq[0] : 0;
  let lo = iters.seq[i];
  let hi = i + 1 < iters.n ? iters.seq[i + 1] : store.head - store.base;
  while (lo < hi) {
    const mid = (lo + hi) >>> 1;
    if (store.timeAt(mid + store.base) > t) hi = mid;
    else lo = mid + 1;
  }
  return lo;
}
