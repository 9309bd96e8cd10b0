import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { callbackTitle, pollReason, sentence } from '../explain';
import { duration, grouped, plural, stamp } from '../format';
import { select, session } from '../state';
import { endOf } from '../trace/causes';
import type { Rec } from '../trace/columns';
import { Kind, KINDS, PHASES } from '../trace/schema';
import { upper } from '../trace/spans';
import { ROW_PX, scrollTo, windowOf } from './virtual';

const COLUMNS = ['#', 'time', 'it', 'phase', 'event', 'took'] as const;

/** Everything that happened, as rows; callbacks only, unless all is asked for. */
export function EventsTable() {
  session.slow.value;
  const all = useSignal(false);
  const scroll = useSignal(0);
  const height = useSignal(240);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const el = box.current;
    if (!el) return;
    const size = new ResizeObserver(() => (height.value = el.clientHeight));
    size.observe(el);
    return () => size.disconnect();
  }, []);
  const { store, selected } = session;
  const rows = all.value ? store.count : store.index.callbackSeqs.n;
  const seqOf = (row: number) => (all.value ? store.seqOfRow(row) : store.index.callbackSeqs.seq[row] + store.base);
  const chosen = rowOf(selected.value, all.value);
  useEffect(() => {
    const el = box.current;
    if (!el || chosen < 0) return;
    const w = windowOf(rows, el.scrollTop, el.clientHeight);
    if (chosen < w.first + 7 || chosen >= w.last - 7) el.scrollTop = scrollTo(chosen, rows, el.clientHeight);
  }, [selected.value, all.value]);
  const go = (row: number) => {
    if (rows > 0) select(seqOf(Math.min(rows - 1, Math.max(0, row))));
  };
  const keys = (e: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height.value / ROW_PX) - 1);
    const steps: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, PageDown: chosen + page, PageUp: chosen - page, Home: 0, End: rows - 1 };
    if (!(e.key in steps)) return;
    e.preventDefault();
    go(steps[e.key]);
  };
  const w = windowOf(rows, scroll.value, height.value);
  const shown = Array.from({ length: Math.max(0, w.last - w.first) }, (_, i) => w.first + i);
  return (
    <section class="panel events" aria-label="Events">
      <div class="toolbar">
        <label class="check">
          <input type="checkbox" data-testid="callbacks-only" checked={!all.value} onChange={(e) => (all.value = !e.currentTarget.checked)} />
          Callbacks only
        </label>
        <span class="dim">{plural(rows, 'row')}</span>
        <GoTo rows={rows} go={go} />
      </div>
      <div
        ref={box} id="events-table" class="table-box" role="grid" aria-label="Events" aria-rowcount={rows + 1} aria-colcount={COLUMNS.length}
        aria-activedescendant={chosen >= w.first && chosen < w.last ? `row-${chosen}` : undefined}
        tabIndex={0} data-testid="events" data-rows={rows} onKeyDown={keys} onScroll={(e) => (scroll.value = e.currentTarget.scrollTop)}
      >
        <div role="rowgroup" class="table-head">
          <div role="row" aria-rowindex={1} class="row">
            {COLUMNS.map((c) => (
              <span key={c} role="columnheader">
                {c}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" class="table-body" style={{ height: `${w.height}px` }}>
          <div role="presentation" class="table-rows" style={{ transform: `translateY(${w.top}px)` }}>
            {shown.map((row) => (
              <Row key={row} row={row} rec={store.read(seqOf(row))} selected={row === chosen} />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

function GoTo({ rows, go }: { rows: number; go: (row: number) => void }) {
  return (
    <label class="go">
      Go to row
      <input
        type="number" min={1} max={Math.max(1, rows)}
        onChange={(e) => {
          const n = e.currentTarget.valueAsNumber;
          if (Number.isInteger(n)) go(n - 1);
        }}
      />
    </label>
  );
}

function rowOf(seq: number, all: boolean): number {
  const { store } = session;
  if (seq < 0 || !store.has(seq)) return -1;
  if (all) return store.rowOfSeq(seq);
  const { callbackSeqs } = store.index;
  const i = upper(callbackSeqs.seq, callbackSeqs.n, seq - store.base) - 1;
  return i >= 0 && callbackSeqs.seq[i] + store.base === seq ? i : -1;
}

function Row({ row, rec, selected }: { row: number; rec: Rec | undefined; selected: boolean }) {
  if (!rec) return null;
  const phase = PHASES[rec.phase] ?? '?';
  const end = rec.kind === Kind.CallbackBegin || rec.kind === Kind.PollBegin ? endOf(session.store, rec) : undefined;
  return (
    <div
      role="row" id={`row-${row}`} class={`row${selected ? ' selected' : ''}`} aria-rowindex={row + 2} aria-selected={selected}
      data-testid="event-row" data-kind={KINDS[rec.kind]} onClick={() => select(rec.seq)}
    >
      <span role="gridcell">{grouped(rec.seq)}</span>
      <span role="gridcell">{stamp(rec.t)}</span>
      <span role="gridcell">{grouped(rec.iter)}</span>
      <span role="gridcell">
        <i class={`swatch phase-${phase}`} /> {rec.phase === 0 ? (rec.iter === 0 ? 'start' : 'end') : phase}
      </span>
      <span role="gridcell" title={textOf(rec, end)}>
        {textOf(rec, end)}
      </span>
      <span role="gridcell">{end ? duration(end.t - rec.t) : ''}</span>
    </div>
  );
}

function textOf(rec: Rec, end: Rec | undefined): string {
  if (rec.kind === Kind.CallbackBegin) return callbackTitle(rec, session.store);
  if (rec.kind === Kind.PollBegin) return pollReason(rec);
  return sentence(rec, session.store, end);
}
