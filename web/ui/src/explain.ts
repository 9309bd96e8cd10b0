// The sentences: what a record means, why poll waited, why a callback ran.
// Pure functions of records, so that any reader of a trace can say the same.

import { bytes, duration, errnoText, grouped, idName, plural, typeName } from './format';
import type { Rec } from './trace/columns';
import type { Chain } from './trace/causes';
import { Ended, HandleType, Kind, KINDS, Phase, PHASES, PollEvent, REQ_BASE, ReqType, Why } from './trace/schema';

/** Where labels come from. */
export interface Labels {
  label(i: number): string;
}

/** "timer #7", "fs read #12", "tcp #3 (server)"; "the loop" where nothing is named. */
export function subject(rec: Pick<Rec, 'id' | 'type' | 'label'>, labels: Labels): string {
  const label = labels.label(rec.label);
  if (rec.id === 0) return label || 'the loop';
  const type = typeName(rec.type) || 'handle';
  if (rec.type === REQ_BASE + ReqType.Fs && label) return `fs ${label} ${idName(rec.id)}`;
  const name = `${type} ${idName(rec.id)}`;
  return label ? `${name} (${label})` : name;
}

/** "readable", "readable and writable" */
export function eventNames(bits: number): string {
  const names = Object.entries(PollEvent)
    .filter(([, bit]) => (bits & bit) !== 0)
    .map(([name]) => name.toLowerCase());
  return names.join(' and ') || 'nothing';
}

const NO_BLOCK: Readonly<Record<number, string>> = {
  [Why.Stop]: 'the loop was told to stop',
  [Why.Nowait]: 'this run never blocks',
  [Why.Idle]: 'idle handles are active, and they want the next iteration at once',
  [Why.Pending]: 'callbacks are pending',
  [Why.Closing]: 'handles are closing',
  [Why.Nothing]: 'nothing keeps the loop alive',
};

/** Why poll has the timeout it has. */
export function pollReason(begin: Rec): string {
  if (begin.lane === Why.Timer && begin.value > 0) {
    return `Poll may block ${duration(begin.value)} because timer ${idName(begin.id)} is due then.`;
  }
  if (begin.lane === Why.Timer) return `Poll does not block: timer ${idName(begin.id)} is already due.`;
  if (begin.lane === Why.Forever || begin.value === Infinity) {
    return `Poll may block without a timeout: no timer is set, and ${watchers(begin.status)} can wake it.`;
  }
  const why = NO_BLOCK[begin.lane];
  return why ? `Poll does not block: ${why}.` : `Poll has a timeout of ${duration(begin.value)}.`;
}

function watchers(n: number): string {
  return n > 0 ? plural(n, 'watcher') : 'only an async send or the pool';
}

/** What ended a wait. */
export function pollEnd(begin: Rec, end: Rec): string {
  const took = duration(Math.max(0, end.t - begin.t));
  switch (end.lane) {
    case Ended.Events:
      return `It took ${took} and ended with ${plural(Math.max(0, end.status), 'event')}.`;
    case Ended.Timeout:
      return begin.value === 0 ? `It looked for events and found none (${took}).` : `It ended after ${took}, when the time was up.`;
    case Ended.Wake:
      return `It ended after ${took}, woken by an async send or by the pool.`;
    case Ended.Interrupted:
      return `It was interrupted after ${took}.`;
    default:
      return `It took ${took}.`;
  }
}

/** For the timeline: how long, and for what. */
export function pollLabel(begin: Rec, end: Rec | undefined): string {
  const due = begin.lane === Why.Timer ? `timer ${idName(begin.id)}` : '';
  if (!end) return due ? `≤ ${duration(begin.value)}: ${due}` : 'no timeout';
  const took = duration(end.t - begin.t);
  if (end.lane === Ended.Events) return `${took}: ${plural(Math.max(0, end.status), 'event')}`;
  if (end.lane === Ended.Wake) return `${took}: woken`;
  if (end.lane === Ended.Interrupted) return `${took}: interrupted`;
  return due ? `${took}: ${due}` : took;
}

