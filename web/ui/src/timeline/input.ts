// Pointer and wheel on the timeline. Everything here can be done by key or
// button as well.

import type { Store } from '../trace/store';
import type { View } from './view';

export interface InputEvents {
  store(): Store;
  view(): View;
  /** The view has moved. */
  moved(): void;
  hover(x: number, y: number): void;
  leave(): void;
  click(x: number, y: number): void;
  /** y lies in the minimap's row. */
  inMinimap(y: number): boolean;
}

const CLICK_SLOP = 4;
const LINE = 16;

export function attachInput(el: HTMLElement, on: InputEvents): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let start = { x: 0, y: 0 };
  let dragged = false;
  let minimap = false;

  const at = (e: MouseEvent) => {
    const box = el.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const width = () => Math.max(1, el.clientWidth);

  const down = (e: PointerEvent) => {
    if (e.button !== 0) return;
    el.setPointerCapture(e.pointerId);
    start = at(e);
    pointers.set(e.pointerId, start);
    dragged = pointers.size > 1;
    minimap = pointers.size === 1 && on.inMinimap(start.y);
    if (minimap) centre(start.x);
  };

  /** Puts the middle of the view where the minimap was touched. */
  const centre = (x: number) => {
    const view = on.view();
    const { to } = view.extent(on.store());
    const wide = view.range.to - view.range.from;
    const middle = (x / width()) * to;
    view.select(middle - wide / 2, middle + wide / 2, on.store());
    on.moved();
  };

  const move = (e: PointerEvent) => {
    const p = at(e);
    const before = pointers.get(e.pointerId);
    if (!before) {
      on.hover(p.x, p.y);
      return;
    }
    if (Math.hypot(p.x - start.x, p.y - start.y) > CLICK_SLOP) dragged = true;
    if (minimap) centre(p.x);
    else if (pointers.size === 2) pinch(e.pointerId, before, p);
    else if (dragged) {
      on.view().pan((before.x - p.x) / width(), on.store());
      on.moved();
    }
    // Below the slop nothing moves yet, and nothing of the way is lost.
    if (dragged || minimap) pointers.set(e.pointerId, p);
  };

  const pinch = (id: number, before: { x: number; y: number }, p: { x: number; y: number }) => {
    const other = [...pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const was = Math.max(10, Math.abs(before.x - other.x));
    const is = Math.max(10, Math.abs(p.x - other.x));
    on.view().zoom(was / is, (p.x + other.x) / 2, width(), on.store());
    on.moved();
  };

  const up = (e: PointerEvent) => {
    if (!pointers.delete(e.pointerId)) return;
    if (!dragged && !minimap && e.type === 'pointerup') {
      const p = at(e);
      on.click(p.x, p.y);
    }
  };

  const wheel = (e: WheelEvent) => {
    const unit = e.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE;
    if (e.ctrlKey || e.metaKey) {
      e.preventDefault();
      const factor = Math.exp(Math.max(-1, Math.min(1, e.deltaY * unit * 0.004)));
      on.view().zoom(factor, at(e).x, width(), on.store());
    } else {
      const delta = Math.abs(e.deltaX) > Math.abs(e.deltaY) || e.shiftKey ? e.deltaX || e.deltaY : e.deltaY;
      e.preventDefault();
      on.view().pan((delta * unit) / width(), on.store());
    }
    on.moved();
  };

  const fit = (e: MouseEvent) => {
    if (on.inMinimap(at(e).y)) return;
    on.view().fit(on.store());
    on.moved();
  };

  el.addEventListener('pointerdown', down);
  el.addEventListener('pointermove', move);
  el.addEventListener('pointerup', up);
  el.addEventListener('pointercancel', up);
  el.addEventListener('pointerleave', on.leave);
  el.addEventListener('wheel', wheel, { passive: false });
  el.addEventListener('dblclick', fit);
  return () => {
    el.removeEventListener('pointerdown', down);
    el.removeEventListener('pointermove', move);
    el.removeEventListener('pointerup', up);
    el.removeEventListener('pointercancel', up);
    el.removeEventListener('pointerleave', on.leave);
    el.removeEventListener('wheel', wheel);
    el.removeEventListener('dblclick', fit);
  };
}
