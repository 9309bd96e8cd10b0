// One run and the page's view of it. Plain objects hold the trace; signals say
// that something changed, at most once a frame for what is drawn and ten times
// a second for what is read.

import { signal } from '@preact/signals';
import { ApiError, fetchState, fetchTrace, forget } from './net/api';
import type { Created, Problem } from './net/api';
import { RunStream } from './net/stream';
import { isOver } from './status';
import { View } from './timeline/view';
import type { Frame, Message, RunState } from './trace/decode';
import { OutputLog } from './trace/output';
import { Store } from './trace/store';

/** Records asked for at once when a gap is filled. */
const FILL = 1 << 18;
const SLOW_MS = 100;

export type Conn = 'none' | 'connecting' | 'open' | 'lost' | 'gone';

export class Session {
  store = new Store();
  output = new OutputLog();
  readonly view = new View();
  /** Bumped at most once a frame, when there is something to draw. */
  readonly frame = signal(0);
  /** Bumped at most ten times a second: for words and numbers. */
  readonly slow = signal(0);
  readonly run = signal<RunState | null>(null);
  readonly name = signal('');
  readonly conn = signal<Conn>('none');
  readonly retryAt = signal(0);
  readonly problem = signal<Problem | null>(null);
  readonly selected = signal(-1);
  readonly eventsPerSecond = signal(0);
  /** When the last record arrived, by this page's clock, ms. */
  lastArrival = 0;
  private id = '';
  private stream: RunStream | null = null;
  private framePending = false;
  private slowTimer = 0;
  private rateFrom = { count: 0, at: 0 };
  private filling = false;

  get runId(): string {
    return this.id;
  }

  get live(): boolean {
    const run = this.run.value;
    return run !== null && !isOver(run);
  }

  /** Leaves the old run behind, if there is one, and follows a new one. */
  begin(created: Created): void {
    this.end();
    this.store = new Store();
    this.output = new OutputLog();
    this.view.following = true;
    this.id = created.id;
    this.name.value = created.name;
    this.run.value = { status: 'starting', pausedAt: null, exit: null, iterations: 0, ns: 0, denied: [] };
    this.selected.value = -1;
    this.problem.value = null;
    this.rateFrom = { count: 0, at: performance.now() };
    this.lastArrival = performance.now();
    this.stream = new RunStream(created.id, {
      frames: (frames) => this.takeFrames(frames),
      message: (m) => this.takeMessage(m),
      connection: (state, seconds) => {
        this.conn.value = state;
        this.retryAt.value = performance.now() + seconds * 1000;
        if (state === 'lost') void this.ask(created.id);
        this.changed();
      },
      broken: (why) => this.broken(why),
      head: () => this.store.head,
      over: () => !this.live,
    });
    this.changed();
  }

  /** Ends the run at the server too. */
  end(): void {
    this.stream?.close();
    this.stream = null;
    if (this.id) forget(this.id);
    this.id = '';
    this.conn.value = 'none';
  }

  retry(): void {
    this.stream?.retry();
  }

  /** Asks whether a run whose connection was lost still exists: a server that was started anew has forgotten it. */
  private async ask(id: string): Promise<void> {
    try {
      await fetchState(id);
    } catch (e) {
      if (!(e instanceof ApiError) || e.status !== 404 || id !== this.id || !this.live) return;
      this.stream?.close();
      const exit = { code: 1, reason: 'error', message: 'The server no longer has this run', try: 'It was probably started again. What is on the screen stays; press Run for a new run.', waited: true };
      const was = this.run.value;
      if (was) this.run.value = { ...was, status: 'failed', exit };
      this.changed();
    }
  }

  private broken(why: string): void {
    this.problem.value = {
      what: `The trace cannot be read: ${why}`,
      where: `the live stream, after record ${this.store.head}`,
      try: 'Load the page again: page and server may be of different versions.',
    };
    this.conn.value = 'gone';
    this.changed();
  }

  private takeFrames(frames: readonly Frame[]): void {
    for (const f of frames) this.store.append(f);
    this.lastArrival = performance.now();
    this.changed();
  }

  private takeMessage(m: Message): void {
    if (m.type === 'labels') this.store.setLabels(m.first, m.labels);
    else if (m.type === 'output') this.output.add(m.chunks);
    else if (m.type === 'state') this.takeState(m.state);
    else if (m.type === 'hello' && m.name) this.name.value = m.name;
    this.changed();
  }

  private takeState(state: RunState): void {
    const wasLive = this.live;
    this.run.value = state;
    this.lastArrival = performance.now();
    if (wasLive && !this.live && this.view.following) this.view.fit(this.store);
  }

  /** Something is to be drawn: next frame, and soon in words. */
  changed(): void {
    if (!this.framePending) {
      this.framePending = true;
      requestAnimationFrame(() => {
        this.framePending = false;
        if (this.live) this.view.follow(this.store);
        this.frame.value++;
      });
    }
    if (!this.slowTimer) this.slowTimer = window.setTimeout(() => this.tick(), SLOW_MS);
  }

  private tick(): void {
    this.slowTimer = 0;
    const now = performance.now();
    const { count } = this.store;
    const seconds = (now - this.rateFrom.at) / 1000;
    if (seconds >= 0.9) {
      this.eventsPerSecond.value = Math.max(0, (count - this.rateFrom.count) / seconds);
      this.rateFrom = { count, at: now };
    }
    this.slow.value++;
    void this.backfill();
    this.watchSilence(now);
  }

  /** No record has come for a while: the words have to change all the same. */
  private watchSilence(now: number): void {
    const waiting = this.conn.value === 'lost';
    const settled = this.store.index.polls.isOpen && now - this.lastArrival > 200 && this.eventsPerSecond.value === 0;
    if (waiting || (this.live && this.run.value?.status === 'running' && !settled)) {
      this.slowTimer ||= window.setTimeout(() => this.tick(), waiting ? 500 : 250);
    }
  }

  /** Fetches what the stream left out, a piece at a time, when little arrives. */
  private async backfill(): Promise<void> {
    const gap = this.store.missing();
    if (!gap || this.filling || !this.id || this.eventsPerSecond.value > 150_000) return;
    this.filling = true;
    const { store, id } = this;
    const to = Math.min(gap.to, gap.from + FILL);
    try {
      const frames = await fetchTrace(id, gap.from, to);
      const first = frames.find((f) => f.count > 0)?.first ?? to;
      if (first > gap.from) store.floor = Math.max(store.floor, Math.min(first, gap.to));
      store.fill(frames);
    } catch {
      // The gap stays a gap, and is drawn as one. It is not asked for again.
      store.floor = Math.max(store.floor, gap.to);
    } finally {
      this.filling = false;
    }
    this.changed();
  }
}
