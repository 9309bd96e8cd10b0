// Looks at a file before it is sent, so that a wrong one is told at once. The
// server checks again, and more.

import { bytes } from '../format';
import type { Problem } from './api';

const WASM = [0x00, 0x61, 0x73, 0x6d];

/** What is wrong with a file of which head is the beginning; null when nothing is. */
export function checkModule(name: string, size: number, head: Uint8Array, max: number): Problem | null {
  const wrong = (what: string, hint: string): Problem => ({ what, where: name, try: hint });
  if (size === 0) return wrong('The file is empty', 'Build the guest again; the compiler wrote nothing.');
  if (size > max) {
    return wrong(`The file has ${bytes(size)}; ${bytes(max)} at most are taken`, 'Strip it (wasm-strip, or -ldflags=-s for Go), or run it with: playground run FILE');
  }
  if (!startsWith(head, WASM)) return notWasm(head, wrong);
  if (head.length < 8) return wrong(`The file ends after ${bytes(size)}`, 'It was cut off; copy or build it again.');
  if (startsWith(head.subarray(4), [0x0d, 0x00, 0x01, 0x00])) {
    return wrong('The file is a component (WASI 0.2); Loopground runs core modules', 'In Rust: cargo build --target wasm32-wasip1');
  }
  if (!startsWith(head.subarray(4), [1, 0, 0, 0])) {
    const version = head[4] | (head[5] << 8) | (head[6] << 16) | (head[7] << 24);
    return wrong(`The file says WebAssembly version ${version >>> 0}; only version 1 is known`, 'Build it again as a core module of version 1.');
  }
  return null;
}

type Wrong = (what: string, hint: string) => Problem;

function notWasm(head: Uint8Array, wrong: Wrong): Problem {
  if (startsWith(head, [0x1f, 0x8b])) return wrong('The file is compressed with gzip', 'Unpack it first: gunzip FILE');
  if (startsWith(head, [0x50, 0x4b, 3, 4])) return wrong('The file is a zip archive', 'Unpack it and choose the .wasm inside.');
  if (startsWith(head, [0x7f, 0x45, 0x4c, 0x46])) {
    return wrong('The file is a native program (ELF), not WebAssembly', 'Build it for wasm32-wasip1, e.g. GOOS=wasip1 GOARCH=wasm go build');
  }
  const text = asText(head);
  if (text === null) return wrong('The file is not WebAssembly: it does not begin with \\0asm', 'Choose the .wasm that the compiler wrote.');
  if (/^\s*(;;[^\n]*\n\s*)*\(\s*module/.test(text)) return wrong('The file is WebAssembly text, not binary', 'Translate it first: wat2wasm FILE');
  if (/^\s*<(!doctype|html)/i.test(text)) {
    return wrong('The file is a web page, not WebAssembly', 'The download gave a page instead of the file; fetch the raw file.');
  }
  return wrong('The file is text, not WebAssembly', 'Compile it first, and choose the .wasm that the compiler wrote.');
}

function startsWith(bytes: Uint8Array, want: readonly number[]): boolean {
  return want.every((b, i) => bytes[i] === b);
}

/** The bytes as text, where they are nothing else; a cut character at the end is forgiven. */
function asText(head: Uint8Array): string | null {
  if (head.some((b) => b < 9 || (b > 13 && b < 32 && b !== 27))) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
}
