import { signal } from '@preact/signals';

/** The run whose ending was dismissed. */
export const idle = signal('');
