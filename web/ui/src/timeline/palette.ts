// The colours of the canvas, read from the style sheet, so that themes and
// forced colours are decided in one place.

import { PHASES } from '../trace/schema';

export interface Ink {
  /** For the canvas. */
  readonly css: string;
  /** For pixels: 0xAABBGGRR. */
  readonly rgba: number;
}

export interface Palette {
  readonly bg: Ink;
  readonly text: Ink;
  readonly dim: Ink;
  readonly hairline: Ink;
  readonly pool: Ink;
  readonly error: Ink;
  readonly focus: Ink;
  /** By phase: its colour, the text on it, and a quarter of it on the background. */
  readonly phases: readonly { readonly fill: Ink; readonly ink: Ink; readonly tint: Ink }[];
}

export function readPalette(el: Element): Palette {
  const style = getComputedStyle(el);
  const ctx = document.createElement('canvas').getContext('2d');
  const ink = (name: string) => inkOf(style.getPropertyValue(`--${name}`), ctx);
  const bg = ink('bg');
  const phases = PHASES.map((p, i) => {
    const fill = ink(i === 0 ? 'dim' : `phase-${p}`);
    return { fill, ink: ink(i === 0 ? 'bg' : `ink-${p}`), tint: mix(fill, bg, 0.25) };
  });
  return {
    bg, phases, text: ink('text'), dim: ink('dim'), hairline: ink('hairline'),
    pool: ink('control'), error: ink('error'), focus: ink('focus'),
  };
}

/** The canvas turns any CSS colour, system colours included, into #rrggbb. */
function inkOf(css: string, ctx: CanvasRenderingContext2D | null): Ink {
  if (!ctx) return { css: '#000000', rgba: 0xff000000 };
  ctx.fillStyle = '#000000';
  ctx.fillStyle = css.trim();
  const text = String(ctx.fillStyle);
  return ofHex(/^#[0-9a-f]{6}$/i.test(text) ? text : '#000000');
}

function ofHex(hex: string): Ink {
  const n = parseInt(hex.slice(1), 16);
  const rgba = (0xff000000 | ((n & 0xff) << 16) | (n & 0xff00) | (n >>> 16)) >>> 0;
  return { css: hex, rgba };
}

function mix(a: Ink, b: Ink, share: number): Ink {
  const part = (shift: number) => {
    const x = (a.rgba >>> shift) & 0xff;
    const y = (b.rgba >>> shift) & 0xff;
    return Math.round(x * share + y * (1 - share));
  };
  const hex = [0, 8, 16].map((shift) => part(shift).toString(16).padStart(2, '0')).join('');
  return ofHex(`#${hex}`);
}
