import { useEffect, useRef, useState } from 'preact/hooks';
import { announcement, status, touched } from '../state';

const EVERY_MS = 2000;

/**
 * Says changes of state to a screen reader, at most every two seconds, and
 * nothing before a key was pressed or something was clicked. What a key on the
 * timeline led to is said at once.
 */
export function Announcer() {
  const [text, setText] = useState('');
  const last = useRef({ key: 'ready', at: 0, timer: 0 });
  const { key } = status.value;
  useEffect(() => {
    const l = last.current;
    if (!touched.value || key === l.key) return;
    const say = () => {
      l.at = performance.now();
      l.timer = 0;
      l.key = status.value.key;
      setText(status.value.text);
    };
    if (!l.timer) l.timer = window.setTimeout(say, Math.max(100, l.at + EVERY_MS - performance.now()));
  }, [key]);
  return (
    <>
      <div class="unseen" role="status" data-testid="announcer">
        {text}
      </div>
      <div class="unseen" aria-live="polite">
        {touched.value ? announcement.value : ''}
      </div>
    </>
  );
}
