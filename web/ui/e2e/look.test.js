// How the page looks and how it is worked without a mouse: contrast and roles
// by axe, controls inside their boxes, keys, and a picture of each theme.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { launch, SIZES, THEMES, visit } from './lib/browser.js';
import { Guests, stranger, ticker } from './lib/guests.js';
import { misfits, smallTargets } from './lib/layout.js';
import { startServer } from './lib/server.js';
import { until } from './lib/wait.js';

const LIMIT = { timeout: 90_000 };
const OUT = path.join(import.meta.dirname, 'out');

let browser, server, guests, mixed, endless, bad;

before(async () => {
  await mkdir(OUT, { recursive: true });
  guests = await Guests.make();
  [browser, server, mixed, endless, bad] = await Promise.all([
    launch(), startServer(), guests.visitor('somebody.wasm'),
    guests.wat('endless.wasm', ticker({ everyMs: 400, ticks: 0 })), guests.wat('rockets.wasm', stranger),
  ]);
});

after(async () => {
  await browser?.close();
  await server?.kill();
  await guests?.remove();
});

/** axe has nothing to say, and every control is where it can be seen and hit. */
async function inOrder(v, state) {
  const panels = v.phone ? ['code', 'loop', 'state', 'console'] : ['console', 'events'];
  for (const panel of panels) {
    await v.show(panel);
    const where = `${state}, ${panel}`;
    const { violations } = await new AxeBuilder({ page: v.page }).analyze();
    const found = violations.map((x) => `${x.id}: ${x.help}\n${x.nodes.map((n) => `  ${n.target.join(' ')}: ${n.failureSummary?.split('\n').at(1) ?? ''}`).join('\n')}`);
    assert.equal(found.join('\n'), '', where);
    assert.deepEqual(await v.page.evaluate(misfits), [], where);
    if (v.phone) assert.deepEqual(await v.page.evaluate(smallTargets, 44), [], where);
  }
}

for (const size of Object.keys(SIZES)) {
  for (const theme of THEMES) {
    test(`${size}, ${theme}: every state`, LIMIT, async (t) => {
      const v = await visit(t, browser, server, { size, theme });
      await inOrder(v, 'idle');
      await v.upload(bad);
      await v.problem();
      await inOrder(v, 'problem');
      await v.upload(endless);
      await v.status('blocked');
      await inOrder(v, 'running');
      await v.$('pause').click();
      await v.status('paused');
      await inOrder(v, 'paused');
      await v.upload(mixed);
      await v.status('finished');
      await inOrder(v, 'finished');

      await v.show('console');
      await v.show('loop');
      await v.painted('timers', 'poll', 'closing');
      const file = path.join(OUT, `${size}-${theme}.png`);
      await v.page.screenshot({ path: file });
      t.diagnostic(`screenshot: ${file}`);
      await v.noErrors();
    });
  }
}

const focused = () => document.activeElement?.dataset?.testid ?? document.activeElement?.tagName ?? '';

test('by keyboard alone: choose, run, read, leave', LIMIT, async (t) => {
  const v = await visit(t, browser, server);
  const { keyboard } = v.page;
  await v.$('run').waitFor();
  const order = [];
  for (let i = 0; i < 4; i++) {
    await keyboard.press('Tab');
    order.push(await v.page.evaluate(focused));
  }
  assert.deepEqual(order, ['sample', 'upload-button', 'run', 'theme'], 'the tab order; what is disabled is left out');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await v.status('finished');

  const box = v.$('timeline-focus');
  for (let i = 0; i < 30 && (await v.page.evaluate(focused)) !== 'timeline-focus'; i++) await keyboard.press('Tab');
  assert.equal(await v.page.evaluate(focused), 'timeline-focus');
  assert.equal(await box.getAttribute('role'), 'group');
  await keyboard.press('Enter');
  await until('it is entered', async () => (await box.getAttribute('role')) === 'application');
  const said = v.page.locator('[aria-live=polite]:not([role])');
  await keyboard.press('ArrowRight');
  const first = await until('an event is described', () => said.innerText());
  assert.match(first, /^(before )?iteration \d+, \w+.*, \d+ of \d+: .+\.$/i);
  await keyboard.press('ArrowRight');
  await until('the next one is', async () => (await said.innerText()) !== first);
  const second = await said.innerText();
  await keyboard.press('ArrowDown');
  await until('another lane is', async () => (await said.innerText()) !== second);
  await keyboard.press('Escape');
  await until('it is left', async () => (await box.getAttribute('role')) === 'group');
  await keyboard.press('t');
  await until('the table has the focus', async () => (await v.page.evaluate(focused)) === 'events');
  await v.noErrors();
});

test('shortcuts: run, help, pause, step', LIMIT, async (t) => {
  const v = await visit(t, browser, server);
  const { keyboard } = v.page;
  await keyboard.press('?');
  await until('the sheet is open', () => v.$('help-sheet').isVisible());
  await keyboard.press('Escape');
  await until('the sheet is closed', async () => !(await v.$('help-sheet').isVisible()));
  await v.$('sample').selectOption('prepare-timer');
  await keyboard.press('Control+Enter');
  await v.status('finished');
  const before = v.id;
  await keyboard.press('Control+s');
  await until('it runs again', () => v.id !== before);

  await v.upload(endless);
  await v.status('blocked');
  await v.$('timeline-focus').focus();
  await keyboard.press('Space');
  await v.status('paused');
  const { records } = await v.timeline();
  await keyboard.press('n');
  await until('a step is taken', async () => (await v.timeline()).records > records);
  await v.status('paused');
  await keyboard.press('Space');
  await v.status('blocked');
  await v.noErrors();
});

test('the theme switch overrides the system, and is remembered', LIMIT, async (t) => {
  const v = await visit(t, browser, server, { theme: 'dark' });
  const background = () => v.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await v.$('theme').click();
  await until('it is light', async () => (await background()) !== dark);
  const light = await background();
  await v.page.reload();
  await v.$('status').waitFor();
  assert.equal(await background(), light);
});
