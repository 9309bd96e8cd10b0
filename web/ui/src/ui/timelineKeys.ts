// Keys of the timeline. They work while it has the focus.

import type { Signal } from '@preact/signals';
import { place, sentence } from '../explain';
import { announcement, command, lowerTab, panel, select, session, togglePause } from '../state';
import { along, iterationFrom, laneOf, nearest, ordinalIn } from '../timeline/cursor';
import { lanesOf } from '../timeline/lanes';
import type { Lane } from '../timeline/lanes';
import { endOf } from '../trace/causes';

const STEP: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, '.': 1, ArrowLeft: -1, ',': -1 };
const LANE: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const ITERATION: Readonly<Record<string, 1 | -1>> = { ']': 1, '[': -1 };

export function timelineKey(e: KeyboardEvent, lane: Signal<number>, entered: Signal<boolean>): void {
  if (e.ctrlKey || e.metaKey) return;
  if (act(e, lane, entered)) e.preventDefault();
}

function act(e: KeyboardEvent, lane: Signal<number>, entered: Signal<boolean>): boolean {
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if (STEP[key]) return move(lane, STEP[key]);
  if (LANE[key]) return change(lane, LANE[key]);
  if (ITERATION[key]) return go(iterationFrom(session.store, from(), ITERATION[key]), lane);
  return look(key) || control(key, e, entered);
}

function control(key: string, e: KeyboardEvent, entered: Signal<boolean>): boolean {
  switch (key) {
    case 'Enter':
      entered.value = true;
      return true;
    case 'Escape':
      entered.value = false;
      return true;
    case ' ':
      togglePause();
      return true;
    case 'n':
      void command(e.altKey ? 'step-iteration' : e.shiftKey ? 'step-phase' : 'step-callback');
      return true;
    case 't':
      lowerTab.value = 'events';
      panel.value = 'state';
      requestAnimationFrame(() => document.getElementById('events-table')?.focus());
      return true;
    default:
      return false;
  }
}

/** Zooms and pans. */
function look(key: string): boolean {
  const { view, store } = session;
  const zooms: Readonly<Record<string, number>> = { w: 1 / 1.4, '+': 1 / 1.4, '=': 1 / 1.4, s: 1.4, '-': 1.4 };
  const pans: Readonly<Record<string, number>> = { a: -0.2, d: 0.2 };
  if (zooms[key]) view.zoom(zooms[key], 50, 100, store);
  else if (pans[key]) view.pan(pans[key], store);
  else if (key === '0') view.fit(store);
  else if (key === 'l') view.following = true;
  else if (key === 'f') fitSelection();
  else return false;
  session.changed();
  return true;
}

function fitSelection(): void {
  const { view, store, selected } = session;
  const rec = store.read(selected.value);
  if (!rec) return;
  const end = endOf(store, rec);
  view.reveal(rec.seq, store);
  if (view.mode === 'iterations' || !end) return;
  const wide = Math.max(1000, (end.t - rec.t) * 2);
  view.select((rec.t + end.t - wide) / 2, (rec.t + end.t + wide) / 2, store);
}

/** Where the cursor stands: the selected record, or before the first. */
function from(): number {
  return session.selected.value >= 0 ? session.selected.value : session.store.tail - 1;
}

function move(lane: Signal<number>, step: 1 | -1): boolean {
  const lanes = lanesOf(session.store);
  return go(along(session.store, lanes[Math.min(lane.value, lanes.length - 1)], from(), step), lane, true);
}

/** To the next lane that holds something. */
function change(lane: Signal<number>, step: 1 | -1): boolean {
  const lanes = lanesOf(session.store);
  for (let i = lane.value + step; i > 0 && i < lanes.length; i += step) {
    const seq = nearest(session.store, lanes[i], session.selected.value);
    if (seq < 0) continue;
    lane.value = i;
    return go(seq, lane, true);
  }
  return true;
}

function go(seq: number, lane: Signal<number>, stay = false): boolean {
  if (seq < 0) return true;
  select(seq);
  const lanes = lanesOf(session.store);
  const at = stay ? lane.value : laneOf(session.store, lanes, seq);
  if (at >= 0) lane.value = at;
  announcement.value = spoken(seq, lanes[lane.value]);
  return true;
}

/** "Iteration 14, poll, 12 of 31: …" */
function spoken(seq: number, lane: Lane): string {
  const { store } = session;
  const rec = store.read(seq);
  if (!rec) return '';
  const [at, of] = ordinalIn(store, lane, seq);
  return `${place(rec)}, ${at} of ${of}: ${sentence(rec, store, endOf(store, rec))}`;
}
