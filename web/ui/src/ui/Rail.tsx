import { moment, plural, grouped } from '../format';
import { session, status } from '../state';
import { LETTERS, RAIL } from '../timeline/lanes';
import { shareOf, waitingIn } from '../trace/summary';
import { Phase, PHASES } from '../trace/schema';
import { layout } from './layout';

/** The phases of an iteration as a list, with what each has to do. */
export function Rail() {
  session.slow.value;
  const { store } = session;
  const { index } = store;
  const phone = layout.value === 'phone';
  return (
    <div class="rail-box">
      <h2 class="panel-title" id="loop-title">
        Loop · iteration {grouped(index.iteration)} · {moment(index.lastT)}
      </h2>
      <ol class="rail" aria-label="Phases of an iteration">
        {RAIL.map((p) => (
          <Cell key={p} phase={p} phone={phone} />
        ))}
      </ol>
      <p class="caption" data-testid="caption">{caption()}</p>
    </div>
  );
}

function Cell({ phase, phone }: { phase: number; phone: boolean }) {
  session.slow.value;
  const { store, run } = session;
  const { index } = store;
  const state = run.value;
  const pausedBefore = state?.status === 'paused' && state.pausedAt?.phase === phase;
  const current = session.live && state?.status === 'running' && index.phase === phase;
  const waiting = waitingIn(index, phase);
  const over = state !== null && !session.live;
  const share = percent(shareOf(index, phase, session.live ? 1e9 : Infinity));
  const name = PHASES[phase];
  const spoken = [name, waiting, `${share} of the time`, plural(index.counts[phase], 'callback')].filter(Boolean).join(', ');
  return (
    <li
      class={`cell phase-${name}${current ? ' current' : ''}${pausedBefore ? ' next' : ''}`}
      aria-current={current || pausedBefore ? 'step' : undefined}
      data-testid={`rail-${name}`} data-count={index.counts[phase]} title={spoken}
    >
      <span class="unseen">{spoken}</span>
      <span class="cell-name" aria-hidden="true">
        <b>{LETTERS[phase]}</b>
        {phone ? '' : ` ${name}`}
      </span>
      {!phone && (
        <span class="cell-number" aria-hidden="true">
          {waiting || (over && index.counts[phase] > 0 ? `${grouped(index.counts[phase])} ran` : '\u2013')}
        </span>
      )}
      <span class="cell-number" aria-hidden="true">
        {share}
      </span>
    </li>
  );
}

function percent(share: number): string {
  const n = Math.round(share * 100);
  return n === 0 && share > 0 ? '< 1 %' : `${n} %`;
}

/** Under the rail: why the loop waits, or how the order of phases goes. */
function caption(): string {
  const { key, more } = status.value;
  if (more && key !== 'ready') return more;
  return `After ${PHASES[Phase.Closing]} come the timers, and then the next iteration. Timers also run once before the first.`;
}
