// The rows of the timeline, top to bottom in the order in which a loop runs.

import { Phase, PHASES } from '../trace/schema';
import type { Store } from '../trace/store';

export const ROW = 24;
/** Height of a bar in its row. */
export const BAR = 16;
/** Rows for workers; a larger pool is told in words. */
const MAX_POOL = 16;

/** The letter of each phase. r is prepare, o is poll, x is closing: their first letters are taken. */
export const LETTERS: readonly string[] = ['', 'T', 'P', 'I', 'R', 'O', 'C', 'X'];
export const RAIL: readonly number[] = [
  Phase.Timers, Phase.Pending, Phase.Idle, Phase.Prepare, Phase.Poll, Phase.Check, Phase.Closing,
];

export interface Lane {
  readonly id: string;
  readonly kind: 'ruler' | 'phase' | 'pool' | 'console' | 'minimap';
  readonly label: string;
  readonly letter: string;
  /** The phase, or the worker from 1. */
  readonly n: number;
  readonly y: number;
}

/** The lanes of a run so far; pool lanes appear when a worker is first used. */
export function lanesOf(store: Store): Lane[] {
  const rows: Omit<Lane, 'y'>[] = [{ id: 'iteration', kind: 'ruler', label: 'iteration', letter: '', n: 0 }];
  for (const p of RAIL) rows.push({ id: PHASES[p], kind: 'phase', label: PHASES[p], letter: LETTERS[p], n: p });
  for (let w = 1; w <= poolRows(store); w++) rows.push({ id: `pool-${w}`, kind: 'pool', label: `pool ${w}`, letter: '', n: w });
  rows.push({ id: 'console', kind: 'console', label: 'console', letter: '', n: 0 });
  rows.push({ id: 'minimap', kind: 'minimap', label: 'whole run', letter: '', n: 0 });
  return rows.map((r, i) => ({ ...r, y: i * ROW }));
}

export function poolRows(store: Store): number {
  const waiting = store.index.queued.size > 0 ? 1 : 0;
  return Math.min(MAX_POOL, Math.max(store.index.pool.length, waiting));
}

/** Names of the lanes that hold something, for scripts: "timers poll pool-1". */
export function usedLanes(store: Store): string {
  const { index } = store;
  const used = RAIL.filter((p) => index.counts[p] > 0 || (p === Phase.Poll && (index.polls.n > 0 || index.polls.isOpen)));
  const names = used.map((p) => PHASES[p]);
  index.pool.forEach((lane, i) => {
    if (lane.spans.n > 0 || lane.spans.isOpen) names.push(`pool-${i + 1}`);
  });
  if (index.marks.n > 0) names.push('console');
  return names.join(' ');
}

export function heightOf(lanes: readonly Lane[]): number {
  return lanes.length * ROW;
}
