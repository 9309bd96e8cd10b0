import { idle } from './quiet';
import { problem, session, status } from '../state';
import type { Problem } from '../net/api';
import { Icon } from './icons';

/** What went wrong, in three parts: what, where, what to try. */
export function Problems() {
  const shown = problem.value ?? session.problem.value ?? ended();
  if (!shown) return null;
  const dismiss = () => {
    if (problem.value) problem.value = null;
    else if (session.problem.value) session.problem.value = null;
    else idle.value = session.runId;
  };
  return (
    <div class="problem" role="alert" data-testid="problem">
      <Icon name="alert" />
      <p>
        <strong data-testid="problem-what">{shown.what}</strong>
        {shown.where && <span data-testid="problem-where"> · {shown.where}</span>}
        {shown.try && (
          <span class="problem-try" data-testid="problem-try">
            {shown.try}
          </span>
        )}
      </p>
      <button type="button" class="tool square" aria-label="Dismiss" onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** A run that ended badly says so here too, with what it was refused. */
function ended(): Problem | null {
  const run = session.run.value;
  if (!run || !session.runId || idle.value === session.runId) return null;
  const denied = run.denied[0];
  const bad = ['crashed', 'limit', 'failed'].includes(run.status);
  if (bad) {
    const what = run.exit?.message || status.value.text;
    return { what, where: session.name.value, try: run.exit?.try || (denied ? grant(denied) : '') };
  }
  if (denied) return { what: `Denied: ${denied.what}`, where: session.name.value, try: grant(denied) };
  return null;
}

function grant(d: { flag: string }): string {
  return d.flag ? `Nothing is allowed until someone says so. On the command line: playground run ${d.flag} …` : '';
}