/** What a callback was called for: "timer #7, 0.3 ms late". */
export function callbackTitle(rec: Rec, labels: Labels): string {
  return subject(rec, labels) + detail(rec);
}

function detail(rec: Rec): string {
  if (rec.phase === Phase.Closing && rec.type < REQ_BASE) return ' closed';
  if (rec.status < 0) return `: ${errnoText(rec.status)}`;
  if (rec.type === HandleType.Timer) return rec.value >= 1e6 ? `, ${duration(rec.value)} late` : '';
  if (rec.value > 0 && Number.isFinite(rec.value)) return `, ${bytes(rec.value)}`;
  return '';
}

/** Where in the run a record stands: "iteration 14, poll". */
export function place(rec: Rec): string {
  const phase = rec.phase === Phase.Outside ? 'outside the loop' : (PHASES[rec.phase] ?? 'unknown phase');
  return rec.iter === 0 ? `before iteration 1, ${phase}` : `iteration ${grouped(rec.iter)}, ${phase}`;
}

/** The short form beside a line of output: "it 14 · poll". */
export function shortPlace(rec: Rec): string {
  return `it ${grouped(rec.iter)} · ${rec.phase === Phase.Outside ? (rec.iter === 0 ? 'start' : 'end') : (PHASES[rec.phase] ?? '?')}`;
}

/** One sentence for any record; end is the record that ends it, where there is one. */
export function sentence(rec: Rec, labels: Labels, end?: Rec): string {
  const who = subject(rec, labels);
  switch (rec.kind) {
    case Kind.RunBegin:
      return 'The loop starts to run.';
    case Kind.RunEnd:
      return rec.status ? 'The loop stops; something could still happen.' : 'The loop ends: nothing is left that could happen.';
    case Kind.PhaseBegin:
      return `The ${PHASES[rec.phase] ?? '?'} phase has callbacks to run.`;
    case Kind.PhaseEnd:
      return `The ${PHASES[rec.phase] ?? '?'} phase ends.`;
    case Kind.PollBegin:
      return end ? `${pollReason(rec)} ${pollEnd(rec, end)}` : pollReason(rec);
    case Kind.PollEnd:
      return 'The kernel answered.';
    case Kind.CallbackBegin:
      return `The callback of ${callbackTitle(rec, labels)} runs` + (end ? ` for ${duration(end.t - rec.t)}.` : '.');
    case Kind.CallbackEnd:
      return `The callback of ${who} returned.`;
    case Kind.HandleStart:
      return rec.type === HandleType.Timer ? `${cap(who)} is started, due at ${duration(rec.value)}.` : `${cap(who)} is started.`;
    case Kind.ReqSubmit:
      return rec.lane > 0 ? `${cap(who)} is given to the pool (${LANES[rec.lane] ?? 'work'}).` : `${cap(who)} is begun.`;
    case Kind.ReqStart:
      return `Worker ${rec.lane} of the pool takes ${who}.`;
    case Kind.ReqDone:
      return `${cap(who)} is done${by(rec.lane)}` + (rec.status < 0 ? `: ${errnoText(rec.status)}.` : '.');
    case Kind.ReqCancel:
      return rec.status < 0 ? `Too late to cancel ${who}.` : `${cap(who)} is cancelled.`;
    case Kind.Register:
      return `${cap(REGISTRATIONS[rec.lane] ?? 'changed')} with the kernel: ${who}, ${eventNames(rec.value)}.`;
    case Kind.Event:
      if (rec.type === HandleType.Signal) return `${cap(who)} catches signal ${rec.value}.`;
      return `The kernel reports ${who}: ${eventNames(rec.value)}.`;
    case Kind.Output:
      return `The guest wrote ${bytes(Math.max(0, rec.status))} to ${rec.lane === 2 ? 'standard error' : 'standard output'}.`;
    case Kind.Denied:
      return `Denied: ${labels.label(rec.label) || who}.`;
    case Kind.Limit:
      return `Limit reached: ${labels.label(rec.label) || who}, ${grouped(rec.value)}.`;
    case Kind.Hold:
      return `The loop is held alive as by ${plural(rec.value, 'handle', 'handles')}.`;
    case Kind.Dropped:
      return `${plural(rec.value, 'record was', 'records were')} lost before this one.`;
    case Kind.Tick:
    case Kind.Microtask:
      return `A ${KINDS[rec.kind]} ran for ${duration(rec.value)}.`;
    case Kind.GuestBegin:
      return `The guest is entered: ${labels.label(rec.label) || 'start'}.`;
    case Kind.GuestEnd:
      return `The guest returned with status ${rec.status}.`;
    default:
      return VERBS[rec.kind] ? `${cap(who)} ${VERBS[rec.kind]}.` : `${cap(who)}: ${KINDS[rec.kind] ?? `kind ${rec.kind}`}.`;
  }
}

