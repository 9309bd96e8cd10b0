// What the page remembers about a person: in this browser only.

import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

function read(key: string, allowed: readonly string[], otherwise: string): string {
  try {
    const v = localStorage.getItem(`loopground.${key}`);
    return v !== null && allowed.includes(v) ? v : otherwise;
  } catch {
    return otherwise; // storage may be forbidden; nothing depends on it
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`loopground.${key}`, value);
  } catch {
    // as above
  }
}

const THEMES: readonly string[] = ['system', 'light', 'dark'];

export const theme = signal(read('theme', THEMES, 'system') as Theme);
export const singleKeys = signal(read('keys', ['on', 'off'], 'on') === 'on');

export function setTheme(t: Theme): void {
  theme.value = t;
  write('theme', t);
  applyTheme();
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme.value;
}

export function setSingleKeys(on: boolean): void {
  singleKeys.value = on;
  write('keys', on ? 'on' : 'off');
}
