import { useEffect, useRef } from 'preact/hooks';
import { setSingleKeys, singleKeys } from '../prefs';
import { helpOpen } from '../state';
import { Icon } from './icons';

const EVERYWHERE: readonly (readonly [string, string])[] = [
  ['Ctrl+Enter, Ctrl+S', 'run'],
  ['?', 'this sheet'],
];
const TIMELINE: readonly (readonly [string, string])[] = [
  ['Enter, Esc', 'enter and leave the timeline'],
  ['← →  or  , .', 'previous and next event in the lane'],
  ['↑ ↓', 'lane above and below'],
  ['[ ]', 'previous and next iteration'],
  ['W S  or  + −', 'zoom in and out (Ctrl+wheel, pinch)'],
  ['A D', 'move left and right (wheel, drag)'],
  ['0', 'the whole run (double click)'],
  ['F', 'the selected event'],
  ['L', 'follow the live run'],
  ['Space', 'pause and resume the loop'],
  ['N, Shift+N, Alt+N', 'step: callback, phase, iteration'],
  ['T', 'the table of events'],
];

export function HelpDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (helpOpen.value) ref.current?.showModal();
    else ref.current?.close();
  }, [helpOpen.value]);
  return (
    <dialog ref={ref} class="help" aria-labelledby="help-title" data-testid="help-sheet" onClose={() => (helpOpen.value = false)}>
      <div class="help-head">
        <h2 id="help-title">Keys</h2>
        <button type="button" class="tool square" aria-label="Close" onClick={() => (helpOpen.value = false)}>
          <Icon name="close" />
        </button>
      </div>
      <Keys title="Everywhere" rows={EVERYWHERE} />
      <Keys title="On the timeline" rows={TIMELINE} />
      <label class="check">
        <input type="checkbox" checked={singleKeys.value} onChange={(e) => setSingleKeys(e.currentTarget.checked)} />
        Keys without Ctrl work
      </label>
    </dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl class="keys">
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
