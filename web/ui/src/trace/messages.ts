// Text frames: JSON whose every field is checked. A type that is not known is
// passed over, so that a newer server can say more.

import { FrameError } from './decode';
import type { Denial, Exit, Message, OutputChunk, PausedAt, RunState, RunStatus } from './decode';
import { HANDLE_TYPES, PHASES, REQ_BASE, REQ_TYPES } from './schema';

const STATUSES: readonly string[] = [
  'starting', 'running', 'paused', 'finished', 'stopped', 'crashed', 'limit', 'failed',
];
const MAX_LABELS = 1 << 16;

type Json = Record<string, unknown>;

export function decodeMessage(text: string): Message {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new FrameError('a text frame that is not JSON');
  }
  const m = object(raw, 'message');
  switch (m.type) {
    case 'hello': {
      const run = object(m.run, 'run');
      return { type: 'hello', id: string(run.id), name: string(run.name), loops: count(run.loops ?? 1, 'loops'), head: count(m.head, 'head') };
    }
    case 'labels':
      return decodeLabels(m);
    case 'output':
      return { type: 'output', chunks: array(m.chunks, 'chunks').map(decodeChunk) };
    case 'state':
      return { type: 'state', state: decodeState(m.state) };
    default:
      return { type: 'unknown' };
  }
}

function decodeLabels(m: Json): Message {
  const first = count(m.first, 'first');
  const labels = array(m.labels, 'labels').map(string);
  if (first + labels.length > MAX_LABELS) throw new FrameError('more labels than there can be');
  return { type: 'labels', first, labels };
}

function decodeChunk(raw: unknown): OutputChunk {
  const c = object(raw, 'chunk');
  return { offset: count(c.offset, 'offset'), stream: c.stream === 2 ? 2 : 1, text: string(c.text) };
}

/** Reads the state of a run, as the websocket and GET /api/runs/{id} give it. */
export function decodeState(raw: unknown): RunState {
  const s = object(raw, 'state');
  const status = string(s.status);
  if (!STATUSES.includes(status)) throw new FrameError(`unknown status "${status}"`);
  return {
    status: status as RunStatus,
    pausedAt: s.paused_at ? decodePausedAt(object(s.paused_at, 'paused_at')) : null,
    exit: s.exit ? decodeExit(object(s.exit, 'exit')) : null,
    iterations: count(s.iterations ?? 0, 'iterations'),
    ns: count(s.ns ?? 0, 'ns'),
    denied: decodeDenied(s),
  };
}

function decodePausedAt(p: Json): PausedAt {
  return {
    phase: named(p.phase, PHASES),
    iteration: count(p.iteration ?? p.iter ?? 0, 'iteration'),
    kind: typeof p.kind === 'string' ? p.kind : '',
    id: count(p.id ?? 0, 'id'),
    type: typeof p.type === 'string' ? typeNamed(p.type) : count(p.type ?? 0, 'type'),
  };
}

function decodeDenied(s: Json): Denial[] {
  const exit = (s.exit ?? {}) as Json;
  const list = array(s.denied ?? exit.denied ?? [], 'denied');
  return list.map((raw) => {
    const d = object(raw, 'denial');
    return { what: string(d.what), flag: typeof d.flag === 'string' ? d.flag : '' };
  });
}

function decodeExit(e: Json): Exit {
  return {
    code: typeof e.code === 'number' && Number.isInteger(e.code) ? e.code : 0,
    reason: typeof e.reason === 'string' ? e.reason : '',
    message: typeof e.message === 'string' ? e.message : '',
    try: typeof e.try === 'string' ? e.try : '',
    waited: e.waited !== false,
  };
}

/** A number of the table, given as such or by its name; 0 where it is neither. */
function named(v: unknown, names: readonly string[]): number {
  if (typeof v === 'string') return Math.max(0, names.indexOf(v));
  return typeof v === 'number' && v in names ? v : 0;
}

function typeNamed(name: string): number {
  const handle = HANDLE_TYPES.indexOf(name);
  if (handle >= 0) return handle;
  const req = REQ_TYPES.indexOf(name);
  return req >= 0 ? req + REQ_BASE : 0;
}

function object(v: unknown, what: string): Json {
  if (typeof v !== 'object' || v === null || Array.isArray(v)) throw new FrameError(`${what} is not an object`);
  return v as Json;
}

function array(v: unknown, what: string): unknown[] {
  if (!Array.isArray(v)) throw new FrameError(`${what} is not a list`);
  return v;
}

function string(v: unknown): string {
  if (typeof v !== 'string') throw new FrameError('a text was expected');
  return v;
}

function count(v: unknown, what: string): number {
  if (typeof v !== 'number' || !Number.isSafeInteger(v) || v < 0) throw new FrameError(`${what} is not a count`);
  return v;
}
