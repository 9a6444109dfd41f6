import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBackend } from '@sign-display/simulator/adapters/backend-process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { k6MayBeSkipped, needsK6, startLoad } from '../testing/run-load.ts';
import { readSummary } from '../verdict/read-k6-summary.ts';
import { pinnedTo } from './share-cores.ts';
import { findCores } from './find-cores.ts';
import { RAISED_LIMITS } from './service-settings.ts';

/** On a busy machine a run that is right is `invalid` (3): what it measured may be k6's own slowness. */
const RIGHT = [0, 3];
const SHORT = ['--profile', 'smoke', '--kiosks', '20'];
const BLOCK_LOOP = fileURLToPath(new URL('../testing/block-loop.ts', import.meta.url));

async function start(words: readonly string[], environment: NodeJS.ProcessEnv = process.env, password = 'none') {
  const run = await startLoad(words, { ...environment, LOAD_PASSWORD: password });
  onTestFinished(async () => {
    run.signal('SIGKILL');
    await rm(run.folder, { recursive: true, force: true });
  });
  return run;
}

const isGone = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`).then(
    () => false,
    () => true,
  );

test('without k6 the run ends with code 4 and says how to get one', async () => {
  const run = await start(['heartbeat'], { PATH: dirname(process.execPath), HOME: '/nonexistent' });
  expect(await run.ended).toBe(4);
  expect(run.said()).toContain('k6 was not found: it is not in PATH, and K6_BINARY is not set.');
});

test('what does not fit ends with code 2, and --help with 0', async () => {
  const [wrong, help] = await Promise.all([start(['heartbeats']), start(['--help'])]);
  expect(await wrong.ended).toBe(2);
  expect(wrong.said()).toContain('unknown scenario “heartbeats”');
  expect(await help.ended).toBe(0);
});

const account = (url: string) => ['--url', url, '--email', 'a@load.example'];

/** Serves `answers` by path; all else is 404. */
async function serve(answers: Record<string, { status: number; body: object; token?: string }>): Promise<string> {
  const server = createServer((request, response) => {
    const { status, body, token } = answers[request.url!] ?? { status: 404, body: {} };
    response.writeHead(status, token === undefined ? {} : { 'set-auth-token': token }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const HEALTH = { '/health': { status: 200, body: { status: 'ok', version: '1', database: { status: 'up' } } } };
const SIGN_IN = '/api/auth/sign-in/email';

describe('before a run begins it is said what stands in its way, with code 2', () => {
  /** Stands in for a k6 of some version. */
  async function k6Of(version: string): Promise<NodeJS.ProcessEnv> {
    const folder = await mkdtemp(join(tmpdir(), 'some-k6-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const K6_BINARY = join(folder, 'k6');
    await writeFile(K6_BINARY, `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
    return { ...process.env, K6_BINARY };
  }
  async function refusal(words: readonly string[], version = 'k6 v1.8.1 (go1.26.8, linux/amd64)'): Promise<string> {
    const run = await start(['heartbeat', '--profile', 'smoke', ...words], await k6Of(version));
    expect({ code: await run.ended, said: run.said() }).toMatchObject({ code: 2 });
    return run.said();
  }

  test('a k6 that the script is not for, and a program that is none', async () => {
    expect(await refusal([], 'k6 v0.57.0 (go1.23)')).toContain('is k6 0.57.0, but the load tests need k6 1.8');
    expect(await refusal([], 'k9')).toContain('does not report its version: `k6 version` printed “k9”');
  }, 60_000);

  test('an address at which nobody answers, or somebody else', async () => {
    expect(await refusal(account('http://127.0.0.1:9'))).toMatch(/Nothing answers at http:\/\/127\.0\.0\.1:9: .+/);
    expect(await refusal(account(await serve({})))).toContain(
      'is not a Sign Display Service: GET /health returned 404',
    );
  }, 60_000);

  test('a service that is down, and an account that can make nothing there', async () => {
    const down = {
      status: 503,
      body: { status: 'down', reason: 'database_down', version: '1', database: { status: 'down' } },
    };
    expect(await refusal(account(await serve({ '/health': down })))).toContain('is down: database_down');
    const wrong = { ...HEALTH, [SIGN_IN]: { status: 401, body: { code: 'unauthorized' } } };
    expect(await refusal(account(await serve(wrong)))).toContain('a@load.example can’t sign in');
    const limited = { ...HEALTH, [SIGN_IN]: { status: 429, body: { code: 'rate_limited' } } };
    expect(await refusal(account(await serve(limited)))).toContain('SIGN_IN_LIMIT_PER_MINUTE');
    const viewer = {
      ...HEALTH,
      [SIGN_IN]: { status: 200, body: {}, token: 'a' },
      '/api/me': { status: 200, body: { organizations: [{ id: 'o', role: 'operator' }] } },
    };
    expect(await refusal(account(await serve(viewer)))).toContain('is not an admin or owner of any organization');
  }, 60_000);
});

