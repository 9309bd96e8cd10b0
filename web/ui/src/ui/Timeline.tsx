import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { singleKeys, theme } from '../prefs';
import { duration } from '../format';
import { lowerTab, panel, select, session } from '../state';
import { hitTest } from '../timeline/hit';
import type { Hit } from '../timeline/hit';
import { attachInput } from '../timeline/input';
import { heightOf, lanesOf, poolRows, ROW, usedLanes } from '../timeline/lanes';
import { Painter } from '../timeline/painter';
import { readPalette } from '../timeline/palette';
import type { Palette } from '../timeline/palette';
import type { Mode } from '../timeline/scale';
import { summary } from '../trace/summary';
import { Icon } from './icons';
import type { IconName } from './icons';
import { layout } from './layout';
import { timelineKey } from './timelineKeys';

const MODES: readonly { id: Mode; label: string }[] = [
  { id: 'time', label: 'Loop time' },
  { id: 'iterations', label: 'Equal iterations' },
  { id: 'folded', label: 'Fold waiting' },
];

interface Tip extends Hit {
  readonly x: number;
  readonly y: number;
  /** Its lower edge is at y. */
  readonly above: boolean;
}

export function Timeline() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const tip = useSignal<Tip | null>(null);
  const entered = useSignal(false);
  const lane = useSignal(5);
  useEffect(() => draw(canvas.current, box.current), []);
  useEffect(() => input(box.current, (t) => (tip.value = t)), []);
  session.slow.value;
  const lanes = lanesOf(session.store);
  const height = heightOf(lanes);
  const key = (e: KeyboardEvent) => {
    if (e.key === 'Escape' && tip.value) tip.value = null;
    else if (singleKeys.value || e.key.length > 1) timelineKey(e, lane, entered);
  };
  return (
    <figure class="timeline" aria-labelledby="timeline-title">
      <Toolbar />
      <p class="unseen" id="timeline-title">
        Timeline
      </p>
      <p class="summary" data-testid="summary">
        {summary(session.store)}{' '}
        <button type="button" class="link" data-testid="to-table" onClick={openTable}>
          Events as a table
        </button>
      </p>
      <div class="lanes">
        <div class="lane-labels" aria-hidden="true">
          {lanes.map((l, i) => (
            <div key={l.id} class={`lane-label${entered.value && i === lane.value ? ' at' : ''}`}>
              {l.letter && <b>{l.letter}</b>} {l.label}
            </div>
          ))}
        </div>
        <div
          ref={box} class="canvas-box" tabIndex={0} role={entered.value ? 'application' : 'group'}
          aria-label="Timeline" aria-describedby="timeline-keys" data-testid="timeline-focus"
          onKeyDown={key} onBlur={() => (entered.value = false)}
        >
          <canvas ref={canvas} data-testid="timeline" aria-hidden="true" style={{ height: `${height}px` }} />
          {tip.value && <Tooltip tip={tip.value} />}
        </div>
      </div>
      <p class="unseen" id="timeline-keys">
        Press Enter to enter the timeline, then the arrow keys to go from event to event and from lane to lane, and Escape to leave it.
      </p>
    </figure>
  );
}

function openTable(): void {
  lowerTab.value = 'events';
  panel.value = 'state';
  requestAnimationFrame(() => document.getElementById('events-table')?.focus());
}

function Tooltip({ tip }: { tip: Tip }) {
  return (
    <div class={`tip${tip.above ? ' above' : ''}`} style={{ left: `${tip.x}px`, top: `${tip.y}px` }}>
      <strong>{tip.title}</strong>
      {tip.lines.map((l) => (
        <span key={l}>{l}</span>
      ))}
    </div>
  );
}

