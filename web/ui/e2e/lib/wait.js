// Waiting for a condition, never for a time.

import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 40;

/**
 * Asks until the answer is truthy, and gives it. What an assertion in ask says
 * is told when the time is over.
 */
export async function until(what, ask, timeoutMs = 10_000) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    let why;
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (e) {
      why = e;
    }
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain: ${what}${why ? `\n${why.message}` : ''}`, { cause: why });
    await sleep(EVERY_MS);
  }
}

/** Repeats assertions until they hold: the page shows words a moment after their cause. */
export async function holds(assertions, timeoutMs = 5_000) {
  await until('what is asserted holds', async () => {
    await assertions();
    return true;
  }, timeoutMs);
}
