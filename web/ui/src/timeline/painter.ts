// Draws the timeline on a canvas, from scratch each time, on demand.

import { pollLabel, subject } from '../explain';
import { grouped } from '../format';
import type { Rec } from '../trace/columns';
import { Kind, Phase } from '../trace/schema';
import type { SpanList } from '../trace/spans';
import { upper } from '../trace/spans';
import type { Store } from '../trace/store';
import { Columns, fillColumns, isDense, paintColumns } from './density';
import { BAR, ROW } from './lanes';
import type { Lane } from './lanes';
import { Minimap } from './minimap';
import type { Palette } from './palette';
import { eachRect, OPEN } from './rects';
import { seqAtTime } from './scale';
import type { Scale } from './scale';
import type { View } from './view';

/** Wide enough for words, in CSS px. */
const LABEL_FROM = 48;
const FONT = '12px system-ui, sans-serif';

export interface Scene {
  readonly store: Store;
  readonly view: View;
  readonly lanes: readonly Lane[];
  readonly palette: Palette;
  /** The selected record's number; -1 for none. */
  readonly selected: number;
  /** The run goes on: what is open reaches to the right edge. */
  readonly live: boolean;
}

export class Painter {
  private readonly ctx: CanvasRenderingContext2D;
  private readonly columns = new Columns();
  private readonly minimap: Minimap;
  private image: ImageData | null = null;
  private pixels = new Uint32Array(0);
  private hatches = new Map<string, CanvasPattern>();
  private s!: Scale;
  private scene!: Scene;
  /** Device pixels for each CSS px. */
  private d = 1;
  private readonly timeOf = (key: number): number => {
    if (!this.s.bySeq) return key;
    const { store } = this.scene;
    const at = Math.min(Math.max(0, Math.floor(key)), Math.max(0, store.head - store.base - 1));
    return store.timeAt(at + store.base);
  };

  constructor(private readonly canvas: HTMLCanvasElement) {
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('this browser gives no 2D canvas');
    this.ctx = ctx;
    this.minimap = new Minimap(ctx);
  }

  /** Sizes are in CSS px. */
  paint(scene: Scene, width: number, height: number, dpr: number): void {
    this.scene = scene;
    this.resize(width, height, dpr);
    if (width < 2) return;
    this.s = scene.view.scale(scene.store, width * dpr);
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = scene.palette.bg.css;
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const body = scene.lanes.filter((l) => l.kind !== 'minimap');
    const dense = new Set(body.filter((l) => this.paintDense(l)));
    this.grid(body);
    for (const lane of body) if (!dense.has(lane)) this.lane(lane);
    this.gaps(body.length * ROW);
    this.selection(body);
    const mini = scene.lanes.find((l) => l.kind === 'minimap');
    if (mini) this.minimap.paint(scene, mini.y * dpr, ROW * dpr, width * dpr, dpr);
  }

