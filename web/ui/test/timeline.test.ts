import { describe, expect, it } from 'vitest';
import { columnHeight, Columns, fillColumns, isDense, paintColumns, summarise } from '../src/timeline/density';
import { eachRect, spanAt } from '../src/timeline/rects';
import { FOLD, foldedScale, iterationScale, makeScale, seqAtTime, timeScale } from '../src/timeline/scale';
import type { Mode, Scale } from '../src/timeline/scale';
import { View } from '../src/timeline/view';
import { along, iterationFrom, laneOf, nearest } from '../src/timeline/cursor';
import { lanesOf, usedLanes } from '../src/timeline/lanes';
import { Kind, Phase } from '../src/trace/schema';
import { gallop, SpanList, upper } from '../src/trace/spans';
import { Store } from '../src/trace/store';
import { callback, frame, poll, random } from './records';
import type { Fields } from './records';

function randomSpans(n: number, seed: number): SpanList {
  const next = random(seed);
  const list = new SpanList();
  let t = 0;
  for (let i = 0; i < n; i++) {
    t += Math.floor(next() * 50);
    const took = next() < 0.1 ? 0 : Math.floor(next() * 80);
    list.add(t, t + took, 2 * i, 2 * i + 1);
    t += took;
  }
  return list;
}

/** Every column looks at every span. */
function bruteColumns(list: SpanList, from: number, to: number, width: number): number[] {
  const per = (to - from) / width;
  return Array.from({ length: width }, (_, x) => {
    const a = from + x * per;
    const b = a + per;
    let busy = 0;
    let touched = false;
    for (let i = 0; i < list.n; i++) {
      busy += Math.max(0, Math.min(b, list.end[i]) - Math.max(a, list.begin[i]));
      if ((list.begin[i] > a && list.begin[i] <= b) || (list.begin[i] <= a && list.end[i] > a)) touched = true;
    }
    return touched ? busy / per : NaN;
  });
}

describe('searching', () => {
  it('gallops to where a plain search gets', () => {
    const next = random(3);
    const keys = Float64Array.from({ length: 500 }, () => Math.floor(next() * 300)).sort();
    for (let i = 0; i < 2000; i++) {
      const k = Math.floor(next() * 320) - 10;
      const from = Math.floor(next() * (upper(keys, keys.length, k) + 1));
      expect(gallop(keys, keys.length, k, from)).toBe(upper(keys, keys.length, k));
    }
  });
});

describe('density painter', () => {
  it.each([
    [2000, 0, 1],
    [2000, 0.3, 0.4],
    [300, 0, 1],
    [5000, -0.2, 1.3],
    [0, 0, 1],
  ])('draws what a painter that looks at all of %i spans draws, from %d to %d of the run', (n, a, b) => {
    const list = randomSpans(n, n + 1);
    const end = n > 0 ? list.end[n - 1] : 1000;
    const width = 333;
    const out = new Columns();
    fillColumns(list, timeScale({ from: end * a, to: end * b }, width), (t) => t, out);
    const want = bruteColumns(list, end * a, end * b, width);
    for (let x = 0; x < width; x++) {
      if (Number.isNaN(want[x])) expect(out.share[x], `column ${x}`).toBeNaN();
      else expect(out.share[x], `column ${x}`).toBeCloseTo(want[x], 4);
    }
  });

  it('never hides a span, however short, and fills no column that has none', () => {
    const list = new SpanList();
    list.add(500, 500, 0, 1);
    const out = new Columns();
    fillColumns(list, timeScale({ from: 0, to: 1000 }, 100), (t) => t, out);
    const pixels = new Uint32Array(100 * 16);
    paintColumns(out, pixels, 16, 7);
    const high = Array.from({ length: 100 }, (_, x) => Array.from({ length: 16 }, (_, y) => pixels[y * 100 + x]).filter((p) => p === 7).length);
    expect(high.reduce((s, h) => s + h, 0)).toBe(3);
    expect(columnHeight(1, 16)).toBe(16);
    expect(columnHeight(0.5, 16)).toBe(8);
    expect(columnHeight(NaN, 16)).toBe(0);
  });

  it('takes over where there are too many spans for their pixels', () => {
    const list = randomSpans(1000, 1);
    const end = list.end[999];
    expect(isDense(list, timeScale({ from: 0, to: end }, 500))).toBe(true);
    expect(isDense(list, timeScale({ from: 0, to: end }, 800))).toBe(false);
    expect(isDense(list, timeScale({ from: 0, to: end / 10 }, 500))).toBe(false);
  });

  it('tells how many and how busy', () => {
    const list = new SpanList();
    for (let i = 0; i < 10; i++) list.add(i * 100, i * 100 + 25, i, i);
    expect(summarise(list, timeScale({ from: 0, to: 1000 }, 10), 0, 10, (t) => t)).toEqual({ count: 10, share: 0.25 });
  });
});

