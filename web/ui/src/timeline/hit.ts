// What lies under a point of the timeline, in words and as a record.

import { callbackTitle, place, pollEnd, pollReason, sentence, subject, workClass } from '../explain';
import { duration, grouped, plural } from '../format';
import { Phase } from '../trace/schema';
import type { SpanList } from '../trace/spans';
import { upper } from '../trace/spans';
import type { Store } from '../trace/store';
import { isDense, summarise } from './density';
import type { Lane } from './lanes';
import { OPEN, spanAt } from './rects';
import type { Scale } from './scale';

export interface Hit {
  /** The record that can be selected; -1 where there is none. */
  readonly seq: number;
  readonly title: string;
  readonly lines: readonly string[];
}

const REACH = 4;

export function hitTest(store: Store, lane: Lane, s: Scale, px: number): Hit | null {
  const gap = store.gaps.find((g) => {
    const x0 = s.pos(s.bySeq ? g.from - store.base : g.t0);
    const x1 = s.pos(s.bySeq ? g.to - store.base : g.t1);
    return px >= x0 - 1 && px <= Math.max(x1, x0 + 3);
  });
  if (gap) return { seq: -1, title: `${plural(gap.count, 'event')} not shown`, lines: [`from ${duration(gap.t0)} to ${duration(gap.t1)}`] };
  if (lane.kind === 'phase') return hitPhase(store, lane, s, px);
  if (lane.kind === 'pool') return hitPool(store, lane, s, px);
  return lane.kind === 'console' ? hitMark(store, s, px) : null;
}

function hitPhase(store: Store, lane: Lane, s: Scale, px: number): Hit | null {
  const { index } = store;
  const callbacks = index.callbacks[lane.n];
  if (isDense(callbacks, s)) return crowd(store, callbacks, s, px, 'callback');
  const i = spanAt(callbacks, s, px, REACH);
  if (i !== undefined) return callbackHit(store, callbacks, i);
  if (lane.n !== Phase.Poll) return null;
  if (isDense(index.polls, s)) return crowd(store, index.polls, s, px, 'poll');
  const w = spanAt(index.polls, s, px, REACH);
  return w === undefined ? null : waitHit(store, index.polls, w);
}

function crowd(store: Store, list: SpanList, s: Scale, px: number, what: string): Hit | null {
  const timeOf = s.bySeq ? (k: number) => store.timeAt(Math.max(0, Math.floor(k)) + store.base) : (k: number) => k;
  const { count, share } = summarise(list, s, px - 1, px + 1, timeOf);
  if (count === 0) return null;
  const busy = `${Math.round(share * 100)} % ${what === 'poll' ? 'waiting' : 'busy'}`;
  const first = upper(s.bySeq ? list.endSeq : list.end, list.n, s.key(px - 1));
  return { seq: list.seq[Math.min(first, list.n - 1)] + store.base, title: plural(count, what), lines: [busy, 'Zoom in to see them one by one.'] };
}

function callbackHit(store: Store, list: SpanList, i: number): Hit | null {
  const rec = store.read((i === OPEN ? list.openSeq : list.seq[i]) + store.base);
  if (!rec) return null;
  const took = i === OPEN ? 'still running' : `ran ${duration(list.end[i] - list.begin[i])}`;
  return { seq: rec.seq, title: callbackTitle(rec, store), lines: [took, place(rec)] };
}

function waitHit(store: Store, list: SpanList, i: number): Hit | null {
  const begin = store.read((i === OPEN ? list.openSeq : list.seq[i]) + store.base);
  if (!begin) return null;
  const end = i === OPEN ? undefined : store.read(list.endSeq[i] + store.base);
  const lines = [pollReason(begin), end ? pollEnd(begin, end) : 'It is still waiting.', place(begin)];
  return { seq: begin.seq, title: 'poll', lines };
}

function hitPool(store: Store, lane: Lane, s: Scale, px: number): Hit | null {
  const worker = store.index.pool[lane.n - 1];
  if (!worker) return null;
  const { spans } = worker;
  if (isDense(spans, s)) return crowd(store, spans, s, px, 'piece of work');
  const i = spanAt(spans, s, px, REACH);
  if (i === undefined) return null;
  const start = store.read((i === OPEN ? spans.openSeq : spans.seq[i]) + store.base);
  if (!start) return null;
  const submitSeq = (i === OPEN ? worker.openSubmit : worker.submits.seq[i]) - 1;
  const submit = submitSeq >= 0 ? store.read(submitSeq + store.base) : undefined;
  const lines = [i === OPEN ? 'still running' : `ran ${duration(spans.end[i] - spans.begin[i])} on worker ${lane.n}`];
  if (submit) lines.push(`${workClass(submit.lane)}, waited ${duration(Math.max(0, start.t - submit.t))} for a worker`);
  return { seq: start.seq, title: subject(start, store), lines };
}

function hitMark(store: Store, s: Scale, px: number): Hit | null {
  const { marks } = store.index;
  const keys = s.bySeq ? marks.seq : marks.t;
  const from = upper(keys, marks.n, s.key(px - 6));
  const to = upper(keys, marks.n, s.key(px + 6));
  if (to <= from) return null;
  const rec = store.read(marks.seq[from] + store.base);
  if (!rec) return null;
  const more = to - from > 1 ? [`and ${grouped(to - from - 1)} more here`] : [];
  return { seq: rec.seq, title: sentence(rec, store), lines: [place(rec), ...more] };
}