  private resize(width: number, height: number, dpr: number): void {
    const w = Math.max(1, Math.round(width * dpr));
    const h = Math.max(1, Math.round(height * dpr));
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
    }
    if (this.d !== dpr) this.hatches.clear();
    this.d = dpr;
  }

  // ---- dense lanes

  private listsOf(lane: Lane): SpanList[] {
    const { index } = this.scene.store;
    if (lane.kind === 'phase') {
      return lane.n === Phase.Poll ? [index.polls, index.callbacks[lane.n]] : [index.callbacks[lane.n]];
    }
    const worker = lane.kind === 'pool' ? index.pool[lane.n - 1] : undefined;
    return worker ? [worker.spans] : [];
  }

  private paintDense(lane: Lane): boolean {
    const lists = this.listsOf(lane);
    if (!lists.some((list) => isDense(list, this.s))) return false;
    const height = Math.round(BAR * this.d);
    const pixels = this.pixelsOf(Math.ceil(this.s.width), height);
    for (const list of lists) {
      fillColumns(list, this.s, this.timeOf, this.columns);
      paintColumns(this.columns, pixels, height, this.colourOf(lane, list));
    }
    if (this.image) this.ctx.putImageData(this.image, 0, Math.round((lane.y + 4) * this.d));
    return true;
  }

  private colourOf(lane: Lane, list: SpanList): number {
    const { palette, store } = this.scene;
    if (lane.kind === 'pool') return palette.pool.rgba;
    return list === store.index.polls ? palette.phases[Phase.Poll].tint.rgba : palette.phases[lane.n].fill.rgba;
  }

  private pixelsOf(width: number, height: number): Uint32Array {
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.image = this.ctx.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    this.pixels.fill(this.scene.palette.bg.rgba);
    return this.pixels;
  }

  // ---- grid

  private grid(body: readonly Lane[]): void {
    const { ctx, d } = this;
    const { palette } = this.scene;
    ctx.fillStyle = palette.hairline.css;
    const h = body.length * ROW * d;
    ctx.fillRect(0, ROW * d, this.s.width, 1);
    ctx.fillRect(0, h, this.s.width, 1);
    this.iterations(h);
  }

  private iterations(height: number): void {
    const { ctx, d } = this;
    const { palette, store } = this.scene;
    const { iters } = store.index;
    const keys = this.s.bySeq ? iters.seq : iters.t;
    const first = Math.max(0, upper(keys, iters.n, this.s.key(0)) - 1);
    const last = upper(keys, iters.n, this.s.key(this.s.width));
    const crowded = last - first > this.s.width / (6 * d);
    ctx.font = this.font();
    ctx.textBaseline = 'middle';
    let free = 0;
    let line = -Infinity;
    // Thousands of iterations need not be walked one by one to number a few.
    const step = Math.max(1, Math.floor((last - first) / this.s.width));
    for (let i = first; i < last; i += step) {
      const x = Math.round(this.s.pos(keys[i]));
      if (x < 0) continue;
      if (!crowded && x - line >= 2) {
        ctx.fillStyle = palette.hairline.css;
        ctx.fillRect(x, 0, 1, height);
        line = x;
      }
      const text = grouped(iters.numbers.seq[i]);
      if (x < free) continue;
      ctx.fillStyle = palette.dim.css;
      ctx.fillText(text, x + 3 * d, (ROW / 2) * d);
      free = x + ctx.measureText(text).width + 10 * d;
    }
  }

  private font(): string {
    return this.d === 1 ? FONT : FONT.replace('12px', `${12 * this.d}px`);
  }

  // ---- lanes with few spans

  private lane(lane: Lane): void {
    if (lane.kind === 'phase') {
      if (lane.n === Phase.Poll) this.waits(lane);
      this.callbacks(lane);
    } else if (lane.kind === 'pool') this.pool(lane);
    else if (lane.kind === 'console') this.marks(lane);
  }

  private callbacks(lane: Lane): void {
    const { ctx, d } = this;
    const { palette, store } = this.scene;
    const list = store.index.callbacks[lane.n];
    const { fill, ink } = palette.phases[lane.n];
    const y = (lane.y + 4) * d;
    if (lane.n === Phase.Timers) this.lateness(list, lane);
    eachRect(list, this.s, d, (x, w, i) => {
      // On whole pixels: the colour of a thin bar is not to be thinned by its neighbours.
      const left = Math.round(x);
      ctx.fillStyle = fill.css;
      ctx.fillRect(left, Math.round(y), Math.max(Math.round(d), Math.round(x + w) - left), Math.round(BAR * d));
      if (w < LABEL_FROM * d) return;
      const rec = store.read((i === OPEN ? list.openSeq : list.seq[i]) + store.base);
      if (rec) this.text(namesOf(rec, store), x, y, w, ink.css);
    });
  }

  /** A hollow diamond where a timer was due, and a line to where it ran. */
  private lateness(list: SpanList, lane: Lane): void {
    if (this.s.bySeq) return;
    const { ctx, d } = this;
    const { palette, store } = this.scene;
    ctx.strokeStyle = palette.phases[Phase.Timers].fill.css;
    ctx.lineWidth = d;
    const y = (lane.y + ROW / 2) * d;
    eachRect(list, this.s, d, (x, _w, i) => {
      if (i === OPEN) return;
      const rec = store.read(list.seq[i] + store.base);
      if (!rec || rec.value <= 0 || !Number.isFinite(rec.value)) return;
      const due = this.s.pos(list.begin[i] - rec.value);
      if (x - due < 6 * d) return;
      const at = Math.max(due, -8 * d);
      ctx.beginPath();
      ctx.moveTo(at - 3 * d, y);
      ctx.lineTo(at, y - 4 * d);
      ctx.lineTo(at + 3 * d, y);
      ctx.lineTo(at, y + 4 * d);
      ctx.closePath();
      ctx.moveTo(at + 3 * d, y);
      ctx.lineTo(x, y);
      ctx.stroke();
    });
  }

  private waits(lane: Lane): void {
    const { ctx, d } = this;
    const { palette, store } = this.scene;
    const list = store.index.polls;
    const { fill, tint } = palette.phases[Phase.Poll];
    const y = (lane.y + 4) * d;
    ctx.strokeStyle = fill.css;
    ctx.lineWidth = d;
    eachRect(list, this.s, d, (x, w, i) => {
      if (w > 2 * d) {
        ctx.fillStyle = tint.css;
        ctx.fillRect(x, y, w, BAR * d);
      }
      // A wait of no time is a hollow tick.
      ctx.strokeRect(x + d / 2, y + d / 2, Math.max(d, w - d), (BAR - 1) * d);
      if (this.s.folded.has(i)) this.breakMark(x + w / 2, y);
      if (w >= LABEL_FROM * d || this.s.folded.has(i)) this.waitText(list, i, x, y, w);
    });
  }

  private waitText(list: SpanList, i: number, x: number, y: number, w: number): void {
    const { store, palette } = this.scene;
    const begin = store.read((i === OPEN ? list.openSeq : list.seq[i]) + store.base);
    if (!begin) return;
    const end = i === OPEN ? undefined : store.read(list.endSeq[i] + store.base);
    this.text([pollLabel(begin, end)], x, y, w, palette.text.css);
  }

  /** Two slanted strokes: time was left out here. */
  private breakMark(x: number, y: number): void {
    const { ctx, d } = this;
    ctx.beginPath();
    for (const dx of [-2, 2]) {
      ctx.moveTo(x + (dx - 2) * d, y + (BAR - 1) * d);
      ctx.lineTo(x + (dx + 2) * d, y + d);
    }
    ctx.stroke();
  }

  /** The first of the texts that fits, or the beginning of the last. */
  private text(texts: readonly string[], x: number, y: number, w: number, colour: string): void {
    const { ctx, d } = this;
    const left = Math.max(x, 0);
    const room = Math.min(x + w, this.s.width) - left - 8 * d;
    ctx.font = this.font();
    const shown = texts.find((t) => ctx.measureText(t).width <= room) ?? fitted(ctx, texts[texts.length - 1], room);
    if (!shown) return;
    ctx.textBaseline = 'middle';
    ctx.fillStyle = colour;
    ctx.fillText(shown, left + 4 * d, y + (BAR / 2) * d + d / 2);
  }

  // ---- pool

  private pool(lane: Lane): void {
    const worker = this.scene.store.index.pool[lane.n - 1];
    if (worker) {
      const { spans, submits } = worker;
      const submitOf = (i: number) => (i === OPEN ? worker.openSubmit : submits.seq[i]) - 1;
      eachRect(spans, this.s, this.d, (x, w, i) => this.work(lane, x, w, submitOf(i)), (i) => this.poolKeys(spans, i));
    }
    if (lane.n === 1) for (const q of this.scene.store.index.queued.values()) this.queuedUntil(lane, q.seq, this.s.width);
  }

  /** A worker's times are its own; its records may come later. */
  private poolKeys(list: SpanList, i: number): [number, number] {
    const { store } = this.scene;
    if (!this.s.bySeq) return [list.begin[i], list.end[i]];
    return [seqAtTime(store, list.begin[i]), seqAtTime(store, list.end[i])];
  }

  private work(lane: Lane, x: number, w: number, submit: number): void {
    const { ctx, d } = this;
    const { store, palette } = this.scene;
    const rec = submit >= 0 ? store.read(submit + store.base) : undefined;
    const y = (lane.y + 4) * d;
    if (submit >= 0) this.queuedUntil(lane, submit, x);
    const slow = rec?.lane === 3;
    ctx.fillStyle = slow ? this.hatch(palette.pool.css) : palette.pool.css;
    ctx.fillRect(x, y, w, BAR * d);
    if (slow) {
      ctx.strokeStyle = palette.pool.css;
      ctx.strokeRect(x + d / 2, y + d / 2, Math.max(d, w - d), (BAR - 1) * d);
    } else if (rec && w >= LABEL_FROM * d) this.text(namesOf(rec, store), x, y, w, palette.bg.css);
  }

  /** Waiting for a worker: a dotted outline, flat, so that it can lie over other work. */
  private queuedUntil(lane: Lane, submit: number, until: number): void {
    const { ctx, d } = this;
    const { store, palette } = this.scene;
    const from = Math.max(-8, this.s.pos(this.s.bySeq ? submit : store.timeAt(submit + store.base)));
    if (until - from < 2 * d) return;
    ctx.save();
    ctx.strokeStyle = palette.dim.css;
    ctx.lineWidth = d;
    ctx.setLineDash([d, 2 * d]);
    ctx.strokeRect(from + d / 2, (lane.y + 14) * d + d / 2, until - from - d, 5 * d);
    ctx.restore();
  }

  private hatch(colour: string): CanvasPattern | string {
    const known = this.hatches.get(colour);
    if (known) return known;
    const size = Math.round(6 * this.d);
    const tile = document.createElement('canvas');
    tile.width = tile.height = size;
    const c = tile.getContext('2d');
    if (!c) return colour;
    c.strokeStyle = colour;
    c.lineWidth = size / 4;
    c.beginPath();
    for (const shift of [-size, 0, size]) {
      c.moveTo(shift - 1, size + 1);
      c.lineTo(shift + size + 1, -1);
    }
    c.stroke();
    const pattern = this.ctx.createPattern(tile, 'repeat');
    if (!pattern) return colour;
    this.hatches.set(colour, pattern);
    return pattern;
  }

  // ---- marks, gaps, selection

  private marks(lane: Lane): void {
    const { ctx, d } = this;
    const { store, palette } = this.scene;
    const { marks } = store.index;
    const keys = this.s.bySeq ? marks.seq : marks.t;
    const from = upper(keys, marks.n, this.s.key(-4 * d));
    const to = upper(keys, marks.n, this.s.key(this.s.width + 4 * d));
    const step = Math.max(1, Math.floor((to - from) / this.s.width));
    const y = (lane.y + ROW / 2) * d;
    for (let i = from; i < to; i += step) {
      const x = this.s.pos(keys[i]);
      const rec = store.read(marks.seq[i] + store.base);
      if (rec && (rec.kind !== Kind.Output || rec.lane === 2)) this.cross(x, y, rec.kind === Kind.Output ? palette.text.css : palette.error.css);
      else {
        ctx.fillStyle = palette.text.css;
        ctx.beginPath();
        ctx.arc(x, y, 3 * d, 0, 2 * Math.PI);
        ctx.fill();
      }
    }
  }

  private cross(x: number, y: number, colour: string): void {
    const { ctx, d } = this;
    ctx.strokeStyle = colour;
    ctx.lineWidth = 2 * d;
    ctx.beginPath();
    ctx.moveTo(x - 3 * d, y - 3 * d);
    ctx.lineTo(x + 3 * d, y + 3 * d);
    ctx.moveTo(x + 3 * d, y - 3 * d);
    ctx.lineTo(x - 3 * d, y + 3 * d);
    ctx.stroke();
    ctx.lineWidth = d;
  }

  private gaps(height: number): void {
    const { ctx, d } = this;
    const { store, palette } = this.scene;
    for (const gap of store.gaps) {
      const x0 = this.s.pos(this.s.bySeq ? gap.from - store.base : gap.t0);
      const x1 = this.s.pos(this.s.bySeq ? gap.to - store.base : gap.t1);
      if (x1 < 0 || x0 > this.s.width) continue;
      const from = Math.max(-8, x0);
      const w = Math.max(3 * d, Math.min(this.s.width + 8, x1) - from);
      ctx.fillStyle = palette.bg.css;
      ctx.fillRect(from, ROW * d, w, height * d - ROW * d);
      ctx.fillStyle = this.hatch(palette.dim.css);
      ctx.fillRect(from, ROW * d, w, height * d - ROW * d);
      const text = `${grouped(gap.count)} events not shown`;
      ctx.font = this.font();
      const wide = ctx.measureText(text).width + 12 * d;
      if (w < wide) continue;
      const left = Math.max(0, from) + 8 * d;
      ctx.fillStyle = palette.bg.css;
      ctx.fillRect(left, (ROW + 4) * d, wide, 18 * d);
      this.text([text], left, (ROW + 5) * d, wide, palette.text.css);
    }
  }

  private selection(body: readonly Lane[]): void {
    const { store, selected, palette } = this.scene;
    const rec = selected >= 0 ? store.read(selected) : undefined;
    if (!rec) return;
    const { ctx, d } = this;
    const x = this.s.pos(this.s.bySeq ? selected - store.base : rec.t);
    if (x < -2 || x > this.s.width + 2) return;
    ctx.fillStyle = palette.text.css;
    ctx.fillRect(Math.round(x) - d / 2, 0, 1.5 * d, body.length * ROW * d);
    ctx.beginPath();
    ctx.moveTo(x - 6 * d, 0);
    ctx.lineTo(x + 6 * d, 0);
    ctx.lineTo(x, 8 * d);
    ctx.fill();
    this.outline(rec.seq, body);
  }

  private outline(seq: number, body: readonly Lane[]): void {
    const { store, palette } = this.scene;
    const { ctx, d } = this;
    for (const lane of body) {
      for (const list of this.listsOf(lane)) {
        if (isDense(list, this.s)) continue;
        eachRect(list, this.s, d, (x, w, i) => {
          if ((i === OPEN ? list.openSeq : list.seq[i]) + store.base !== seq) return;
          ctx.strokeStyle = palette.text.css;
          ctx.lineWidth = 2 * d;
          ctx.strokeRect(x - d, (lane.y + 2) * d, w + 2 * d, (ROW - 4) * d);
          ctx.lineWidth = d;
        });
      }
    }
  }
}

/** With and without its label. */
function namesOf(rec: Rec, store: Store): string[] {
  return [subject(rec, store), subject({ ...rec, label: 0 }, store)];
}

/** The text, or its beginning and …, or '' where not even that has room. */
function fitted(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let n = text.length;
  while (n > 2 && ctx.measureText(text.slice(0, n) + '…').width > room) n--;
  return n > 2 ? text.slice(0, n) + '…' : '';
}
