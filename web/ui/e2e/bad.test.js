// Files that are no guests: each is told in three parts, and nothing is left.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, visit } from './lib/browser.js';
import { Guests, stranger, ticker } from './lib/guests.js';
import { startServer } from './lib/server.js';
import { holds } from './lib/wait.js';

const LIMIT = { timeout: 60_000 };

let browser, server, guests, good;

before(async () => {
  guests = await Guests.make();
  [browser, server, good] = await Promise.all([launch(), startServer(), guests.wat('good.wasm', ticker({ everyMs: 20, ticks: 2 }))]);
});

after(async () => {
  await browser?.close();
  await server?.kill();
  await guests?.remove();
});

const CASES = [
  {
    title: 'a truncated module', sent: true,
    make: async (g) => g.write('cut.wasm', (await readFile(await g.sample('hello-wasi', 'whole.wasm'))).subarray(0, 500_000)),
    what: /cut\.wasm/, where: /offset 0x/,
  },
  {
    title: 'a module cut in its first bytes', sent: false,
    make: (g) => g.write('stub.wasm', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1)),
    what: /ends after 5 bytes/, try: /copy or build it again/,
  },
  {
    title: 'a text file', sent: false,
    make: (g) => g.write('poem.wasm', 'Shall I compare thee to a summer\'s day?\n'),
    what: /is text, not WebAssembly/, try: /Compile it/,
  },
  {
    title: 'WebAssembly text', sent: false,
    make: (g) => g.write('source.wasm', stranger),
    what: /WebAssembly text/, try: /wat2wasm/,
  },
  {
    title: 'an unknown import', sent: true,
    make: (g) => g.wat('rockets.wasm', stranger),
    what: /imports what does not exist/, where: /launch_rockets/, try: /has the modules uv_preview1 and wasi_snapshot_preview1/,
  },
  {
    title: 'a component', sent: false,
    make: (g) => g.write('component.wasm', Uint8Array.of(0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0)),
    what: /component/, try: /wasm32-wasip1/,
  },
  {
    title: 'a file of 100 MB', sent: false,
    make: (g) => g.huge('huge.wasm', 100_000_000),
    what: /16(\.0)? MiB at most/, try: /playground run/,
  },
  {
    title: 'an empty file', sent: false,
    make: (g) => g.write('nothing.wasm', ''),
    what: /empty/, try: /[Bb]uild/,
  },
];

for (const size of ['desk', 'phone']) {
  test(`${size}: bad uploads, each followed by a good one`, LIMIT, async (t) => {
    const v = await visit(t, browser, server, { size });
    for (const c of CASES) {
      await t.test(c.title, async () => {
        const asked = v.uploads.length;
        const file = await c.make(guests);
        await v.upload(file);
        const told = await v.problem();
        assert.match(told.what, c.what);
        assert.match(told.where, c.where ?? /\w\.wasm$/);
        assert.match(told.try, c.try ?? /\w+ \w+/);
        assert.ok(await v.$('problem').isVisible());
        assert.equal(v.uploads.length - asked, c.sent ? 1 : 0, c.sent ? 'the server was asked' : 'nothing was sent');
        if (c.sent) assert.equal(v.uploads.at(-1), 422);
        const status = await v.$('status').getAttribute('data-status');
        assert.ok(['ready', 'finished'].includes(status), `the status is ${status}`);
        assert.ok(await v.$('run').isEnabled());

        await v.runs(good);
        assert.equal(await v.$('problem').count(), 0, 'the message went with the next run');
        await holds(async () => assert.deepEqual(await v.lines(), ['tick 1', 'tick 2', 'closed']));
      });
    }
    await v.noErrors();
    await v.leave();
    await server.settles();
  });
}

test('what the page would not send, the server refuses too', LIMIT, async (t) => {
  const v = await visit(t, browser, server);
  const answer = await v.page.evaluate(async () => {
    const res = await fetch('/api/runs?name=huge.wasm', { method: 'POST', headers: { 'Content-Type': 'application/wasm' }, body: new Blob([new Uint8Array(17 << 20)]) });
    return { status: res.status, error: (await res.json()).error };
  });
  assert.equal(answer.status, 413);
  assert.match(answer.error.what, /16 MiB/);
  assert.equal(answer.error.where, 'huge.wasm');
  assert.match(answer.error.try, /playground run/);
  await v.leave();
  await server.settles();
});

test('after all of that, no goroutine of a run is left', LIMIT, async () => {
  assert.ok(await server.healthy());
  assert.deepEqual(await server.leftovers(), []);
});
