import { callbackTitle, link, place, sentence, subject, whyNow } from '../explain';
import { bytes, duration, errnoText, grouped, stamp, typeName } from '../format';
import { select, session } from '../state';
import { callbackOf, causes, endOf } from '../trace/causes';
import type { Rec } from '../trace/columns';
import { Ended, ENDEDS, Kind, KINDS, PHASES, Why, WHYS } from '../trace/schema';
import { callbackCount } from '../trace/summary';
import { RAIL } from '../timeline/lanes';

/** The selected event: what it is, its fields, and the chain of what led to it. */
export function Inspector() {
  session.slow.value;
  const rec = session.store.read(session.selected.value);
  return (
    <aside class="panel inspector" aria-labelledby="inspector-title" tabIndex={0} data-testid="inspector" data-seq={rec?.seq ?? ''}>
      <h2 class="panel-title" id="inspector-title">
        {rec ? `Event ${grouped(rec.seq)}` : 'This run'}
      </h2>
      {rec ? <Event rec={rec} /> : <Totals />}
    </aside>
  );
}

function Event({ rec }: { rec: Rec }) {
  session.slow.value; // its end may still come
  const { store } = session;
  const end = endOf(store, rec);
  const callback = callbackOf(store, rec);
  const inside = callback && callback.seq !== rec.seq ? callback : undefined;
  return (
    <>
      <p class="prose" data-testid="event-sentence">
        {sentence(rec, store, end)}
      </p>
      <dl class="fields">
        {fields(rec, end).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {inside && (
        <p class="prose">
          Inside the{' '}
          <button type="button" class="link" onClick={() => select(inside.seq)}>
            callback of {callbackTitle(inside, store)}
          </button>
          .
        </p>
      )}
      <Causes rec={rec} />
      <p class="prose">
        <button type="button" class="link" onClick={() => select(-1)}>
          Back to the run
        </button>
      </p>
    </>
  );
}

function Causes({ rec }: { rec: Rec }) {
  session.slow.value;
  const { store } = session;
  const chain = causes(store, rec.seq);
  return (
    <>
      <h3 class="panel-title">Why now?</h3>
      <p class="prose" data-testid="why-now">
        {whyNow(chain, store)}
      </p>
      {chain.links.length > 1 && (
        <ol class="chain" data-testid="chain" aria-label="Chain of causes, the first at the top">
          {[...chain.links].reverse().map((r) => (
            <li key={r.seq}>
              <button type="button" class="link" aria-current={r.seq === rec.seq ? 'true' : undefined} onClick={() => select(r.seq)}>
                {link(r, store)}
              </button>
              <span class="dim"> {stamp(r.t)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function fields(rec: Rec, end: Rec | undefined): [string, string][] {
  const { store } = session;
  const rows: [string, string][] = [
    ['kind', KINDS[rec.kind] ?? `kind ${rec.kind}`],
    ['time', stamp(rec.t)],
    ['where', place(rec)],
  ];
  if (end) rows.push(['took', duration(end.t - rec.t)]);
  if (rec.id !== 0) rows.push([rec.type >= 32 ? 'request' : 'handle', subject(rec, store)]);
  else if (rec.type !== 0) rows.push(['type', typeName(rec.type)]);
  if (rec.label !== 0) rows.push(['label', store.label(rec.label)]);
  if (rec.status !== 0) rows.push(['status', rec.status < 0 ? `${rec.status} ${errnoText(rec.status)}` : grouped(rec.status)]);
  rows.push(...special(rec, end));
  if (rec.loop !== 0) rows.push(['loop', String(rec.loop)]);
  return rows;
}

/** What value and lane mean depends on the kind. */
function special(rec: Rec, end: Rec | undefined): [string, string][] {
  switch (rec.kind) {
    case Kind.PollBegin: {
      const rows: [string, string][] = [
        ['timeout', rec.value === 0 ? 'none, it does not block' : duration(rec.value)],
        ['because of', WHYS[rec.lane] ?? String(rec.lane)],
      ];
      if (end) rows.push(['ended by', ENDEDS[end.lane] ?? ENDEDS[Ended.None]]);
      return rec.lane === Why.None ? rows.slice(0, 1) : rows;
    }
    case Kind.CallbackBegin: {
      const rows: [string, string][] = [];
      if (rec.value > 0) rows.push(typeName(rec.type) === 'timer' ? ['late', duration(rec.value)] : ['bytes', bytes(rec.value)]);
      if (end && end.value > 0) rows.push(['fuel', grouped(end.value)]);
      return rows;
    }
    case Kind.HandleStart:
      return rec.value > 0 ? [['due', stamp(rec.value)]] : [];
    case Kind.ReqStart:
    case Kind.ReqDone:
      return rec.lane > 0 ? [['worker', String(rec.lane)]] : [];
    case Kind.Output:
      return [['stream', rec.lane === 2 ? 'standard error' : 'standard output'], ['at byte', grouped(rec.value)]];
    default:
      return rec.value > 0 ? [['value', Number.isFinite(rec.value) ? grouped(rec.value) : 'forever']] : [];
  }
}

function Totals() {
  session.slow.value;
  const { store, run } = session;
  const { index } = store;
  const rows: [string, string][] = [
    ['records', grouped(store.count)],
    ['iterations', grouped(Math.max(index.iteration, run.value?.iterations ?? 0))],
    ['callbacks', grouped(callbackCount(index))],
    ...RAIL.filter((p) => index.counts[p] > 0).map((p): [string, string] => [`in ${PHASES[p]}`, grouped(index.counts[p])]),
    ['asleep in poll', duration(index.polls.busy(index.lastT))],
    ['pool workers', grouped(index.pool.length)],
  ];
  return (
    <>
      <dl class="fields">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="prose dim">Choose an event on the timeline, a row of the table or a line of the console to see its fields, and why it happened when it did.</p>
    </>
  );
}
