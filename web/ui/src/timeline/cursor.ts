// A cursor that walks the timeline by keyboard: along a lane, between lanes,
// between iterations.

import { Phase } from '../trace/schema';
import type { SpanList } from '../trace/spans';
import { upper } from '../trace/spans';
import type { Store } from '../trace/store';
import { seqAtTime } from './scale';
import type { Lane } from './lanes';

/** The records that a lane can stop at, counted from the base, in order. */
function stops(store: Store, lane: Lane): ArrayLike<number>[] {
  const { index } = store;
  const of = (list: SpanList) => withOpen(list);
  if (lane.kind === 'phase') {
    const callbacks = of(index.callbacks[lane.n]);
    return lane.n === Phase.Poll ? [of(index.polls), callbacks] : [callbacks];
  }
  if (lane.kind === 'pool') {
    const worker = index.pool[lane.n - 1];
    return worker ? [of(worker.spans)] : [];
  }
  if (lane.kind === 'console') return [index.marks.seq.subarray(0, index.marks.n)];
  if (lane.kind === 'ruler') return [index.iters.seq.subarray(0, index.iters.n)];
  return [];
}

function withOpen(list: SpanList): ArrayLike<number> {
  const ended = list.seq.subarray(0, list.n);
  if (!list.isOpen) return ended;
  const all = new Uint32Array(list.n + 1);
  all.set(ended);
  all[list.n] = list.openSeq;
  return all;
}

/** The next (1) or previous (-1) stop in a lane from a record on; -1 where there is none. */
export function along(store: Store, lane: Lane, seq: number, step: 1 | -1): number {
  const rel = seq - store.base;
  let best = -1;
  for (const seqs of stops(store, lane)) {
    const i = step > 0 ? upper(seqs, seqs.length, rel) : upper(seqs, seqs.length, rel - 1) - 1;
    if (i < 0 || i >= seqs.length) continue;
    const at = seqs[i];
    if (best < 0 || (step > 0 ? at < best : at > best)) best = at;
  }
  return best < 0 ? -1 : best + store.base;
}

/** The stop of a lane that is nearest to a record; -1 in an empty lane. */
export function nearest(store: Store, lane: Lane, seq: number): number {
  if (seq < 0) return along(store, lane, store.tail - 1, 1);
  const before = along(store, lane, seq + 1, -1);
  const after = along(store, lane, seq, 1);
  if (before < 0 || after < 0) return Math.max(before, after);
  return seq - before <= after - seq ? before : after;
}

/** The lane in which a record is shown; -1 for none. */
export function laneOf(store: Store, lanes: readonly Lane[], seq: number): number {
  return lanes.findIndex((lane) => lane.kind !== 'ruler' && along(store, lane, seq + 1, -1) === seq);
}

/** The first record of the next or previous iteration. */
export function iterationFrom(store: Store, seq: number, step: 1 | -1): number {
  const { iters } = store.index;
  const i = upper(iters.seq, iters.n, seq - store.base) - 1 + step;
  return i >= 0 && i < iters.n ? iters.seq[i] + store.base : -1;
}

/** "12 of 31": where a record stands among those of its lane. */
export function ordinalIn(store: Store, lane: Lane, seq: number): [at: number, of: number] {
  let at = 0;
  let of = 0;
  for (const seqs of stops(store, lane)) {
    at += upper(seqs, seqs.length, seq - store.base);
    of += seqs.length;
  }
  return [at, of];
}

/** The record nearest to the middle of what is seen, to begin from. */
export function middle(store: Store, time: number): number {
  return seqAtTime(store, time) + store.base;
}
