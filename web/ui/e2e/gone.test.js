// One side goes away in mid-run: the tab, the browser, the server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { Guests, ticker } from './lib/guests.js';
import { startServer } from './lib/server.js';
import { until } from './lib/wait.js';

const LIMIT = { timeout: 90_000 };
/** A run that nobody follows goes on for 30 s: the visitor may come back. */
const GRACE_MS = 30_000;

let browser, guests, endless;

before(async () => {
  guests = await Guests.make();
  [browser, endless] = await Promise.all([launch(), guests.wat('endless.wasm', ticker({ everyMs: 200, ticks: 0 }))]);
});

after(async () => {
  await browser?.close();
  await guests?.remove();
});

/** A server of the test's own, with a visitor in mid-run. */
async function midRun(t, options) {
  const server = await startServer();
  t.after(() => server.kill());
  const v = await visit(t, browser, server, options);
  await v.upload(endless);
  await v.status('blocked');
  await assert.rejects(server.settles({ sockets: false, timeoutMs: 0 }), 'a loop that runs has descriptors');
  return { server, v };
}

test('a tab is closed: its run is stopped at once', LIMIT, async (t) => {
  const { server, v } = await midRun(t);
  await v.page.close({ runBeforeUnload: true });
  await server.settles({ sockets: false }); // those of the browser, which is still there
  assert.equal((await server.run(v.id)).status, 404);
  await v.leave();
  await server.settles();
  assert.deepEqual(await server.leftovers(), []);
});

test('a page is left for another one: its run is stopped at once', LIMIT, async (t) => {
  const { server, v } = await midRun(t, { size: 'phone' });
  const { id } = v;
  await v.page.goto('about:blank');
  await until('the run is gone', async () => (await server.run(id)).status === 404);
  await v.leave();
  await server.settles();
});

test('a tab crashes: its run is stopped after the grace period', LIMIT, async (t) => {
  const { server, v } = await midRun(t);
  const crashed = Date.now();
  v.page.goto('chrome://crash').catch(() => {}); // never answers
  await until('the tab is dead', () => v.page.isClosed() || v.crashed);
  // Asking for the run would count as following it: only descriptors are looked at.
  await server.settles({ sockets: false, timeoutMs: GRACE_MS + 15_000 });
  assert.ok(Date.now() - crashed > GRACE_MS - 2_000, 'it was given time to come back');
  const { state } = await server.run(v.id);
  assert.equal(state.status, 'stopped');
  await v.leave();
  await server.settles();
});

test('the server dies: the trace stays explorable, and a new server is found', LIMIT, async (t) => {
  const { server, v } = await midRun(t);
  const port = server.port;
  await until('a few records', async () => (await v.timeline()).records > 30);
  await server.kill();
  const lost = await v.status('lost');
  assert.match(lost, /^Connection lost, retrying in \d s$/);
  const gone = await v.status('gone', 30_000);
  assert.match(gone, /^Server not reachable$/);

  const { records } = await v.timeline();
  assert.ok(records > 30);
  await v.$('fit').click();
  await v.painted('timers');
  await v.$('timeline-focus').focus();
  await v.page.keyboard.press('Enter');
  const said = v.page.locator('[aria-live=polite]:not([role])');
  await v.page.keyboard.press('ArrowRight');
  await until('an event is described', async () => /^(before )?iteration \d+/i.test(await said.innerText()));
  await v.show('events');
  assert.ok(Number(await v.$('events').getAttribute('data-rows')) > 1);
  assert.ok((await v.lines()).length > 1);

  // Run says what is the matter; Retry finds that the new server has no such run.
  await v.$('run').click();
  const told = await v.problem();
  assert.match(told.what, /server does not answer/);
  assert.match(told.try, /playground serve/);
  const again = await startServer({ port });
  t.after(() => again.kill());
  await v.$('retry').click();
  await v.status('failed', 15_000);
  await until('it is told why', async () => /no longer has this run|not here/.test(await v.problemText()) || /server does not answer/.test(await v.problemText()));
  await v.upload(endless);
  await v.status('blocked');
  await v.$('stop').click();
  await v.status('stopped');
  await v.noErrors();
});
