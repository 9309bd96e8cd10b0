import { useEffect } from 'preact/hooks';
import { singleKeys } from '../prefs';
import { helpOpen, lowerTab, panel, run, take, touched } from '../state';
import type { LowerTab, Panel } from '../state';
import { Announcer } from './Announcer';
import { CodePanel } from './CodePanel';
import { ConsolePanel } from './ConsolePanel';
import { EventsTable } from './EventsTable';
import { HelpDialog } from './HelpDialog';
import { Inspector } from './Inspector';
import { layout } from './layout';
import { Problems } from './Problems';
import { Rail } from './Rail';
import { Tabs } from './Tabs';
import { Timeline } from './Timeline';
import { TopBar } from './TopBar';

export function App() {
  useEffect(globalInput, []);
  return (
    <div class={`app ${layout.value}`}>
      <TopBar />
      <Problems />
      {layout.value === 'phone' ? <Phone /> : <Desk />}
      <HelpDialog />
      <Announcer />
    </div>
  );
}

function Desk() {
  const { value } = layout;
  const columns = value !== 'small';
  return (
    <main class="desk">
      {columns && <CodePanel />}
      <LoopColumn lower={<Lower />} />
      {value === 'wide' && <Inspector />}
    </main>
  );
}

function LoopColumn({ lower }: { lower?: preact.ComponentChildren }) {
  return (
    <div class="loop-column">
      <section class="panel loop" aria-labelledby="loop-title">
        <Rail />
        <Timeline />
      </section>
      {lower}
    </div>
  );
}

function Lower() {
  const wide = layout.value === 'wide';
  const tabs: { id: LowerTab; label: string }[] = [
    { id: 'console', label: 'Console' },
    { id: 'events', label: 'Events' },
  ];
  if (!wide) tabs.push({ id: 'event', label: 'Event' });
  if (layout.value === 'small') tabs.push({ id: 'code', label: 'Code' });
  const shown = tabs.some((t) => t.id === lowerTab.value) ? lowerTab.value : 'console';
  return (
    <section class="panel lower" aria-label="Details">
      <Tabs label="Details" tabs={tabs} shown={shown} choose={(id) => (lowerTab.value = id)} />
      <div class="tab-body" role="tabpanel" id={`tab-panel-${shown}`} aria-labelledby={`tab-${shown}`}>
        {shown === 'console' && <ConsolePanel />}
        {shown === 'events' && <EventsTable />}
        {shown === 'event' && <Inspector />}
        {shown === 'code' && <CodePanel />}
      </div>
    </section>
  );
}

const PANELS: readonly { id: Panel; label: string }[] = [
  { id: 'code', label: 'Code' },
  { id: 'loop', label: 'Loop' },
  { id: 'state', label: 'State' },
  { id: 'console', label: 'Console' },
];

function Phone() {
  const shown = panel.value;
  return (
    <>
      <main class="phone-body">
        <div class="phone-panel" role="tabpanel" id={`tab-panel-${shown}`} aria-labelledby={`tab-${shown}`}>
        {shown === 'code' && <CodePanel />}
        {shown === 'loop' && <LoopColumn />}
        {shown === 'state' && (
          <>
            <Inspector />
            <EventsTable />
          </>
        )}
        {shown === 'console' && <ConsolePanel />}
        </div>
      </main>
      <nav class="bottom" aria-label="Panels">
        <Tabs label="Panels" tabs={PANELS} shown={shown} choose={(id) => (panel.value = id)} />
      </nav>
    </>
  );
}

/** What works wherever the focus is: run, the key sheet, and a dropped file. */
function globalInput(): () => void {
  const key = (e: KeyboardEvent) => {
    touched.value = true;
    const ctrl = e.ctrlKey || e.metaKey;
    if (ctrl && (e.key === 'Enter' || e.key.toLowerCase() === 's')) {
      e.preventDefault();
      void run();
    } else if (e.key === '?' && singleKeys.value && !typing(e.target)) helpOpen.value = true;
  };
  const click = () => {
    touched.value = true;
  };
  const over = (e: DragEvent) => {
    e.preventDefault();
    document.documentElement.classList.add('dropping');
  };
  const left = (e: DragEvent) => {
    if (!e.relatedTarget) document.documentElement.classList.remove('dropping');
  };
  const drop = (e: DragEvent) => {
    e.preventDefault();
    document.documentElement.classList.remove('dropping');
    const file = e.dataTransfer?.files[0];
    if (file) void take(file);
  };
  addEventListener('keydown', key);
  addEventListener('pointerdown', click);
  addEventListener('dragover', over);
  addEventListener('dragleave', left);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('keydown', key);
    removeEventListener('pointerdown', click);
    removeEventListener('dragover', over);
    removeEventListener('dragleave', left);
    removeEventListener('drop', drop);
  };
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