/** Stands in for a k6 that does not hear Ctrl-C, with a child of its own. */
const STUBBORN = `#!${process.execPath}
const { spawn } = require('node:child_process');
if (process.argv[2] === 'version') return console.log('k6 v1.8.1 (go1.26.8, linux/amd64)');
const child = spawn(process.execPath, ['-e', 'process.on("SIGINT", () => {}); setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
process.on('SIGINT', () => console.log('still here'));
console.log('k6 is ' + process.pid + ', its child ' + child.pid);
setInterval(() => {}, 1e6);
`;
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a second Ctrl-C ends the run at once, and k6 with all that it started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stubborn-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const K6_BINARY = join(folder, 'k6');
  await writeFile(K6_BINARY, STUBBORN, { mode: 0o755 });
  const url = await serve({
    ...HEALTH,
    [SIGN_IN]: { status: 200, body: {}, token: 'a' },
    '/api/me': { status: 200, body: { organizations: [{ id: 'o', role: 'owner' }] } },
  });
  const run = await start(['heartbeat', ...account(url)], { ...process.env, K6_BINARY });
  const [, ...pids] = (await run.hear(/k6 is (\d+), its child (\d+)/)).map(Number);
  onTestFinished(() => pids.filter(isAlive).forEach((pid) => process.kill(pid, 'SIGKILL')));
  run.signal('SIGINT');
  await run.hear(/still here/);
  // What comes within half a second is the same wish.
  const again = setInterval(() => run.signal('SIGINT'), 100);
  expect(await run.ended.finally(() => clearInterval(again))).toBe(130);
  await expect.poll(() => pids.filter(isAlive), { timeout: 30_000 }).toEqual([]);
}, 120_000);

describe.skipIf(k6MayBeSkipped)(`with the real k6 against the real service (${needsK6})`, () => {
  test('mixed: every threshold that no busy machine touches holds, k6’s report and summary are there, and the service is gone', async () => {
    const run = await start(['mixed', ...SHORT]);
    const [, url = ''] = await run.hear(/started a service for this run at (\S+)/);
    const code = await run.ended;
    // What it said is what a person needs who sees this red.
    expect({ said: run.said(), isRight: code !== null && RIGHT.includes(code) }).toMatchObject({ isRight: true });
    const summary = readSummary(await readFile(join(run.folder, 'summary.json'), 'utf8'));
    expect(summary?.get('heartbeat_acked')).toMatchObject({ rate: 1 });
    expect(summary?.get('kiosks_registered')).toMatchObject({ count: 20 });
    expect(summary?.get('left_behind')).toMatchObject({ count: 0 });
    expect(await readFile(join(run.folder, 'report.html'), 'utf8')).toContain('k6');
    expect(await isGone(url)).toBe(true);
  }, 300_000);

  test('heartbeat: a service whose loop stands still for 200 ms in each second does not pass', async () => {
    const account = { BOOTSTRAP_EMAIL: 'owner@load.example', BOOTSTRAP_PASSWORD: 'a-password-for-this-test-7x' };
    const cores = findCores();
    const backend = await startBackend(
      process.env,
      { ...RAISED_LIMITS, ...account },
      { before: cores ? pinnedTo(cores.server) : [], nodeOptions: ['--import', BLOCK_LOOP] },
    );
    onTestFinished(async () => {
      await backend.stop();
      await backend.removeFolder();
    });
    const foreign = ['--url', backend.url, '--email', account.BOOTSTRAP_EMAIL];
    const words = ['heartbeat', '--profile', 'smoke', ...foreign];
    const run = await start(words, process.env, account.BOOTSTRAP_PASSWORD);
    // Failed, or invalid where k6 had no time to say so; in both cases with the reason.
    expect([1, 3]).toContain(await run.ended);
    expect(run.said()).toMatch(/heartbeat_ack_ms: p\(95\) is [\d.]+, but p\(95\)<100 was promised/);
    expect(run.said()).toContain('RATE_LIMIT_PER_MINUTE=');
  }, 300_000);

  test('Ctrl-C ends k6 and the service, and the run with code 130', async () => {
    const run = await start(['heartbeat', '--profile', 'average', '--kiosks', '5']);
    const [, url = ''] = await run.hear(/started a service for this run at (\S+)/);
    await run.hear(/script: /);
    run.signal('SIGINT');
    expect(await run.ended).toBe(130);
    expect(await isGone(url)).toBe(true);
  }, 300_000);
});
