// Why something happened: each record says how many records back its cause
// stands, and following that gives a chain.

import type { Rec } from './columns';
import { Kind } from './schema';
import type { Store } from './store';

const MAX_LINKS = 64;

export interface Chain {
  /** The record asked about first, then its cause, then the cause of that. */
  readonly links: readonly Rec[];
  /** complete: the last link has no cause. lost: it has one, but not on this page. long: cut off. */
  readonly end: 'complete' | 'lost' | 'long';
}

/** The chain of causes of a record; no links where the record is not here. */
export function causes(store: Store, seq: number): Chain {
  const links: Rec[] = [];
  for (let at = seq; ; ) {
    const rec = store.read(at);
    if (!rec) return { links, end: 'lost' };
    links.push(rec);
    if (rec.cause === 0) return { links, end: 'complete' };
    if (rec.cause > at) return { links, end: 'lost' };
    if (links.length === MAX_LINKS) return { links, end: 'long' };
    at -= rec.cause;
  }
}

/** How far a matching record is looked for. */
const MAX_LOOK = 1 << 16;

const ENDS: Readonly<Record<number, number>> = {
  [Kind.CallbackBegin]: Kind.CallbackEnd,
  [Kind.PollBegin]: Kind.PollEnd,
  [Kind.PhaseBegin]: Kind.PhaseEnd,
  [Kind.ReqStart]: Kind.ReqDone,
};

/** The record that ends what this one begins; undefined where it has not come. */
export function endOf(store: Store, rec: Rec): Rec | undefined {
  const end = ENDS[rec.kind];
  if (end === undefined) return undefined;
  let depth = 0;
  const stop = Math.min(store.head, rec.seq + MAX_LOOK);
  for (let seq = rec.seq + 1; seq < stop; seq++) {
    const kind = store.kindAt(seq);
    if (kind !== end && kind !== rec.kind) continue;
    const other = store.read(seq);
    if (!other) return undefined;
    if (other.loop !== rec.loop || (rec.kind === Kind.ReqStart && other.id !== rec.id)) continue;
    if (other.kind === rec.kind) depth++;
    else if (depth-- === 0) return other;
  }
  return undefined;
}

/** The callback in which a record was written; undefined outside of one. */
export function callbackOf(store: Store, rec: Rec): Rec | undefined {
  if (rec.kind === Kind.CallbackBegin) return rec;
  const { callbackSeqs } = store.index;
  let lo = 0;
  let hi = callbackSeqs.n;
  while (lo < hi) {
    const mid = (lo + hi) >>> 1;
    if (callbackSeqs.seq[mid] + store.base > rec.seq) hi = mid;
    else lo = mid + 1;
  }
  const begin = lo > 0 ? store.read(callbackSeqs.seq[lo - 1] + store.base) : undefined;
  if (!begin) return undefined;
  const end = endOf(store, begin);
  return !end || end.seq >= rec.seq ? begin : undefined;
}
