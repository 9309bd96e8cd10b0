import { useEffect, useRef, useState } from 'preact/hooks';
import { setTheme, theme } from '../prefs';
import type { Theme } from '../prefs';
import { busy, command, helpOpen, run, session, togglePause } from '../state';
import type { Command } from '../net/api';
import { Icon } from './icons';
import { layout } from './layout';
import { SamplePicker, UploadButton } from './SamplePicker';
import { StatusChip } from './StatusChip';

export function TopBar() {
  const phone = layout.value === 'phone';
  return (
    <header class="top">
      <h1 class="brand">{phone ? 'loop' : 'loopground'}</h1>
      {!phone && <SamplePicker />}
      {!phone && <UploadButton />}
      {phone && busy.value ? <StopButton /> : <RunButton />}
      <PauseButton />
      {(!phone || session.run.value?.status === 'paused') && <StepMenu />}
      {!phone && <StopButton />}
      <StatusChip />
      {!phone && (
        <div class="top-end">
          <ThemeButton />
          <button type="button" class="tool square" data-testid="help" aria-label="Keys and help" title="Keys and help (?)" onClick={() => (helpOpen.value = true)}>
            <Icon name="help" />
          </button>
        </div>
      )}
    </header>
  );
}

function RunButton() {
  return (
    <button type="button" class="primary" data-testid="run" aria-keyshortcuts="Control+Enter" onClick={() => void run()}>
      <Icon name="run" /> <span>Run</span> {layout.value === 'wide' && <span class="hint">Ctrl+Enter</span>}
    </button>
  );
}

function StopButton() {
  const phone = layout.value === 'phone';
  return (
    <button type="button" class={phone ? 'primary stop' : 'tool'} data-testid="stop" disabled={!busy.value} onClick={() => void command('stop')}>
      <Icon name="stop" /> <span>Stop</span>
    </button>
  );
}

function PauseButton() {
  const paused = session.run.value?.status === 'paused';
  const can = paused || session.run.value?.status === 'running';
  const label = paused ? 'Resume' : 'Pause';
  return (
    <button type="button" class="tool square" data-testid={paused ? 'resume' : 'pause'} aria-label={label} title={`${label} the loop (Space on the timeline)`} disabled={!can} onClick={togglePause}>
      <Icon name={paused ? 'run' : 'pause'} />
    </button>
  );
}

const STEPS: readonly { command: Command; label: string; keys: string }[] = [
  { command: 'step-callback', label: 'To the next callback', keys: 'N' },
  { command: 'step-phase', label: 'To the next phase', keys: 'Shift+N' },
  { command: 'step-iteration', label: 'To the next iteration', keys: 'Alt+N' },
];

function StepMenu() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const paused = session.run.value?.status === 'paused';
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const away = (e: Event) => {
      if (!root.current?.contains(e.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', away);
    return () => removeEventListener('pointerdown', away);
  }, [open]);
  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    <div class="menu" ref={root} onKeyDown={(e) => menuKeys(e, root.current, close)}>
      <button type="button" class="tool" data-testid="step" aria-haspopup="menu" aria-expanded={open} disabled={!paused} title="Step, while paused" aria-label="Step" onClick={() => setOpen(!open)}>
        <Icon name="step" /> {layout.value !== 'phone' && <span>Step</span>} {layout.value !== 'phone' && <Icon name="down" />}
      </button>
      {open && (
        <div class="menu-list" role="menu" aria-label="Step">
          {STEPS.map((s) => (
            <button
              key={s.command} type="button" role="menuitem" tabIndex={-1} data-testid={s.command}
              onClick={() => {
                close();
                void command(s.command);
              }}
            >
              <span>{s.label}</span> <kbd>{s.keys}</kbd>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function menuKeys(e: KeyboardEvent, root: HTMLElement | null, close: () => void): void {
  const items = [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  if (items.length === 0) return;
  const at = items.indexOf(document.activeElement as HTMLElement);
  const go = (i: number) => {
    e.preventDefault();
    items[(i + items.length) % items.length].focus();
  };
  if (e.key === 'ArrowDown') go(at + 1);
  else if (e.key === 'ArrowUp') go(at - 1);
  else if (e.key === 'Home') go(0);
  else if (e.key === 'End') go(items.length - 1);
  else if (e.key === 'Escape' || e.key === 'Tab') {
    if (e.key === 'Escape') e.preventDefault();
    close();
  }
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function ThemeButton() {
  const t = theme.value;
  return (
    <button type="button" class="tool square" data-testid="theme" data-theme-choice={t} aria-label={`Theme: ${t}`} title={`Theme: ${t}; press for ${NEXT[t]}`} onClick={() => setTheme(NEXT[t])}>
      <Icon name={t} />
    </button>
  );
}

