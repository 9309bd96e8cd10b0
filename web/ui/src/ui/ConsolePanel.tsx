import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { plural } from '../format';
import { shortPlace } from '../explain';
import { lowerTab, panel, select, session } from '../state';
import { recordOfByte } from '../trace/output';
import type { Line } from '../trace/output';
import { layout } from './layout';

/** Lines in the page at once; more can be asked for. */
const SHOWN = 500;

/** What the guest wrote; each line says in which iteration and phase, and is a button to why. */
export function ConsolePanel() {
  session.slow.value;
  const more = useSignal(SHOWN);
  const box = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const { lines, dropped, version } = session.output;
  useLayoutEffect(() => {
    const el = box.current;
    if (el && stuck.current) el.scrollTop = el.scrollHeight;
  }, [version]);
  const from = Math.max(0, lines.length - more.value);
  const hidden = from + dropped;
  return (
    <section
      class="panel console" aria-labelledby="console-title" ref={box} tabIndex={0}
      onScroll={(e) => {
        const el = e.currentTarget;
        stuck.current = el.scrollHeight - el.scrollTop - el.clientHeight < 30;
      }}
    >
      <h2 class="unseen" id="console-title">
        Console
      </h2>
      {hidden > 0 && (
        <p class="prose">
          {plural(hidden, 'earlier line')} not shown.{' '}
          {from > 0 && (
            <button type="button" class="link" onClick={() => (more.value += SHOWN)}>
              Show more
            </button>
          )}
        </p>
      )}
      <div role="log" aria-label="Output of the guest" data-testid="console" data-lines={lines.length}>
        {lines.slice(from).map((l) => (
          <ConsoleLine key={l.key} line={l} text={l.text} seq={recordOfByte(session.store, l.offset)} />
        ))}
      </div>
      {lines.length === 0 && <p class="prose dim">{emptyText()}</p>}
    </section>
  );
}

function emptyText(): string {
  if (!session.run.value) return 'What the guest writes appears here.';
  return session.live ? 'Nothing was written yet.' : 'The guest wrote nothing.';
}

/** The text is given apart: a line grows, and only a changed property is drawn again. */
function ConsoleLine({ line, text, seq }: { line: Line; text: string; seq: number }) {
  const rec = seq >= 0 ? session.store.read(seq) : undefined;
  const open = () => {
    if (!rec) return;
    select(rec.seq);
    if (layout.value === 'phone') panel.value = 'state';
    else if (layout.value !== 'wide') lowerTab.value = 'event';
  };
  return (
    <button type="button" class={`console-line${line.stream === 2 ? ' err' : ''}`} data-testid="console-line" data-stream={line.stream} title="Why now?" onClick={open}>
      <span class="where">{rec ? shortPlace(rec) : ''}</span>
      <span class="said">{line.stream === 2 ? `! ${text}` : text || '\u00a0'}</span>
    </button>
  );
}
