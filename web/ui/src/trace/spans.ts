// Growing lists of what is drawn: spans with a begin and an end, in the order
// of their begin and never overlapping, and instants.

const FIRST = 1024;

function capacity(n: number): number {
  // Doubling at first; later a quarter more, which bounds the memory not used.
  return n < FIRST ? FIRST : n < 1 << 16 ? n * 2 : n + (n >> 2);
}

function grown<T extends Float64Array | Uint32Array>(old: T, make: new (n: number) => T): T {
  const bigger = new make(capacity(old.length));
  bigger.set(old);
  return bigger;
}

/** Index of the first of n sorted keys that is greater than k. */
export function upper(keys: ArrayLike<number>, n: number, k: number, from = 0): number {
  let lo = from;
  let hi = n;
  while (lo < hi) {
    const mid = (lo + hi) >>> 1;
    if (keys[mid] > k) hi = mid;
    else lo = mid + 1;
  }
  return lo;
}

/** The same from a place near the answer: few steps when walking along. */
export function gallop(keys: ArrayLike<number>, n: number, k: number, from: number): number {
  let step = 1;
  let lo = from;
  while (lo + step <= n && keys[lo + step - 1] <= k) {
    lo += step;
    step *= 2;
  }
  return upper(keys, Math.min(n, lo + step), k, lo);
}

/** Spans of one lane. Times are ns; seq and endSeq count from the store's base. */
export class SpanList {
  n = 0;
  begin = new Float64Array(0);
  end = new Float64Array(0);
  seq = new Uint32Array(0);
  endSeq = new Uint32Array(0);
  /** Time covered by the spans before each one. */
  private sums = new Float64Array(0);
  /** When the span that has not ended began; NaN where there is none. */
  openAt = NaN;
  openSeq = 0;

  get isOpen(): boolean {
    return !Number.isNaN(this.openAt);
  }

  open(t: number, seq: number): void {
    if (this.isOpen) this.close(t, seq);
    this.openAt = t;
    this.openSeq = seq;
  }

  /** Ends the open span; without one it does nothing. */
  close(t: number, seq: number): void {
    if (!this.isOpen) return;
    this.add(this.openAt, t, this.openSeq, seq);
    this.openAt = NaN;
  }

  add(begin: number, end: number, seq: number, endSeq: number): void {
    if (this.n === this.begin.length) this.grow();
    const i = this.n++;
    // A worker's clock may read a little less than the loop's: never overlap.
    const from = i > 0 ? Math.max(begin, this.end[i - 1]) : begin;
    this.begin[i] = from;
    this.end[i] = Math.max(from, end);
    this.seq[i] = seq;
    this.endSeq[i] = Math.max(seq, endSeq);
    this.sums[i] = i > 0 ? this.sums[i - 1] + this.end[i - 1] - this.begin[i - 1] : 0;
  }

  private grow(): void {
    this.begin = grown(this.begin, Float64Array);
    this.end = grown(this.end, Float64Array);
    this.seq = grown(this.seq, Uint32Array);
    this.endSeq = grown(this.endSeq, Uint32Array);
    this.sums = grown(this.sums, Float64Array);
  }

  /** Time covered before t by ended spans, given how many begin at or before t. */
  busyGiven(i: number, t: number): number {
    if (i === 0) return 0;
    return this.sums[i - 1] + Math.min(t, this.end[i - 1]) - this.begin[i - 1];
  }

  /** Time covered before t, the open span included. */
  busy(t: number): number {
    const open = this.isOpen && t > this.openAt ? t - this.openAt : 0;
    return open + this.busyGiven(upper(this.begin, this.n, t), t);
  }

  /** The time before which this much was not covered: the inverse of t - busy(t). */
  timeOfIdle(idle: number): number {
    let lo = 0;
    let hi = this.n;
    while (lo < hi) {
      const mid = (lo + hi) >>> 1;
      if (this.begin[mid] - this.sums[mid] > idle) hi = mid;
      else lo = mid + 1;
    }
    if (lo === 0) return idle;
    return idle + this.sums[lo - 1] + this.end[lo - 1] - this.begin[lo - 1];
  }

  /** How many spans lie wholly before t, inclusive. */
  endedBefore(t: number): number {
    return upper(this.end, this.n, t);
  }

  get bytes(): number {
    return this.begin.length * (8 + 8 + 4 + 4 + 8);
  }
}

/** Instants: a time and the record that told it. */
export class MarkList {
  n = 0;
  t = new Float64Array(0);
  seq = new Uint32Array(0);

  add(t: number, seq: number): void {
    if (this.n === this.t.length) {
      this.t = grown(this.t, Float64Array);
      this.seq = grown(this.seq, Uint32Array);
    }
    const i = this.n++;
    this.t[i] = i > 0 ? Math.max(t, this.t[i - 1]) : t;
    this.seq[i] = seq;
  }

  get bytes(): number {
    return this.t.length * 12;
  }
}

/** Sequence numbers alone. */
export class SeqList {
  n = 0;
  seq = new Uint32Array(0);

  add(seq: number): void {
    if (this.n === this.seq.length) this.seq = grown(this.seq, Uint32Array);
    this.seq[this.n++] = seq;
  }

  get bytes(): number {
    return this.seq.length * 4;
  }
}