describe('rectangles', () => {
  it('cover the pixels that a painter of all spans covers, at least one each', () => {
    const list = randomSpans(60, 9);
    const [from, to, width] = [list.end[10], list.end[50], 700];
    const s = timeScale({ from, to }, width);
    const got: number[][] = [];
    eachRect(list, s, 1, (x, w, i) => got.push([i, x, x + w]));
    const want: number[][] = [];
    for (let i = 0; i < list.n; i++) {
      const x0 = Math.max(-8, s.pos(list.begin[i]));
      const x1 = Math.min(width + 8, Math.max(s.pos(list.end[i]), s.pos(list.begin[i]) + 1));
      if (list.end[i] >= from && list.begin[i] <= to) want.push([i, x0, x1]);
    }
    expect(got.map((r) => r.map((n) => Math.round(n * 1e6)))).toEqual(want.map((r) => r.map((n) => Math.round(n * 1e6))));
  });

  it('draw what is still open to the right edge, and can be pointed at', () => {
    const list = new SpanList();
    list.add(10, 20, 0, 1);
    list.open(50, 2);
    const s = timeScale({ from: 0, to: 100 }, 100);
    const got: number[][] = [];
    eachRect(list, s, 1, (x, w, i) => got.push([i, x, w]));
    expect(got).toEqual([[0, 10, 10], [-1, 50, 50]]);
    expect([spanAt(list, s, 15, 4), spanAt(list, s, 23, 4), spanAt(list, s, 30, 4), spanAt(list, s, 80, 4)]).toEqual([0, 0, undefined, -1]);
  });
});

/** Iterations that sleep in poll and then call back. */
function asleep(n: number, wait: number, took: number): Store {
  const records: Fields[] = [];
  for (let i = 1, t = 0; i <= n; i++, t += wait + took) records.push(...poll(t, wait, i), ...callback(t + wait, took, Phase.Poll, i));
  const store = new Store();
  store.append(frame(records));
  return store;
}

function roundTrips(s: Scale): void {
  for (let px = 1; px < s.width; px += 7.3) expect(s.pos(s.key(px))).toBeCloseTo(px, 3);
  let last = -Infinity;
  for (let px = -50; px < s.width + 50; px += 3) {
    expect(s.key(px)).toBeGreaterThanOrEqual(last);
    last = s.key(px);
  }
}