function Toolbar() {
  session.frame.value;
  const { view, store } = session;
  const zoom = (factor: number) => {
    view.zoom(factor, 50, 100, store);
    session.changed();
  };
  const { from, to } = view.range;
  const shown = view.mode === 'iterations' ? `${(to - from).toFixed(to - from < 10 ? 1 : 0)} iterations` : duration(to - from);
  return (
    <div class="toolbar">
      <select
        class="mode" aria-label="Horizontal axis" data-testid="mode" value={view.mode}
        onChange={(e) => {
          view.setMode(e.currentTarget.value as Mode, store);
          session.changed();
        }}
      >
        {MODES.map((m) => (
          <option key={m.id} value={m.id}>
            {m.label}
          </option>
        ))}
      </select>
      <Tool icon="minus" label="Zoom out (S)" id="zoom-out" act={() => zoom(1.6)} />
      <Tool icon="plus" label="Zoom in (W)" id="zoom-in" act={() => zoom(1 / 1.6)} />
      <Tool
        icon="fit" label="Whole run (0)" id="fit"
        act={() => {
          view.fit(store);
          session.changed();
        }}
      />
      <button
        type="button" class="tool" data-testid="live" aria-pressed={view.following && session.live} disabled={!session.live}
        title="Follow the live run (L)"
        onClick={() => {
          view.following = true;
          session.changed();
        }}
      >
        <Icon name="live" /> <span>Live</span>
      </button>
      {layout.value !== 'phone' && <span class="range">{shown} in view</span>}
    </div>
  );
}

function Tool({ icon, label, id, act }: { icon: IconName; label: string; id: string; act: () => void }) {
  return (
    <button type="button" class="tool square" aria-label={label} title={label} data-testid={id} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

/** Draws whenever the session has a frame, and after a change of size or theme. */
function draw(canvas: HTMLCanvasElement | null, box: HTMLElement | null): (() => void) | void {
  if (!canvas || !box) return;
  const painter = new Painter(canvas);
  let palette: Palette = readPalette(document.documentElement);
  const paint = () => {
    const { store, view } = session;
    const lanes = lanesOf(store);
    painter.paint({ store, view, lanes, palette, selected: session.selected.value, live: session.live }, box.clientWidth, heightOf(lanes), devicePixelRatio || 1);
  };
  const stopFrames = session.frame.subscribe(paint);
  const stopSlow = session.slow.subscribe(() => {
    canvas.dataset.records = String(session.store.count);
    canvas.dataset.lanes = usedLanes(session.store);
    canvas.dataset.pool = String(poolRows(session.store));
    canvas.dataset.gaps = String(session.store.gaps.length);
  });
  const recolour = () => {
    palette = readPalette(document.documentElement);
    session.changed();
  };
  const stopTheme = theme.subscribe(() => requestAnimationFrame(recolour));
  const scheme = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((q) => matchMedia(q));
  scheme.forEach((m) => m.addEventListener('change', recolour));
  const size = new ResizeObserver(() => session.changed());
  size.observe(box);
  return () => {
    stopFrames();
    stopSlow();
    stopTheme();
    scheme.forEach((m) => m.removeEventListener('change', recolour));
    size.disconnect();
  };
}

function input(box: HTMLElement | null, show: (t: Tip | null) => void): (() => void) | void {
  if (!box) return;
  const hit = (x: number, y: number): Hit | null => {
    const lane = lanesOf(session.store)[Math.floor(y / ROW)];
    if (!lane || lane.kind === 'minimap') return null;
    return hitTest(session.store, lane, session.view.scale(session.store, box.clientWidth), x);
  };
  return attachInput(box, {
    store: () => session.store,
    view: () => session.view,
    moved: () => {
      show(null);
      session.changed();
    },
    hover: (x, y) => {
      const h = hit(x, y);
      const above = y > box.clientHeight / 2;
      show(h && { ...h, x: Math.min(x + 12, Math.max(0, box.clientWidth - 280)), y: above ? y - 12 : y + 16, above });
    },
    leave: () => show(null),
    click: (x, y) => {
      const h = hit(x, y);
      select(h ? h.seq : -1, false);
      if (h && h.seq >= 0 && layout.value !== 'phone' && layout.value !== 'wide') lowerTab.value = 'event';
    },
    inMinimap: (y) => lanesOf(session.store)[Math.floor(y / ROW)]?.kind === 'minimap',
  });
}
