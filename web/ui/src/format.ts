// Numbers as people read them.

import { ERRNOS, GENERATION_BITS, HANDLE_TYPES, REQ_BASE, REQ_TYPES, SLOT_BITS } from './trace/schema';

/** A duration in ns, with three digits that matter: "37 ms", "1.25 s", "840 ns". */
export function duration(ns: number): string {
  if (!Number.isFinite(ns)) return 'forever';
  if (ns < 0) return '-' + duration(-ns);
  if (ns < 999.5) return `${Math.round(ns)} ns`;
  if (ns < 999_500) return `${digits(ns / 1e3)} µs`;
  if (ns < 999_500_000) return `${digits(ns / 1e6)} ms`;
  if (ns < 119.5e9) return `${digits(ns / 1e9)} s`;
  return `${Math.floor(ns / 60e9)} min ${Math.round((ns % 60e9) / 1e9)} s`;
}

function digits(n: number): string {
  const text = n < 9.995 ? n.toFixed(2) : n < 99.95 ? n.toFixed(1) : n.toFixed(0);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A moment of the run: "0.412 s". */
export function moment(ns: number): string {
  return `${(ns / 1e9).toFixed(3)} s`;
}

/** The same to the microsecond, for lists: "0.412031 s". */
export function stamp(ns: number): string {
  return `${(ns / 1e9).toFixed(6)} s`;
}

/** 1204 as "1,204". */
export function grouped(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** 31,250 as "31k". */
export function short(n: number): string {
  if (n < 1000) return String(Math.round(n));
  if (n < 1e6) return `${digits(Math.floor(n / 100) / 10)}k`;
  return `${digits(Math.floor(n / 1e5) / 10)}M`;
}

export function bytes(n: number): string {
  if (n < 1024) return `${n} ${n === 1 ? 'byte' : 'bytes'}`;
  if (n < 1 << 20) return `${digits(n / 1024)} KiB`;
  return `${digits(n / (1 << 20))} MiB`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

/** An id as the trace writes it: "#7", or "#7.2" for the third use of slot 7. */
export function idName(id: number): string {
  const slot = id & (2 ** SLOT_BITS - 1);
  const generation = (id >>> SLOT_BITS) & (2 ** GENERATION_BITS - 1);
  return generation > 0 ? `#${slot}.${generation}` : `#${slot}`;
}

/** The name of a handle's or request's type; '' for none. */
export function typeName(type: number): string {
  if (type === 0) return '';
  if (type >= REQ_BASE) return REQ_TYPES[type - REQ_BASE] ?? `request ${type}`;
  return HANDLE_TYPES[type] ?? `handle ${type}`;
}

/** "ENOENT: no such file or directory" */
export function errnoText(status: number): string {
  const known = ERRNOS[status];
  return known ? `${known[0]}: ${known[1]}` : `error ${status}`;
}
