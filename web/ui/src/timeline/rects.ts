// Spans as rectangles, for lanes with few enough of them.

import type { SpanList } from '../trace/spans';
import { visible } from './density';
import type { Scale } from './scale';

/** Index of the span that has not ended. */
export const OPEN = -1;

/** Calls emit for each span in sight, from left to right, at least least px wide. */
export function eachRect(
  list: SpanList,
  s: Scale,
  least: number,
  emit: (x: number, w: number, i: number) => void,
  place: (i: number) => [begin: number, end: number] = (i) => keysOf(list, s, i),
): void {
  const [first, last] = visible(list, s);
  for (let i = first; i < last; i++) {
    const [begin, end] = place(i);
    clip(s, s.pos(begin), s.pos(end), least, (x, w) => emit(x, w, i));
  }
  if (!list.isOpen) return;
  const begin = s.pos(s.bySeq ? list.openSeq : list.openAt);
  if (begin < s.width) clip(s, begin, s.width, least, (x, w) => emit(x, w, OPEN));
}

/** The keys between which a span lies. */
export function keysOf(list: SpanList, s: Scale, i: number): [begin: number, end: number] {
  return s.bySeq ? [list.seq[i], list.endSeq[i]] : [list.begin[i], list.end[i]];
}

/** Far outside of the canvas numbers lose their precision: keep near it. */
function clip(s: Scale, x0: number, x1: number, least: number, emit: (x: number, w: number) => void): void {
  const from = Math.max(-8, x0);
  const to = Math.min(s.width + 8, Math.max(x1, x0 + least));
  if (to > from) emit(from, to - from);
}

/** The span at px, or within reach px of it; undefined where there is none. */
export function spanAt(list: SpanList, s: Scale, px: number, reach: number): number | undefined {
  let best: number | undefined;
  let distance = Infinity;
  eachRectNear(list, s, px, reach, (x, w, i) => {
    const d = px < x ? x - px : Math.max(0, px - x - w);
    if (d <= reach && d < distance) {
      distance = d;
      best = i;
    }
  });
  return best;
}

function eachRectNear(list: SpanList, s: Scale, px: number, reach: number, emit: (x: number, w: number, i: number) => void): void {
  const near: Scale = {
    ...s,
    width: 2 * reach,
    pos: (k) => s.pos(k) - (px - reach),
    key: (x) => s.key(x + px - reach),
  };
  eachRect(list, near, 1, (x, w, i) => emit(x + px - reach, w, i));
}
