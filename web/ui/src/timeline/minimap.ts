// The whole run in one row: what was busy in each stretch, phases stacked, and
// a window that shows what the lanes above look at.

import { Phase } from '../trace/schema';
import type { Store } from '../trace/store';
import { Columns, columnHeight, fillColumns } from './density';
import { RAIL } from './lanes';
import type { Scene } from './painter';
import { makeScale } from './scale';
import type { Scale } from './scale';

/** The scale of the minimap: all of the run. */
export function wholeScale(scene: Pick<Scene, 'store' | 'view'>, width: number): Scale {
  const mode = scene.view.mode === 'iterations' ? 'iterations' : 'time';
  return makeScale(mode, scene.view.extent(scene.store), width, scene.store);
}

export class Minimap {
  private readonly columns = new Columns();
  private image: ImageData | null = null;
  private pixels = new Uint32Array(0);
  private tops = new Int32Array(0);

  constructor(private readonly ctx: CanvasRenderingContext2D) {}

  /** Sizes are in device px; d of them make a CSS px. */
  paint(scene: Scene, y: number, height: number, width: number, d: number): void {
    const room = Math.round(height - 6 * d);
    this.resize(Math.ceil(width), room, scene.palette.bg.rgba);
    this.fill(scene, width, room);
    if (this.image) this.ctx.putImageData(this.image, 0, Math.round(y + 3 * d));
    this.window(scene, y, height, width, d);
  }

  private resize(width: number, height: number, bg: number): void {
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.image = this.ctx.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
      this.tops = new Int32Array(width);
    }
    this.pixels.fill(bg);
    this.tops.fill(height);
  }

  private fill(scene: Scene, width: number, room: number): void {
    const { store, palette } = scene;
    const s = wholeScale(scene, width);
    const timeOf = s.bySeq ? (k: number) => clampedTime(store, k) : (k: number) => k;
    fillColumns(store.index.polls, s, timeOf, this.columns);
    this.bars(room, palette.phases[Phase.Poll].tint.rgba, false);
    for (const phase of RAIL) {
      fillColumns(store.index.callbacks[phase], s, timeOf, this.columns);
      this.bars(room, palette.phases[phase].fill.rgba, true);
    }
  }

  /** One bar a column, on top of those that were stacked before. */
  private bars(room: number, colour: number, stack: boolean): void {
    const { tops, pixels, columns } = this;
    const width = columns.share.length;
    for (let x = 0; x < width; x++) {
      const from = tops[x];
      const to = Math.max(0, from - columnHeight(columns.share[x], room));
      for (let y = to; y < from; y++) pixels[y * width + x] = colour;
      if (stack) tops[x] = to;
    }
  }

  private window(scene: Scene, y: number, height: number, width: number, d: number): void {
    const { view, store, palette } = scene;
    const { ctx } = this;
    const { to } = view.extent(store);
    const x0 = Math.max(0, (view.range.from / to) * width);
    const x1 = Math.min(width, (view.range.to / to) * width);
    ctx.strokeStyle = palette.text.css;
    ctx.lineWidth = 1.5 * d;
    ctx.strokeRect(x0 + d, y + 1.5 * d, Math.max(4 * d, x1 - x0 - 2 * d), height - 3 * d);
    ctx.lineWidth = d;
  }
}

function clampedTime(store: Store, key: number): number {
  const at = Math.min(Math.max(0, Math.floor(key)), Math.max(0, store.head - store.base - 1));
  return store.timeAt(at + store.base);
}
