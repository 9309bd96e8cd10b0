// A run in numbers and in one sentence.

import { duration, grouped, plural } from '../format';
import type { Index } from './index';
import { Phase } from './schema';
import type { Store } from './store';

/** The share of the last ns nanoseconds that a phase took, waiting included. */
export function shareOf(index: Index, phase: number, ns: number): number {
  const end = index.lastT;
  const begin = Math.max(0, end - ns);
  if (end <= begin) return 0;
  const list = index.callbacks[phase];
  let busy = list.busy(end) - list.busy(begin);
  if (phase === Phase.Poll) busy += index.polls.busy(end) - index.polls.busy(begin);
  return Math.min(1, Math.max(0, busy / (end - begin)));
}

/** What waits in a phase, short: "2 set", "3 fd"; '' for nothing. */
export function waitingIn(index: Index, phase: number): string {
  if (phase === Phase.Poll) {
    const parts = [];
    if (index.watchers > 0) parts.push(`${grouped(index.watchers)} fd`);
    if (index.requests > 0) parts.push(`${grouped(index.requests)} req`);
    return parts.join(' ');
  }
  const n = index.waiting[phase];
  if (n === 0) return '';
  const word: Partial<Record<number, string>> = { [Phase.Timers]: 'set', [Phase.Closing]: 'left' };
  return `${grouped(n)} ${word[phase] ?? 'active'}`;
}

export function callbackCount(index: Index): number {
  return index.counts.reduce((a, b) => a + b, 0);
}

/** What there is to see, for those who do not see it. */
export function summary(store: Store): string {
  const { index } = store;
  if (store.count === 0) return 'Nothing has run yet.';
  const waited = index.polls.busy(index.lastT);
  const parts = [
    `${plural(index.iteration, 'iteration')} in ${duration(index.lastT)}`,
    plural(callbackCount(index), 'callback'),
    `${duration(waited)} asleep in poll`,
  ];
  if (index.pool.length > 0) parts.push(`${plural(index.pool.length, 'pool worker')} used`);
  if (store.gaps.length > 0) parts.push(plural(store.gaps.length, 'gap'));
  return `${parts.join(', ')}.`;
}
