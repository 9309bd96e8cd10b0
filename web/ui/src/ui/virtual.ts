// A long list in a short box: which rows to make, and where to put them. Past
// what browsers can lay out, the scroll position is scaled.

export const ROW_PX = 24;
/** Below Firefox's limit of 17.9 million px. */
const MAX_PX = 16_000_000;
const OVERSCAN = 6;

export interface Window {
  /** Rows [first, last) are to be made. */
  readonly first: number;
  readonly last: number;
  /** Where the first of them is put, px. */
  readonly top: number;
  /** Height of the whole list, px. */
  readonly height: number;
}

export function windowOf(rows: number, scrollTop: number, boxPx: number): Window {
  const full = rows * ROW_PX;
  const height = Math.min(full, MAX_PX);
  const room = Math.max(1, height - boxPx);
  const offset = full > height ? (Math.min(scrollTop, room) / room) * (full - boxPx) : scrollTop;
  const first = Math.max(0, Math.floor(offset / ROW_PX) - OVERSCAN);
  const last = Math.min(rows, Math.ceil((offset + boxPx) / ROW_PX) + OVERSCAN);
  return { first, last, top: scrollTop - (offset - first * ROW_PX), height };
}

/** The scroll position that brings a row into the middle of the box. */
export function scrollTo(row: number, rows: number, boxPx: number): number {
  const full = rows * ROW_PX;
  const wanted = Math.min(Math.max(0, row * ROW_PX - boxPx / 2), Math.max(0, full - boxPx));
  if (full <= MAX_PX) return wanted;
  return (wanted / (full - boxPx)) * (MAX_PX - boxPx);
}
