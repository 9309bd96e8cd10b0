// From an upload to the end of its run, watched on the page.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { Guests, ticker } from './lib/guests.js';
import { startServer } from './lib/server.js';
import { holds, until } from './lib/wait.js';

const LIMIT = { timeout: 60_000 };
const SLOW_UPLOAD = 600 * 1024; // bytes a second: slow enough to be seen

let browser, server, guests, mixed, endless;

before(async () => {
  guests = await Guests.make();
  [browser, server, mixed, endless] = await Promise.all([
    launch(), startServer(), guests.visitor('somebody.wasm'), guests.wat('endless.wasm', ticker({ everyMs: 300, ticks: 0 })),
  ]);
});

after(async () => {
  await browser?.close();
  await server?.kill();
  await guests?.remove();
});

/** Fails unless the words come in this order, other lines between them or not. */
function inOrder(lines, ...words) {
  const at = words.map((w) => lines.findIndex((l) => l.startsWith(w)));
  assert.deepEqual(at, [...at].sort((a, b) => a - b), `${words.join(' < ')} in:\n${lines.join('\n')}`);
  assert.ok(at.every((i) => i >= 0), `${words.join(', ')} in:\n${lines.join('\n')}`);
}

/** How many lines there are, when the console has as many as the rail has ticks. */
async function settledLines(v) {
  let n;
  await holds(async () => {
    n = (await v.lines()).length;
    assert.equal((await v.rail()).timers, n);
  });
  return n;
}

