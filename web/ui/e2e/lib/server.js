// The built program, started by the tests that use it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './wait.js';

const PROGRAM = path.resolve(process.env.PLAYGROUND || path.join(import.meta.dirname, '..', '..', '..', '..', 'bin', 'playground'));
const START_MS = 20_000;

/** Starts the program on a free port, or on the one given. */
export async function startServer({ port = 0 } = {}) {
  // A program that is killed cannot tidy up: its temporary files go where they are removed.
  const TMPDIR = await mkdtemp(path.join(tmpdir(), 'loopground-e2e-'));
  const child = spawn(PROGRAM, ['serve', '--addr', `127.0.0.1:${port}`], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR } });
  const server = new Server(child);
  server.ended = server.ended.then(() => rm(TMPDIR, { recursive: true, force: true }));
  child.on('error', (e) => (server.stderr += e.message));
  const found = await until(`${PROGRAM} says where it is`, () => {
    if (child.exitCode !== null) throw new Error(`it ended with status ${child.exitCode}`);
    return /at (http:\/\/\S+)/.exec(server.stdout);
  }, START_MS).catch((e) => {
    child.kill('SIGKILL');
    throw new Error(`${e.message}\n${server.stderr}`);
  });
  server.url = found[1];
  server.atStart = await server.descriptors();
  return server;
}

class Server {
  url = '';
  stdout = '';
  stderr = '';

  constructor(child) {
    this.child = child;
    this.ended = once(child, 'close');
    child.stdout.on('data', (d) => (this.stdout += d));
    child.stderr.on('data', (d) => (this.stderr += d));
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** What the server says of a run; asking counts as looking after it. */
  async run(id) {
    const { status, body } = await this.get(`/api/runs/${id}`);
    return { status, state: JSON.parse(body) };
  }

  async healthy() {
    return (await this.get('/healthz')).status === 200;
  }

  /** Over a connection that is closed at once: kept ones would count among the descriptors. */
  async get(path) {
    const [res] = await once(http.get(this.url + path, { agent: false }), 'response');
    const parts = await res.toArray();
    return { status: res.statusCode, body: Buffer.concat(parts).toString() };
  }

  /** The kinds of its open descriptors, sorted: "socket", "anon_inode:[eventpoll]". null where /proc is missing. */
  async descriptors() {
    if (process.platform !== 'linux') return null;
    const dir = `/proc/${this.child.pid}/fd`;
    const links = await Promise.all((await readdir(dir)).map((fd) => readlink(path.join(dir, fd)).catch(() => '')));
    return links.filter(Boolean).map((l) => l.replace(/:\[\d+\]$/, '')).sort();
  }

  /** Waits until it has no descriptor but those it had when nobody had come yet. */
  async settles({ sockets = true, timeoutMs = 10_000 } = {}) {
    if (!this.atStart) return;
    const counted = (all) => all.filter((d) => sockets || d !== 'socket');
    await until('the descriptors are those of the start', async () => {
      assert.deepEqual(counted(await this.descriptors()), counted(this.atStart));
      return true;
    }, timeoutMs);
  }

  /** Dies at once, as from a power cut. */
  async kill() {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }

  /**
   * Ends the program by asking it for its goroutines, and gives those that
   * belong to a run or to someone who follows one. None should be left. What
   * the page sends when it is left reaches the server after the page is gone,
   * and nothing tells when: it gets a second.
   */
  async leftovers() {
    await new Promise((done) => setTimeout(done, 1000));
    this.child.kill('SIGQUIT');
    await this.ended;
    const stacks = this.stderr.split(/\n\n(?=goroutine )/).filter((s) => s.startsWith('goroutine '));
    assert.ok(stacks.length > 0, `no goroutines in:\n${this.stderr}`);
    return stacks.filter((s) => OURS.test(s)).map((s) => s.split('\n').filter((l) => OURS.test(l) && !l.startsWith('\t')).join('\n'));
  }
}

const OURS = /loopground\/(host|loop)[./]|web\.\(\*(viewer|feed|registry|entry)\)/;
