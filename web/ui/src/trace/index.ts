// What the records mean: begins paired with their ends, lane by lane, and the
// state of the loop after the last record. Records are fed in order, once.

import type { Chunk } from './columns';
import { HandleType, Kind, Phase, PHASES, REQ_BASE } from './schema';
import { MarkList, SeqList, SpanList } from './spans';

/** A worker's lane: what it ran, and which record had asked for it. */
export class PoolLane {
  readonly spans = new SpanList();
  /** For each span the seq of its req_submit plus 1; 0 where that was not seen. */
  readonly submits = new SeqList();
  openSubmit = 0;
}

/** A request that waits for a worker. */
export interface Queued {
  readonly t: number;
  readonly seq: number;
}

/** Where each iteration begins. */
export class IterList extends MarkList {
  readonly numbers = new SeqList();

  start(t: number, seq: number, iter: number): void {
    this.add(t, seq);
    this.numbers.add(iter);
  }
}

/** What a callback that has not returned is. */
export interface OpenCallback {
  readonly seq: number;
  readonly phase: number;
}

const ACTIVE_PHASE: Readonly<Record<number, number>> = {
  [HandleType.Timer]: Phase.Timers,
  [HandleType.Idle]: Phase.Idle,
  [HandleType.Prepare]: Phase.Prepare,
  [HandleType.Check]: Phase.Check,
};

export class Index {
  /** Callbacks, by phase. */
  readonly callbacks = PHASES.map(() => new SpanList());
  readonly polls = new SpanList();
  readonly pool: PoolLane[] = [];
  readonly iters = new IterList();
  /** Output, denials and limits: the marks of the console lane. */
  readonly marks = new MarkList();
  /** Every callback_begin, in order. */
  readonly callbackSeqs = new SeqList();
  /** Output records alone, by which console lines find theirs. */
  readonly outputs = new SeqList();
  /** Callbacks begun, by phase. */
  readonly counts = new Uint32Array(PHASES.length);
  /** Active handles or what else waits, by phase. */
  readonly waiting = new Int32Array(PHASES.length);
  readonly queued = new Map<number, Queued>();
  requests = 0;
  watchers = 0;
  denials = 0;
  iteration = 0;
  phase = 0;
  /** The latest time of any record. */
  lastT = 0;
  private loopT = 0;
  private depth = 0;
  private callback: OpenCallback | null = null;
  /** Phase of each active handle, and when a timer is due. */
  private readonly active = new Map<number, { phase: number; due: number }>();
  private readonly closing = new Set<number>();
  private readonly inFlight = new Set<number>();

  get openCallback(): OpenCallback | null {
    return this.callback;
  }

  /** Takes the record at c[i]; seq counts from the store's base. */
  feed(c: Chunk, i: number, seq: number): void {
    if (c.t[i] > this.lastT) this.lastT = c.t[i];
    if (c.loop[i] !== 0) return; // further loops of a run have no lanes yet
    const kind = c.kind[i];
    if (kind >= Kind.ReqSubmit && kind <= Kind.ReqCancel) {
      this.request(c, i, seq);
      return;
    }
    this.loopT = Math.max(this.loopT, c.t[i]);
    this.iterate(c.iter[i], seq);
    this.step(c, i, seq);
  }

  private iterate(iter: number, seq: number): void {
    if (this.iters.n > 0 && iter === this.iteration) return;
    this.iteration = iter;
    this.iters.start(this.loopT, seq, iter);
  }

  private step(c: Chunk, i: number, seq: number): void {
    const t = this.loopT;
    switch (c.kind[i]) {
      case Kind.PhaseBegin:
        this.phase = c.phase[i];
        return;
      case Kind.PhaseEnd:
        this.phase = Phase.Outside;
        return;
      case Kind.PollBegin:
        this.phase = Phase.Poll;
        this.watchers = Math.max(0, c.status[i]);
        this.polls.open(t, seq);
        return;
      case Kind.PollEnd:
        this.polls.close(t, seq);
        this.phase = Phase.Outside;
        return;
      case Kind.CallbackBegin:
        this.beginCallback(c, i, seq);
        return;
      case Kind.CallbackEnd:
        this.endCallback(seq);
        return;
      case Kind.Output:
        this.outputs.add(seq);
        this.marks.add(t, seq);
        return;
      case Kind.Denied:
      case Kind.Limit:
        this.denials++;
        this.marks.add(t, seq);
        return;
      default:
        this.handle(c.kind[i], c.id[i], c.type[i], c.value[i]);
    }
  }

