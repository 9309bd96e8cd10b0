// The server's HTTP interface. Whatever goes wrong comes out as one error with
// three parts: what happened, where, and what to try.

import { decodeFrames } from '../trace/decode';
import type { Frame, RunState } from '../trace/decode';
import { decodeState } from '../trace/messages';

/** What a person is told. */
export interface Problem {
  readonly what: string;
  readonly where: string;
  readonly try: string;
}

export class ApiError extends Error {
  constructor(readonly problem: Problem, readonly status = 0) {
    super(problem.what);
  }
}

export interface Sample {
  readonly name: string;
  readonly title: string;
  readonly look: string;
  readonly try: string;
  readonly language: string;
  readonly source: string;
  /** The order that is always seen, as constraints. */
  readonly order: readonly string[];
  /** It was built into this server. */
  readonly wasm: boolean;
}

export interface Catalogue {
  readonly samples: readonly Sample[];
  readonly maxUpload: number;
  readonly version: string;
}

export const DEFAULT_MAX_UPLOAD = 16 << 20;

export type Command = 'stop' | 'pause' | 'resume' | 'step-callback' | 'step-phase' | 'step-iteration';

const UNREACHABLE: Problem = {
  what: 'The server does not answer',
  where: location_(),
  try: 'See whether "playground serve" still runs, then try again.',
};

function location_(): string {
  return typeof location === 'undefined' ? '' : location.host;
}

async function call(path: string, init?: RequestInit): Promise<Response> {
  let res: Response;
  try {
    res = await fetch(path, init);
  } catch {
    throw new ApiError(UNREACHABLE);
  }
  if (!res.ok) throw new ApiError(problemOf(await res.text(), res.status, path), res.status);
  return res;
}

/** Reads {"error":{what,where,try}}; anything else is told as it is. */
export function problemOf(body: string, status: number, path: string): Problem {
  try {
    const raw: unknown = JSON.parse(body);
    const e = (raw as { error?: Partial<Problem> } | null)?.error;
    if (e && typeof e.what === 'string' && e.what !== '') {
      return { what: e.what, where: textOf(e.where), try: textOf(e.try) };
    }
  } catch {
    // not JSON: a proxy's page, or nothing
  }
  const hint = status === 413 ? 'Choose a smaller file.' : 'Load the page again; if it stays, look at the server\'s log.';
  return { what: `The server refused (HTTP ${status})`, where: path, try: hint };
}

function textOf(v: unknown): string {
  return typeof v === 'string' ? v : '';
}

export async function fetchCatalogue(): Promise<Catalogue> {
  const raw = (await (await call('/api/samples')).json()) as { samples?: unknown; maxUpload?: unknown; version?: unknown };
  const samples = Array.isArray(raw.samples) ? raw.samples.map(sampleOf) : [];
  const max = typeof raw.maxUpload === 'number' && raw.maxUpload > 0 ? raw.maxUpload : DEFAULT_MAX_UPLOAD;
  return { samples, maxUpload: max, version: textOf(raw.version) };
}

function sampleOf(raw: unknown): Sample {
  const s = (raw ?? {}) as Record<string, unknown>;
  return {
    name: textOf(s.name), title: textOf(s.title) || textOf(s.name), look: textOf(s.look), try: textOf(s.try),
    language: textOf(s.language), source: textOf(s.source),
    order: Array.isArray(s.order) ? s.order.map(textOf) : [],
    wasm: s.wasm !== false,
  };
}

export interface Created {
  readonly id: string;
  readonly name: string;
}

export async function runSample(sample: string, virtual: boolean): Promise<Created> {
  const res = await call('/api/runs', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sample, virtual }),
  });
  return createdOf(await res.text());
}

function createdOf(body: string): Created {
  const raw = JSON.parse(body) as Partial<Created>;
  if (typeof raw.id !== 'string' || !/^[0-9a-f]{32}$/.test(raw.id)) {
    throw new ApiError({ what: 'The server gave the run no usable id', where: '/api/runs', try: 'Load the page again.' });
  }
  return { id: raw.id, name: textOf(raw.name) };
}

/** An upload under way. */
export interface Upload {
  readonly done: Promise<Created>;
  cancel(): void;
}

/** Sends a module, gzipped where the browser can; progress counts from 0 to 1. */
export function runModule(file: File, progress: (share: number) => void): Upload {
  const xhr = new XMLHttpRequest();
  let cancelled = false;
  const done = (async () => {
    const { body, gzipped } = await packed(file);
    if (cancelled) throw new ApiError(CANCELLED);
    return send(xhr, file.name, body, gzipped, progress);
  })();
  return {
    done,
    cancel() {
      cancelled = true;
      xhr.abort();
    },
  };
}

const CANCELLED: Problem = { what: 'Upload cancelled', where: '', try: '' };

async function packed(file: File): Promise<{ body: Blob; gzipped: boolean }> {
  if (typeof CompressionStream === 'undefined') return { body: file, gzipped: false };
  const body = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return body.size < file.size ? { body, gzipped: true } : { body: file, gzipped: false };
}

function send(xhr: XMLHttpRequest, name: string, body: Blob, gzipped: boolean, progress: (share: number) => void): Promise<Created> {
  return new Promise((resolve, reject) => {
    const path = `/api/runs?name=${encodeURIComponent(name)}`;
    xhr.open('POST', path);
    xhr.setRequestHeader('Content-Type', 'application/wasm');
    if (gzipped) xhr.setRequestHeader('Content-Encoding', 'gzip');
    xhr.upload.onprogress = (e) => progress(e.total > 0 ? e.loaded / e.total : 0);
    xhr.onerror = () => reject(new ApiError(UNREACHABLE));
    xhr.onabort = () => reject(new ApiError(CANCELLED));
    xhr.onload = () => {
      if (xhr.status !== 201) reject(new ApiError(problemOf(xhr.responseText, xhr.status, name), xhr.status));
      else
        try {
          resolve(createdOf(xhr.responseText));
        } catch (e) {
          reject(e instanceof Error ? e : new Error(String(e)));
        }
    };
    xhr.send(body);
  });
}

export async function control(id: string, command: Command): Promise<void> {
  await call(`/api/runs/${id}/${command}`, { method: 'POST' });
}

/** Stops and forgets a run; keepalive lets it go out while the page closes. */
export function forget(id: string): void {
  fetch(`/api/runs/${id}`, { method: 'DELETE', keepalive: true }).catch(() => {
    // The server ends runs that nobody follows; nothing is left to do here.
  });
}

export async function fetchState(id: string): Promise<RunState> {
  return decodeState(await (await call(`/api/runs/${id}`)).json());
}

/** Records [from, to), as far as the server still has them. */
export async function fetchTrace(id: string, from: number, to: number): Promise<Frame[]> {
  const res = await call(`/api/runs/${id}/trace?format=binary&from=${from}&to=${to}`);
  return decodeFrames(await res.arrayBuffer());
}
