// What the guest wrote, cut into lines. Places are counted in bytes of the
// run's output, both streams together, as the trace counts them.

import type { OutputChunk } from './decode';
import type { Store } from './store';

export interface Line {
  readonly key: number;
  readonly stream: 1 | 2;
  /** Where its first byte stands in the run's output. */
  readonly offset: number;
  text: string;
  /** Its newline has arrived. */
  done: boolean;
}

const MAX_LINES = 10_000;
const MAX_LENGTH = 4_000;

export class OutputLog {
  lines: Line[] = [];
  /** Lines that were let go of, oldest first. */
  dropped = 0;
  /** Counts changes. */
  version = 0;
  private end = 0;
  private lastOffset = -1;
  private exact = true;
  private keys = 0;
  private readonly partial: (Line | null)[] = [null, null, null];

  /** Adds chunks; those that came before, as after a reconnect, are passed over. */
  add(chunks: readonly OutputChunk[]): void {
    for (const c of chunks) {
      const rest = this.fresh(c);
      if (!rest) continue;
      this.lastOffset = c.offset;
      this.exact = !c.text.includes('\ufffd');
      this.end = Math.max(this.end, rest.offset + byteLength(rest.text));
      this.split(rest);
    }
    const excess = this.lines.length - MAX_LINES;
    if (excess > 0) {
      this.lines.splice(0, excess);
      this.dropped += excess;
    }
    this.version++;
  }

  /** The part of a chunk that is new; null when none is. */
  private fresh(c: OutputChunk): OutputChunk | null {
    if (c.offset >= this.end) return c;
    // Where bytes were replaced, their count cannot be read off the text.
    if (!this.exact) return c.offset > this.lastOffset ? c : null;
    const text = skipBytes(c.text, this.end - c.offset);
    return text === '' ? null : { ...c, offset: this.end, text };
  }

  private split(c: OutputChunk): void {
    let offset = c.offset;
    for (const part of c.text.split(/(?<=\n)/)) {
      const line = this.partial[c.stream] ?? this.begin(c.stream, offset);
      const ends = part.endsWith('\n');
      const text = line.text + (ends ? part.slice(0, -1).replace(/\r$/, '') : part);
      line.text = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) + ' …' : text;
      line.done = ends;
      this.partial[c.stream] = ends ? null : line;
      offset += byteLength(part);
    }
  }

  private begin(stream: 1 | 2, offset: number): Line {
    const line: Line = { key: this.keys++, stream, offset, text: '', done: false };
    this.lines.push(line);
    return line;
  }
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x80) n += 1;
    else if (c < 0x800) n += 2;
    else if (c >= 0xd800 && c < 0xdc00) {
      n += 4; // a pair of two code units
      i++;
    } else n += 3;
  }
  return n;
}

function skipBytes(text: string, bytes: number): string {
  let at = 0;
  for (const char of text) {
    if (bytes <= 0) break;
    bytes -= byteLength(char);
    at += char.length;
  }
  return text.slice(at);
}

/** The number of the record that wrote the byte at offset; -1 where it is not here. */
export function recordOfByte(store: Store, offset: number): number {
  const { seq, n } = store.index.outputs;
  let lo = 0;
  let hi = n;
  while (lo < hi) {
    const mid = (lo + hi) >>> 1;
    const value = store.read(seq[mid] + store.base)?.value ?? 0;
    if (value > offset) hi = mid;
    else lo = mid + 1;
  }
  if (lo === 0) return -1;
  const found = seq[lo - 1] + store.base;
  const rec = store.read(found);
  return rec && offset < rec.value + Math.max(0, rec.status) ? found : -1;
}
