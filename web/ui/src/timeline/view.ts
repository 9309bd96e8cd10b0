// What the timeline looks at, and how zooming, panning and following move it.

import type { Store } from '../trace/store';
import { makeScale, ordinal, seqAtTime } from './scale';
import type { Mode, Range, Scale } from './scale';

/** Following a live run shows its latest part, this long: ns, or iterations. */
const FOLLOW = { time: 2e9, folded: 2e9, iterations: 24 } as const;
/** No closer than this. */
const CLOSEST = { time: 1000, folded: 1000, iterations: 0.25 } as const;
const EMPTY = { time: 50e6, folded: 50e6, iterations: 8 } as const;

export class View {
  mode: Mode = 'time';
  range: Range = { from: 0, to: EMPTY.time };
  /** The right edge keeps to the latest record. */
  following = true;

  /** The whole run, in this mode's units. */
  extent(store: Store): Range {
    if (this.mode === 'iterations') return { from: 0, to: Math.max(1, store.index.iters.n) };
    return { from: 0, to: Math.max(1000, store.lastT) };
  }

  scale(store: Store, width: number): Scale {
    return makeScale(this.mode, this.range, width, store);
  }

  /** Called after records arrived. */
  follow(store: Store): void {
    if (!this.following) return;
    const { to } = this.extent(store);
    const wide = Math.min(FOLLOW[this.mode], Math.max(EMPTY[this.mode] / 50, to * 1.02));
    // A wait that goes on is given room, so that it can say what it waits for.
    const end = to + wide * (store.index.polls.isOpen ? 0.18 : 0.02);
    this.range = { from: Math.max(0, end - wide), to: Math.max(wide, end) };
  }

  fit(store: Store): void {
    this.following = false;
    const { from, to } = this.extent(store);
    // Where waiting is folded, time outside of the run would look busy.
    const margin = this.mode === 'folded' ? 0 : (to - from) * 0.01;
    this.range = { from: from - margin, to: to + margin };
  }

  zoom(factor: number, px: number, width: number, store: Store): void {
    this.following = false;
    const { from, to } = this.range;
    const { to: end } = this.extent(store);
    const wide = Math.min(Math.max((to - from) * factor, CLOSEST[this.mode]), Math.max(end * 1.2, EMPTY[this.mode] / 50));
    const share = px / width;
    const fixed = from + (to - from) * share;
    this.place(fixed - wide * share, wide, store);
  }

  /** Moves by a share of what is seen; 1 is a whole screen to the right. */
  pan(share: number, store: Store): void {
    this.following = false;
    const wide = this.range.to - this.range.from;
    this.place(this.range.from + wide * share, wide, store);
  }

  /** Keeps at least a tenth of the run's side in sight. */
  private place(from: number, wide: number, store: Store): void {
    const { to: end } = this.extent(store);
    const least = -wide * 0.9;
    const most = end - wide * 0.1;
    const at = Math.min(Math.max(from, least), Math.max(least, most));
    this.range = { from: at, to: at + wide };
  }

  /** Shows this range, as after a drag. */
  select(from: number, to: number, store: Store): void {
    this.following = false;
    const wide = Math.max(CLOSEST[this.mode], to - from);
    this.place((from + to - wide) / 2, wide, store);
  }

  /** Moves only as far as needed for a record to be seen. */
  reveal(seq: number, store: Store): void {
    const at = this.mode === 'iterations' ? ordinal(store.index.iters, store.head - store.base, seq - store.base) : store.timeAt(seq);
    const { from, to } = this.range;
    const wide = to - from;
    if (at >= from + wide * 0.02 && at <= to - wide * 0.02) return;
    this.following = false;
    this.place(Math.max(-wide * 0.02, at - wide / 2), wide, store);
  }

  setMode(mode: Mode, store: Store): void {
    if (mode === this.mode) return;
    const range = this.convert(mode, store);
    this.mode = mode;
    this.range = range;
    this.follow(store);
  }

  private convert(mode: Mode, store: Store): Range {
    const { from, to } = this.range;
    if (mode !== 'iterations' && this.mode !== 'iterations') return { from, to };
    const { iters } = store.index;
    if (mode === 'iterations') {
      const head = store.head - store.base;
      const at = (t: number) => ordinal(iters, head, seqAtTime(store, t));
      return atLeast({ from: at(from), to: at(to) }, CLOSEST.iterations);
    }
    const timeOf = (u: number) => {
      const i = Math.floor(u);
      if (i < 0 || iters.n === 0) return 0;
      if (i >= iters.n) return store.lastT;
      const next = i + 1 < iters.n ? iters.t[i + 1] : store.lastT;
      return iters.t[i] + (next - iters.t[i]) * (u - i);
    };
    return atLeast({ from: timeOf(from), to: timeOf(to) }, CLOSEST.time);
  }
}

function atLeast(r: Range, wide: number): Range {
  return r.to - r.from >= wide ? r : { from: r.from - wide / 2, to: r.from + wide / 2 };
}