const LANES: Readonly<Record<number, string>> = { 1: 'CPU work', 2: 'fast I/O', 3: 'slow I/O' };
const REGISTRATIONS: Readonly<Record<number, string>> = { 1: 'registered', 2: 'changed', 3: 'removed' };
const VERBS: Readonly<Record<number, string>> = {
  [Kind.HandleInit]: 'is made',
  [Kind.HandleStop]: 'is stopped',
  [Kind.HandleRef]: 'now keeps the loop alive',
  [Kind.HandleUnref]: 'no longer keeps the loop alive',
  [Kind.HandleClose]: 'is closing; its close callback runs at the end of the iteration',
};

/** What class of pool work a req_submit's lane means. */
export function workClass(lane: number): string {
  return LANES[lane] ?? 'work';
}

function by(lane: number): string {
  return lane > 0 ? `, by worker ${lane}` : '';
}

function cap(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One link of a chain of causes, short. */
export function link(rec: Rec, labels: Labels): string {
  switch (rec.kind) {
    case Kind.CallbackBegin:
      return `callback of ${subject(rec, labels)} (${shortPlace(rec)})`;
    case Kind.ReqSubmit:
      return rec.lane > 0 ? `${subject(rec, labels)} given to the pool` : `${subject(rec, labels)} begun`;
    case Kind.ReqStart:
      return `pool worker ${rec.lane}`;
    case Kind.ReqDone:
      return `${subject(rec, labels)} done${by(rec.lane)}`;
    case Kind.HandleStart:
      return `${subject(rec, labels)} started`;
    case Kind.Event:
      if (rec.type === HandleType.Signal) return `signal ${rec.value}`;
      return `kernel: ${subject(rec, labels)} ${eventNames(rec.value)}`;
    case Kind.GuestBegin:
      return `start of the guest (${labels.label(rec.label) || 'start'})`;
    case Kind.PollBegin:
      return 'poll asked the kernel';
    case Kind.PollEnd:
      return 'the kernel answered';
    case Kind.Output:
      return `output of ${bytes(Math.max(0, rec.status))}`;
    default:
      return `${(KINDS[rec.kind] ?? 'event').replace('_', ' ')} of ${subject(rec, labels)}`;
  }
}

/** "Why now?" in one sentence, from the first cause to the record asked about. */
export function whyNow(chain: Chain, labels: Labels): string {
  const [asked, ...before] = chain.links;
  if (!asked) return 'That record is not on this page.';
  if (before.length === 0) {
    return chain.end === 'lost' ? 'Its cause is not on this page.' : 'Nothing earlier led to it: it is where a chain begins.';
  }
  const path = before.reverse().map((r, i, all) => link(r, labels) + delay(r, all[i + 1] ?? asked));
  const start = chain.end === 'complete' ? '' : '… → ';
  return `${start}${path.join(' → ')} → this, ${duration(asked.t - before[0].t)} after the first of them.`;
}

function delay(from: Rec, to: Rec): string {
  const ns = to.t - from.t;
  return ns >= 1e6 ? `, ${duration(ns)} later` : '';
}
