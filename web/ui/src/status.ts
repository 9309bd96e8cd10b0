// What the status chip says: an icon, words, and a tone. Pure; the page gives
// it what it knows and shows the answer.

import { subject } from './explain';
import { duration, grouped, idName, plural, short } from './format';
import type { RunState } from './trace/decode';
import { PHASES, Why } from './trace/schema';
import type { Rec } from './trace/columns';
import type { Labels } from './explain';

export type Tone = 'neutral' | 'ok' | 'busy' | 'warn' | 'error';
export type StatusIcon =
  'ready' | 'progress' | 'run' | 'wait' | 'alert' | 'pause' | 'done' | 'stop' | 'cross' | 'limit' | 'retry';

export interface Status {
  /** Stable, for scripts and styles. */
  readonly key: string;
  readonly icon: StatusIcon;
  readonly tone: Tone;
  readonly text: string;
  /** For a narrow screen. */
  readonly short: string;
  /** A sentence more, under the chip; '' where there is nothing to add. */
  readonly more: string;
  /** What can be tried; '' where nothing need be. */
  readonly try: string;
}

export interface Facts {
  /** null: nothing was run yet. */
  readonly run: RunState | null;
  readonly conn: 'none' | 'connecting' | 'open' | 'lost' | 'gone';
  readonly retryIn: number;
  /** Share of the upload sent, 0 to 1; null when there is none. */
  readonly upload: number | null;
  /** The poll_begin that has no end yet. */
  readonly poll: Rec | null;
  /** ms since the last record arrived, while the run is running. */
  readonly silentMs: number;
  readonly iteration: number;
  readonly eventsPerSecond: number;
  readonly labels: Labels;
}

/** A wait shorter than this is not worth a word of its own. */
const BLOCKED_AFTER_MS = 60;
const BUSY_AFTER_MS = 1000;

function status(key: string, icon: StatusIcon, tone: Tone, text: string, brief = text, more = '', attempt = ''): Status {
  return { key, icon, tone, text, short: brief, more, try: attempt };
}

export function statusOf(f: Facts): Status {
  if (f.upload !== null) {
    const text = `Uploading ${Math.floor(f.upload * 100)} %`;
    return status('uploading', 'progress', 'busy', text);
  }
  const over = f.run !== null && isOver(f.run);
  if (f.conn === 'gone' && !over) {
    return status('gone', 'cross', 'error', 'Server not reachable', 'No server', 'What is on the screen stays.', 'Start the server again, then press Retry.');
  }
  if (f.conn === 'lost' && !over) {
    return status('lost', 'retry', 'warn', `Connection lost, retrying in ${Math.max(1, Math.ceil(f.retryIn))} s`, 'Connection lost', 'The run goes on at the server.');
  }
  if (!f.run) return f.conn === 'connecting' ? starting() : status('ready', 'ready', 'neutral', 'Ready');
  return ofRun(f, f.run);
}

function starting(): Status {
  return status('starting', 'progress', 'busy', 'Starting…');
}

/** The run has ended, whatever ended it. */
export function isOver(run: RunState): boolean {
  return !['starting', 'running', 'paused'].includes(run.status);
}

function ofRun(f: Facts, run: RunState): Status {
  // The state's count is that of the last edge; records may know a later one.
  const n = Math.max(run.iterations, f.iteration);
  const message = run.exit?.message ?? '';
  const attempt = run.exit?.try ?? '';
  switch (run.status) {
    case 'starting':
      return starting();
    case 'running':
      return running(f);
    case 'paused':
      return paused(run, f);
    case 'finished': {
      // Here the state knows best: after the guest's end the host closes what was left, in an iteration of its own.
      const its = plural(run.iterations, 'iteration');
      const code = run.exit?.code ?? 0;
      const tone = code === 0 ? 'ok' : 'warn';
      return status('finished', 'done', tone, `Finished · ${its} · exit ${code}`, `Done · exit ${code}`, finishedMore(run), attempt);
    }
    case 'stopped':
      return status('stopped', 'stop', 'neutral', `Stopped at iteration ${grouped(n)}`, 'Stopped', message, attempt);
    case 'limit':
      return status('limit', 'limit', 'error', `Limit reached · it ${grouped(n)}`, 'Limit reached', message, attempt);
    case 'crashed':
      return status('crashed', 'cross', 'error', `Crashed · it ${grouped(n)}`, 'Crashed', message, attempt);
    case 'failed':
      return status('failed', 'cross', 'error', n > 0 ? `Failed · it ${grouped(n)}` : 'Could not run', 'Failed', message, attempt);
  }
}

function finishedMore(run: RunState): string {
  if (run.exit?.message) return run.exit.message;
  const took = duration(run.ns);
  if (run.exit && !run.exit.waited) return `Finished in ${took}; it never waited, so the loop had nothing to show.`;
  return `It ran ${took}, and ended because nothing was left that could happen.`;
}

function paused(run: RunState, f: Facts): Status {
  const at = run.pausedAt;
  const it = grouped(at?.iteration ?? run.iterations);
  const phase = at && at.phase > 0 ? PHASES[at.phase] : '';
  const before = at?.kind.includes('callback') && at.id > 0
    ? `${subject({ id: at.id, type: at.type, label: 0 }, f.labels)}${phase ? ` in ${phase}` : ''}`
    : phase;
  const where = before ? ` before ${before}` : '';
  return status('paused', 'pause', 'warn', `Paused${where} · it ${it}`, `Paused · it ${it}`, 'Real timers and sockets go on meanwhile.');
}

function running(f: Facts): Status {
  const poll = f.poll;
  const long = poll !== null && (poll.value >= 100e6 || f.silentMs >= BLOCKED_AFTER_MS) && poll.value > 0;
  if (poll && long) return blocked(poll);
  if (!poll && f.silentMs >= BUSY_AFTER_MS) {
    const s = `${(f.silentMs / 1000).toFixed(0)} s`;
    return status('busy', 'alert', 'error', `In one callback for ${s}`, `Busy ${s}`, 'The loop is blocked: nothing else can run until it returns.');
  }
  const rate = f.eventsPerSecond >= 1 ? ` · ${short(f.eventsPerSecond)} ev/s` : '';
  return status('running', 'run', 'ok', `Running · it ${grouped(f.iteration)}${rate}`, `Running · it ${short(f.iteration)}`);
}

function blocked(poll: Rec): Status {
  if (poll.lane === Why.Timer && Number.isFinite(poll.value)) {
    const due = duration(poll.value);
    const timer = `timer ${idName(poll.id)}`;
    return status('blocked', 'wait', 'busy', `Blocked in poll · ≤ ${due} (${timer})`, `Poll ≤ ${due}`,
      `Asleep in poll: nothing to do for ${due}, then ${timer}. This is what a healthy program does most of the time.`);
  }
  const n = Math.max(0, poll.status);
  const what = n > 0 ? plural(n, 'watcher') : 'an async send or the pool';
  return status('blocked', 'wait', 'busy', `Blocked in poll · no timeout, waiting for ${what}`, 'Poll · no timeout',
    'Asleep in poll without a timeout: only an event can wake it.');
}
