// The page's state: signals that components read, and the actions they call.

import { computed, signal } from '@preact/signals';
import { ApiError, control, DEFAULT_MAX_UPLOAD, fetchCatalogue, runModule, runSample } from './net/api';
import type { Catalogue, Command, Created, Problem, Upload } from './net/api';
import { checkModule } from './net/wasmcheck';
import { Session } from './session';
import { statusOf } from './status';
import type { Status } from './status';
import { Kind } from './trace/schema';

export type Panel = 'code' | 'loop' | 'state' | 'console';
export type LowerTab = 'console' | 'events' | 'event' | 'code';

export const session = new Session();
export const catalogue = signal<Catalogue>({ samples: [], maxUpload: DEFAULT_MAX_UPLOAD, version: '' });
export const chosen = signal('');
/** An uploaded module, chosen in place of a sample. */
export const module = signal<File | null>(null);
export const virtual = signal(false);
export const problem = signal<Problem | null>(null);
export const uploadShare = signal<number | null>(null);
export const starting = signal(false);
export const panel = signal<Panel>('loop');
export const lowerTab = signal<LowerTab>('console');
export const helpOpen = signal(false);
/** A key was pressed or something was clicked: from now on changes are announced. */
export const touched = signal(false);
export const announcement = signal('');

export const sample = computed(() => catalogue.value.samples.find((s) => s.name === chosen.value) ?? null);

let upload: Upload | null = null;

export const status = computed<Status>(() => {
  session.slow.value; // recomputed when there is news
  const { store } = session;
  const { polls } = store.index;
  const run = session.run.value;
  const poll = polls.isOpen ? store.read(polls.openSeq + store.base) : undefined;
  return statusOf({
    run: starting.value && uploadShare.value === null ? null : run,
    conn: starting.value ? 'connecting' : session.conn.value,
    retryIn: (session.retryAt.value - performance.now()) / 1000,
    upload: uploadShare.value,
    poll: poll && poll.kind === Kind.PollBegin ? poll : null,
    silentMs: performance.now() - session.lastArrival,
    iteration: store.index.iteration,
    eventsPerSecond: session.eventsPerSecond.value,
    labels: store,
  });
});

/** A run is under way, or about to be. */
export const busy = computed(() => {
  const run = session.run.value;
  return starting.value || (run !== null && ['starting', 'running', 'paused'].includes(run.status));
});

export async function load(): Promise<void> {
  try {
    catalogue.value = await fetchCatalogue();
    const wanted = new URLSearchParams(location.hash.slice(1)).get('sample');
    const { samples } = catalogue.value;
    const first = samples.find((s) => s.name === wanted) ?? samples.find((s) => s.wasm) ?? samples[0];
    if (!chosen.value && first) chosen.value = first.name;
  } catch (e) {
    report(e);
  }
}

export function choose(name: string): void {
  chosen.value = name;
  module.value = null;
  problem.value = null;
}

/** Takes a file that was chosen or dropped, and runs it if it can be one. */
export async function take(file: File): Promise<void> {
  problem.value = null;
  const head = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  const wrong = checkModule(file.name, file.size, head, catalogue.value.maxUpload);
  if (wrong) {
    problem.value = wrong;
    return;
  }
  module.value = file;
  await run();
}

export async function run(): Promise<void> {
  if (starting.value) return;
  problem.value = null;
  starting.value = true;
  try {
    const created = module.value ? await send(module.value) : await startSample();
    if (created) session.begin(created);
  } catch (e) {
    report(e);
  } finally {
    starting.value = false;
    uploadShare.value = null;
    upload = null;
  }
}

async function startSample(): Promise<Created | null> {
  return chosen.value ? runSample(chosen.value, virtual.value) : null;
}

function send(file: File): Promise<Created> {
  uploadShare.value = 0;
  upload = runModule(file, (share) => {
    uploadShare.value = share;
  });
  return upload.done;
}

export function cancelUpload(): void {
  upload?.cancel();
}

export async function command(c: Command): Promise<void> {
  if (c === 'stop' && uploadShare.value !== null) {
    cancelUpload();
    return;
  }
  if (!session.runId) return;
  try {
    await control(session.runId, c);
  } catch (e) {
    report(e);
  }
}

export function togglePause(): void {
  const s = session.run.value?.status;
  if (s === 'running') void command('pause');
  else if (s === 'paused') void command('resume');
}

function report(e: unknown): void {
  if (e instanceof ApiError) problem.value = e.problem.where || e.problem.try ? e.problem : null;
  else problem.value = { what: e instanceof Error ? e.message : String(e), where: 'this page', try: 'Load the page again.' };
}

/** Selects a record, shows it on the timeline and in the inspector. */
export function select(seq: number, reveal = true): void {
  session.selected.value = seq;
  if (reveal && seq >= 0) session.view.reveal(seq, session.store);
  session.changed();
}