for (const size of ['desk', 'phone']) {
  test(`${size}: timers, TCP and files of an uploaded guest pass through the phases`, LIMIT, async (t) => {
    const v = await visit(t, browser, server, { size });
    const cdp = await v.context.newCDPSession(v.page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: SLOW_UPLOAD });
    await v.upload(mixed);
    const chip = await v.status('finished', 40_000);
    assert.match(chip, size === 'phone' ? /^Done · exit 0$/ : /^Finished · \d+ iterations · exit 0$/);

    const progress = await v.page.evaluate(() => window.progress);
    assert.ok(progress.some((p) => p > 0 && p < 1), `the upload was seen under way: ${progress}`);
    const keys = (await v.statuses()).map((s) => s.split(':')[0]);
    inOrder(keys, 'ready', 'uploading', 'finished');

    await holds(async () => assert.equal((await v.lines()).at(-1), 'loop: nothing left to wait for'));
    const rail = await v.rail();
    assert.equal(rail.timers, 3);
    assert.equal(rail.pending, 2);
    assert.ok(rail.poll >= 9, `poll: ${rail.poll}`);
    assert.equal(rail.closing, 4);
    assert.deepEqual([rail.idle, rail.prepare, rail.check], [0, 0, 0]);
    assert.deepEqual(Object.keys(rail), ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'closing']);

    const { records, lanes } = await until('the timeline has the last records', async () => {
      const t = await v.timeline();
      return t.lanes.includes('closing') && t;
    });
    assert.ok(records > 60, `${records} records`);
    for (const lane of ['timers', 'pending', 'poll', 'closing', 'pool-1', 'console']) assert.ok(lanes.includes(lane), `${lane} in ${lanes}`);
    for (const lane of ['idle', 'prepare', 'check']) assert.ok(!lanes.includes(lane), `${lane} in ${lanes}`);
    await v.painted('timers', 'pending', 'poll', 'closing');

    const lines = await v.lines();
    assert.equal(lines[0], 'server: listening');
    assert.equal(lines.at(-1), 'loop: nothing left to wait for');
    inOrder(lines, 'timer: tick 1', 'timer: tick 2', 'timer: tick 3', 'timer: closed');
    inOrder(lines, 'client: connected', 'server: echo "hello"', 'client: got "hello"', 'client: closed', 'server: closed');
    inOrder(lines, 'file: reading', 'file: read ');
    assert.equal(await v.problemText(), '');
    await v.noErrors();
    await v.leave();
    await server.settles();
  });

  test(`${size}: a guest written by hand is watched while it runs`, LIMIT, async (t) => {
    const v = await visit(t, browser, server, { size });
    await v.upload(await guests.wat('by-hand.wasm', ticker({ everyMs: 150, ticks: 5 })));
    const mid = await until('ticks are seen before the end', async () => {
      const rail = await v.rail();
      return rail.timers > 0 && { rail, over: (await v.page.getByTestId('status').getAttribute('data-status')) === 'finished' };
    });
    assert.equal(mid.over, false, 'the rail moved only after the end');
    await v.status('finished');
    await holds(async () => assert.deepEqual(await v.lines(), ['tick 1', 'tick 2', 'tick 3', 'tick 4', 'tick 5', 'closed']));
    const rail = await v.rail();
    assert.deepEqual([rail.timers, rail.closing], [5, 1]);
    await holds(async () => assert.deepEqual((await v.timeline()).lanes, ['timers', 'poll', 'closing', 'console']));
    await v.painted('timers', 'closing');
    await v.noErrors();
    await v.leave();
  });

  test(`${size}: why it waits, pause, three kinds of step, resume, stop`, LIMIT, async (t) => {
    const v = await visit(t, browser, server, { size });
    await v.upload(endless);
    const blocked = await v.status('blocked');
    assert.match(blocked, size === 'phone' ? /^Poll ≤ 30\d ms|^Poll ≤ [12]?\d\d ms/ : /^Blocked in poll · ≤ \d+(\.\d+)? ms \(timer #\d+\)$/);
    await v.show('loop');
    await holds(async () => assert.match(await v.$('caption').innerText(), /Asleep in poll.*timer #\d+/));

    await v.$('pause').click();
    await v.status('paused');
    assert.equal((await server.run(v.id)).state.status, 'paused');

    const step = async (command) => {
      const was = (await v.timeline()).records;
      await v.$('step').click();
      await v.$(command).click();
      await until(`${command} ends in a pause further on`, async () => (await v.timeline()).records > was && (await v.$('status').getAttribute('data-status')) === 'paused');
      return (await server.run(v.id)).state;
    };
    // Each callback is a tick: from before one to before the next is one line more.
    await step('step-callback');
    const one = await settledLines(v);
    const at = await step('step-callback');
    assert.equal(at.status, 'paused');
    assert.match(at.paused_at.kind, /callback/);
    await until('one tick more', async () => (await v.lines()).length === one + 1);
    await holds(async () => assert.equal((await v.rail()).timers, one + 1, 'the rail counts what the console shows'));
    const phase = await step('step-phase');
    assert.match(phase.paused_at.kind, /phase|poll/);
    const before = phase.paused_at.iteration;
    const next = await step('step-iteration');
    assert.equal(next.paused_at.iteration, before + 1);
    assert.match(await v.chip(), size === 'phone' ? /^Paused · it \d+$/ : /^Paused before .+ · it \d+$/);

    const paused = (await v.lines()).length;
    await v.$('resume').click();
    await until('it ticks again', async () => (await v.lines()).length > paused + 1);
    await v.$('stop').click();
    const stopped = await v.status('stopped');
    assert.match(stopped, size === 'phone' ? /^Stopped$/ : /^Stopped at iteration \d+$/);
    assert.equal((await server.run(v.id)).state.status, 'stopped');
    await server.settles({ sockets: false });
    await v.noErrors();
    await v.leave();
    await server.settles();
    assert.equal((await server.run(v.id)).status, 404, 'the page forgot its run when it was left');
  });
}

test('a guest that nothing will wake says so', LIMIT, async (t) => {
  const v = await visit(t, browser, server);
  await v.upload(await guests.sample('prepare-alone', 'asleep.wasm'));
  assert.match(await v.status('blocked'), /^Blocked in poll · no timeout, waiting for /);
  await holds(async () => assert.match(await v.$('caption').innerText(), /only an event can wake it/));
  await v.$('pause').click();
  assert.match(await v.status('paused'), /^Paused/, 'a pause wakes the poll');
  await v.$('resume').click();
  await v.status('blocked');
  await v.$('stop').click();
  await v.status('stopped');
  await v.leave();
});

test('the samples run from the list', LIMIT, async (t) => {
  const v = await visit(t, browser, server);
  const names = await v.page.locator('[data-testid=sample] option').evaluateAll((all) => all.map((o) => o.value));
  assert.ok(names.length >= 7, `${names}`);
  await v.$('sample').selectOption('hello-wasi');
  await v.$('run').click();
  await v.status('finished');
  await holds(async () => assert.match(await v.$('caption').innerText(), /never waited/));
  await v.$('sample').selectOption('mixed');
  await v.$('run').click();
  await holds(async () => assert.equal((await v.lines()).at(-1), 'loop: nothing left to wait for'), 20_000);
  await v.status('finished');
  await v.$('sample').selectOption('one-shot');
  await v.$('virtual').check();
  await v.$('run').click();
  await holds(async () => assert.doesNotMatch((await v.lines()).join(), /nothing left to wait for/), 20_000);
  await v.status('finished');
  await v.noErrors();
  await v.leave();
});

test('after all of that, no goroutine of a run is left', LIMIT, async () => {
  assert.ok(await server.healthy());
  assert.deepEqual(await server.leftovers(), []);
});