describe('scales', () => {
  it.each<Mode>(['time', 'iterations', 'folded'])('%s: pixels and keys go both ways and never back', (mode) => {
    const store = asleep(20, 1e6, 1000);
    const view = new View();
    view.setMode(mode, store);
    view.fit(store);
    roundTrips(makeScale(mode, view.range, 640, store));
  });

  it('equal iterations: each is as wide as any other, long waits or none', () => {
    const store = asleep(10, 1e9, 10);
    const { iters } = store.index;
    const s = iterationScale({ from: 0, to: 10 }, 1000, iters, store.head);
    expect(Array.from({ length: 10 }, (_, i) => s.pos(iters.seq[i]))).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
    // A callback of 10 ns in a second of sleep can be seen.
    const list = store.index.callbacks[Phase.Poll];
    expect(s.pos(list.endSeq[0]) - s.pos(list.seq[0])).toBeGreaterThan(10);
  });

  it('equal iterations work where the clock stands still', () => {
    const store = asleep(10, 0, 0);
    const s = iterationScale({ from: 0, to: 10 }, 1000, store.index.iters, store.head);
    roundTrips(s);
    const out = new Columns();
    fillColumns(store.index.callbacks[Phase.Poll], s, () => 0, out);
    expect([...out.share].some((v) => v === 1)).toBe(true);
  });

  it('fold waiting: a wait is 24 px, and the rest has the room', () => {
    const store = asleep(10, 1e9, 1e6);
    const { polls, callbacks } = store.index;
    const s = foldedScale({ from: 0, to: store.lastT }, 1000, polls);
    expect(s.folded.size).toBe(10);
    for (let i = 0; i < 10; i++) {
      expect(s.pos(polls.end[i]) - s.pos(polls.begin[i])).toBeCloseTo(FOLD, 6);
      const list = callbacks[Phase.Poll];
      expect(s.pos(list.end[i]) - s.pos(list.begin[i])).toBeCloseTo((1000 - 10 * FOLD) / 10, 6);
    }
    expect(s.pos(0)).toBeCloseTo(0, 6);
    expect(s.pos(store.lastT)).toBeCloseTo(1000, 6);
  });

  it('fold waiting: short waits stay as they are, and thousands still fit', () => {
    const quick = asleep(10, 1000, 1e6);
    expect(foldedScale({ from: 0, to: quick.lastT }, 1000, quick.index.polls).folded.size).toBe(0);
    const many = asleep(6000, 1e6, 1000);
    const s = foldedScale({ from: 0, to: many.lastT }, 1000, many.index.polls);
    expect(s.pos(0)).toBeCloseTo(0, 3);
    expect(s.pos(many.lastT)).toBeCloseTo(1000, 3);
    const list = many.index.callbacks[Phase.Poll];
    expect(s.pos(list.begin[3000])).toBeCloseTo(500, 0);
  });

  it('a view keeps its place when the mode changes', () => {
    const store = asleep(10, 1e6, 1e6);
    const view = new View();
    view.select(4e6, 8e6, store);
    view.setMode('iterations', store);
    expect(view.range.from).toBeCloseTo(2, 0);
    expect(view.range.to).toBeCloseTo(4, 0);
    view.setMode('time', store);
    expect(view.range.from).toBeGreaterThan(3e6);
    expect(view.range.to).toBeLessThan(9e6);
  });

  it('finds the record of a time', () => {
    const store = asleep(10, 1e6, 1e6);
    for (const t of [0, 1.5e6, 9e6, 30e6]) {
      let want = 0;
      while (want < store.head && store.timeAt(want) <= t) want++;
      expect(seqAtTime(store, t)).toBe(want);
    }
  });
});

describe('view', () => {
  it('zooms at a pixel, pans within the run, and follows until it is moved', () => {
    const store = asleep(1000, 9e6, 1e6);
    const view = new View();
    view.follow(store);
    expect(view.range.to - view.range.from).toBe(2e9);
    expect(view.range.to).toBeGreaterThanOrEqual(store.lastT);
    view.fit(store);
    const s = view.scale(store, 1000);
    const before = s.key(250);
    view.zoom(0.5, 250, 1000, store);
    expect(view.scale(store, 1000).key(250)).toBeCloseTo(before, 0);
    const { range } = view;
    view.follow(store);
    expect(view.range).toBe(range);
    for (let i = 0; i < 50; i++) view.pan(1, store);
    expect(view.range.from).toBeLessThan(store.lastT);
    for (let i = 0; i < 200; i++) view.zoom(0.5, 0, 1000, store);
    expect(view.range.to - view.range.from).toBeCloseTo(1000, 3);
  });
});

describe('cursor', () => {
  it('walks along a lane, between lanes and between iterations', () => {
    const store = new Store();
    store.append(frame([...poll(0, 10, 1), ...callback(10, 5, Phase.Poll, 1), ...callback(15, 5, Phase.Check, 1), ...poll(20, 10, 2), ...callback(30, 5, Phase.Poll, 2)]));
    const lanes = lanesOf(store);
    const pollLane = lanes.find((l) => l.id === 'poll')!;
    const check = lanes.find((l) => l.id === 'check')!;
    const stops: number[] = [];
    for (let at = along(store, pollLane, -1, 1); at >= 0; at = along(store, pollLane, at, 1)) stops.push(at);
    expect(stops.map((s) => store.kindAt(s))).toEqual([Kind.PollBegin, Kind.CallbackBegin, Kind.PollBegin, Kind.CallbackBegin]);
    expect(along(store, pollLane, stops[1], -1)).toBe(stops[0]);
    expect(along(store, pollLane, stops[3], 1)).toBe(-1);
    expect(store.read(nearest(store, check, stops[3]))?.phase).toBe(Phase.Check);
    expect(lanes[laneOf(store, lanes, stops[2])].id).toBe('poll');
    expect(store.read(iterationFrom(store, stops[0], 1))?.iter).toBe(2);
    expect(iterationFrom(store, stops[2], 1)).toBe(-1);
    expect(usedLanes(store)).toBe('poll check');
  });
});
