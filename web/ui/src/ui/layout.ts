// Which of the layouts the window has room for.

import { signal } from '@preact/signals';

/** wide: three columns; medium: two; small: one and the code in a tab; phone: bottom tabs. */
export type Layout = 'wide' | 'medium' | 'small' | 'phone';

const QUERIES: readonly (readonly [Layout, string])[] = [
  ['wide', '(min-width: 1200px)'],
  ['medium', '(min-width: 900px)'],
  ['small', '(min-width: 700px)'],
];

export const layout = signal<Layout>(current());

function current(): Layout {
  return QUERIES.find(([, q]) => matchMedia(q).matches)?.[0] ?? 'phone';
}

for (const [, q] of QUERIES) {
  matchMedia(q).addEventListener('change', () => {
    layout.value = current();
  });
}