  private beginCallback(c: Chunk, i: number, seq: number): void {
    const phase = c.phase[i] < PHASES.length ? c.phase[i] : Phase.Outside;
    this.callbackSeqs.add(seq);
    this.counts[phase]++;
    if (c.type[i] >= REQ_BASE) this.finish(c.id[i]);
    else if (phase === Phase.Closing) this.closed(c.id[i]);
    else if (phase === Phase.Timers) this.ran(c.id[i]);
    // A callback inside a callback belongs to the outer one's span.
    if (this.depth++ > 0) return;
    this.callback = { seq, phase };
    this.callbacks[phase].open(this.loopT, seq);
  }

  private endCallback(seq: number): void {
    if (this.depth === 0 || --this.depth > 0 || !this.callback) return;
    this.callbacks[this.callback.phase].close(this.loopT, seq);
    this.callback = null;
  }

  private handle(kind: number, id: number, type: number, due: number): void {
    if (kind === Kind.HandleStart) this.activate(id, type, due);
    else if (kind === Kind.HandleStop) this.deactivate(id);
    else if (kind === Kind.HandleClose) {
      this.deactivate(id);
      this.closing.add(id);
      this.waiting[Phase.Closing] = this.closing.size;
    }
  }

  private activate(id: number, type: number, due: number): void {
    const phase = ACTIVE_PHASE[type];
    if (phase === undefined) return;
    if (!this.active.has(id)) this.waiting[phase]++;
    this.active.set(id, { phase, due });
  }

  /** A timer that runs once is over with its callback; one that repeats was set anew before. */
  private ran(id: number): void {
    const timer = this.active.get(id);
    if (timer && timer.phase === Phase.Timers && timer.due <= this.loopT) this.deactivate(id);
  }

  private deactivate(id: number): void {
    const handle = this.active.get(id);
    if (!handle) return;
    this.active.delete(id);
    this.waiting[handle.phase]--;
  }

  private closed(id: number): void {
    this.closing.delete(id);
    this.waiting[Phase.Closing] = this.closing.size;
  }

  private finish(id: number): void {
    this.inFlight.delete(id);
    this.requests = this.inFlight.size;
  }

  private request(c: Chunk, i: number, seq: number): void {
    const id = c.id[i];
    const lane = c.lane[i];
    switch (c.kind[i]) {
      case Kind.ReqSubmit:
        this.inFlight.add(id);
        this.requests = this.inFlight.size;
        if (lane > 0) this.queued.set(id, { t: c.t[i], seq });
        return;
      case Kind.ReqStart: {
        if (lane === 0) return;
        const worker = this.worker(lane);
        worker.openSubmit = (this.queued.get(id)?.seq ?? -1) + 1;
        this.queued.delete(id);
        worker.spans.open(c.t[i], seq);
        return;
      }
      case Kind.ReqDone:
        this.finish(id);
        this.queued.delete(id);
        if (lane > 0) this.work(this.worker(lane), c.t[i], seq);
        return;
    }
  }

  private work(worker: PoolLane, t: number, seq: number): void {
    if (!worker.spans.isOpen) return;
    worker.spans.close(t, seq);
    worker.submits.add(worker.openSubmit);
  }

  private worker(lane: number): PoolLane {
    while (this.pool.length < lane) this.pool.push(new PoolLane());
    return this.pool[lane - 1];
  }

  /** Records are missing after this one: what is open may have ended long ago. */
  cut(seq: number): void {
    for (const list of this.callbacks) list.close(this.loopT, seq);
    this.polls.close(this.loopT, seq);
    for (const worker of this.pool) this.work(worker, this.lastT, seq);
    this.queued.clear();
    this.depth = 0;
    this.callback = null;
    this.phase = Phase.Outside;
  }

  get bytes(): number {
    let sum = this.polls.bytes + this.iters.bytes + this.iters.numbers.bytes;
    sum += this.marks.bytes + this.callbackSeqs.bytes + this.outputs.bytes;
    for (const list of this.callbacks) sum += list.bytes;
    for (const worker of this.pool) sum += worker.spans.bytes + worker.submits.bytes;
    return sum;
  }
}
