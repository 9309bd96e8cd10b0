// Chromium, and the page as a visitor sees it.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { until } from './wait.js';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
export const THEMES = ['light', 'dark'];

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS });
}

/** What a browser says of requests that were meant to fail. */
const EXPECTED = /Failed to load resource|WebSocket connection to/;

/** A tab of its own, with a session of its own, on the page of server; it goes with the test. */
export async function visit(t, browser, server, { size = 'desk', theme = 'light' } = {}) {
  const context = await browser.newContext({ ...SIZES[size], colorScheme: theme });
  const page = await context.newPage();
  const visitor = new Visitor(context, page, size);
  t.after(() => visitor.leave());
  page.setDefaultTimeout(15_000);
  page.on('crash', () => (visitor.crashed = true));
  page.on('pageerror', (e) => visitor.errors.push(e.message));
  page.on('console', (m) => {
    if (m.type() === 'error' && !EXPECTED.test(m.text())) visitor.errors.push(m.text());
  });
  page.on('response', async (res) => {
    if (res.request().method() !== 'POST' || new URL(res.url()).pathname !== '/api/runs') return;
    visitor.uploads.push(res.status());
    if (res.status() === 201) visitor.id = (await res.json()).id;
  });
  await page.addInitScript(watchStatus);
  await Promise.all([page.waitForResponse('**/api/samples'), page.goto(server.url)]);
  await page.getByTestId('status').waitFor();
  return visitor;
}

/** In the page: notes each text that the status chip has had. */
function watchStatus() {
  window.statuses = [];
  window.progress = [];
  const note = () => {
    const chip = document.querySelector('[data-testid=status]');
    const entry = chip && `${chip.dataset.status}: ${chip.textContent.trim()}`;
    if (entry && entry !== window.statuses.at(-1)) window.statuses.push(entry);
    const bar = document.querySelector('[data-testid=upload-progress]');
    if (bar && bar.value !== window.progress.at(-1)) window.progress.push(bar.value);
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['data-status', 'value'] });
}

class Visitor {
  /** Of the last run that was started. */
  id = '';
  crashed = false;
  errors = [];
  /** Answers to the runs that were asked for. */
  uploads = [];

  constructor(context, page, size) {
    this.context = context;
    this.page = page;
    this.phone = size === 'phone';
  }

  $(testid) {
    return this.page.getByTestId(testid);
  }

  /** Shows a panel; on a desk they are all there, but for the tabs of the lower one. */
  async show(panel) {
    if (this.phone) await this.$(`tab-${panel === 'events' ? 'state' : panel}`).click();
    else if (panel === 'events' || panel === 'console') await this.$(`tab-${panel}`).click();
  }

  /** Chooses a file, as the dialog of the upload button would. */
  async upload(file) {
    await this.show('code');
    await this.$('upload').setInputFiles(file);
  }

  /** Uploads a guest and waits until this run of it has finished, not one before. */
  async runs(file) {
    const known = (await this.statuses()).length;
    await this.upload(file);
    await until('the run finishes', async () => (await this.statuses()).slice(known).some((s) => s.startsWith('finished')));
  }

  async status(key, timeoutMs = 20_000) {
    const chip = this.page.locator(`[data-testid=status][data-status="${key}"]`);
    await chip.waitFor({ timeout: timeoutMs }).catch(async () => {
      throw new Error(`the status is not "${key}" but: ${(await this.statuses()).slice(-3).join(' | ')}; problem: ${await this.problemText()}`);
    });
    return this.chip();
  }

  async chip() {
    return (await this.$('status').innerText()).trim();
  }

  statuses() {
    return this.page.evaluate(() => window.statuses);
  }

  async problemText() {
    return (await this.$('problem').count()) > 0 ? this.$('problem').innerText() : '';
  }

  /** The three parts of what went wrong. */
  async problem() {
    await this.$('problem').waitFor();
    const part = async (name) => (await this.$(`problem-${name}`).innerText()).replace(/^\s*·\s*/, '').trim();
    return { what: await part('what'), where: await part('where'), try: await part('try') };
  }

  /** Callbacks that each phase has run, as its cell of the rail says. */
  async rail() {
    await this.show('loop');
    const cells = await this.page.locator('ol.rail > li').evaluateAll((all) => all.map((c) => [c.dataset.testid.replace('rail-', ''), Number(c.dataset.count)]));
    return Object.fromEntries(cells);
  }

  async timeline() {
    await this.show('loop');
    const { records, lanes } = await this.$('timeline').evaluate((c) => ({ ...c.dataset }));
    return { records: Number(records ?? 0), lanes: (lanes ?? '').split(' ').filter(Boolean) };
  }

  async lines() {
    await this.show('console');
    return this.page.locator('[data-testid=console-line] .said').allInnerTexts();
  }

  /** Waits until the canvas has in each of these lanes pixels of its phase's colour. */
  async painted(...phases) {
    await this.show('loop');
    await until(`the lanes of ${phases.join(', ')} are painted`, async () => {
      const seen = await this.page.evaluate(colouredLanes);
      const bare = phases.filter((p) => !seen[p]);
      assert.deepEqual(bare, [], `seen: ${JSON.stringify(seen)}`);
      return true;
    });
  }

  async noErrors() {
    assert.deepEqual(this.errors, [], 'the browser complained');
  }

  async leave() {
    await this.context.close();
  }
}

/** In the page: for each phase, how many pixels of its lane have its colour. */
function colouredLanes() {
  const canvas = document.querySelector('[data-testid=timeline]');
  const box = canvas.getBoundingClientRect();
  const scale = canvas.height / box.height;
  const style = getComputedStyle(document.documentElement);
  const ctx = canvas.getContext('2d');
  const seen = {};
  for (const label of document.querySelectorAll('.lane-label')) {
    const phase = label.textContent.trim().split(' ').at(-1);
    const css = style.getPropertyValue(`--phase-${phase}`).trim();
    if (!css) continue;
    const want = parseInt(css.slice(1), 16);
    const at = label.getBoundingClientRect();
    const { data } = ctx.getImageData(0, Math.round((at.top - box.top) * scale), canvas.width, Math.round(at.height * scale));
    let n = 0;
    for (let i = 0; i < data.length; i += 4) if (((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]) === want) n++;
    seen[phase] = n;
  }
  return seen;
}
