// Follows a run over its websocket: hands on what arrives, and after a lost
// connection goes on where it stopped.

import { decodeFrames, FrameError } from '../trace/decode';
import type { Frame, Message } from '../trace/decode';
import { decodeMessage } from '../trace/messages';

export interface StreamEvents {
  frames(frames: readonly Frame[]): void;
  message(m: Message): void;
  /** gone: it was tried often enough; retry() tries again. */
  connection(state: 'connecting' | 'open' | 'lost' | 'gone', retryInSeconds: number): void;
  /** What arrived cannot be read; the stream has ended. */
  broken(why: string): void;
  /** From which record on to send. */
  head(): number;
  /** The run has ended: a closed connection is no loss. */
  over(): boolean;
}

const SUBPROTOCOL = 'loop.trace.v1';
/** Seconds before each further try; after the last the server counts as gone. */
const RETRIES = [0.5, 1, 2, 4, 8] as const;

export class RunStream {
  private ws: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private closed = false;

  constructor(private readonly id: string, private readonly on: StreamEvents) {
    this.connect();
  }

  private connect(): void {
    this.on.connection('connecting', 0);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const ws = new WebSocket(`${scheme}://${location.host}/api/runs/${this.id}/ws?from=${this.on.head()}`, SUBPROTOCOL);
    ws.binaryType = 'arraybuffer';
    this.ws = ws;
    ws.onopen = () => {
      this.tries = 0;
      this.on.connection('open', 0);
    };
    ws.onmessage = (e: MessageEvent<ArrayBuffer | string>) => this.take(e.data);
    ws.onclose = () => {
      if (this.ws === ws) this.lost();
    };
  }

  private take(data: ArrayBuffer | string): void {
    if (this.closed) return;
    try {
      if (typeof data === 'string') this.on.message(decodeMessage(data));
      else this.on.frames(decodeFrames(data));
    } catch (e) {
      if (!(e instanceof FrameError)) throw e;
      this.close();
      this.on.broken(e.message);
    }
  }

  private lost(): void {
    this.ws = null;
    if (this.closed || this.on.over()) return;
    const wait = RETRIES[this.tries++];
    if (wait === undefined) {
      this.on.connection('gone', 0);
      return;
    }
    this.on.connection('lost', wait);
    this.timer = window.setTimeout(() => this.connect(), wait * 1000);
  }

  /** Tries again at once. */
  retry(): void {
    if (this.closed || this.ws) return;
    clearTimeout(this.timer);
    this.tries = 0;
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.ws?.close(1000);
    this.ws = null;
  }
}
