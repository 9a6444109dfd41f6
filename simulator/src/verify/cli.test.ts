import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { startDatabaseServer, type DatabaseServer } from '../adapters/database-server.ts';
import { createCluster, type Cluster } from '../virtual/database/cluster.ts';
import { makePlan, type Plan, type PlannedStep } from '../virtual/plan.ts';
import { startCrew } from './worker-pool.ts';

const CLI = join(import.meta.dirname, 'cli.ts');
const FAILING = join(import.meta.dirname, '../testing/failing-verify.ts');

/** A minute and a half of virtual time: long enough for claims. */
const SIZE = { hours: 0.03, kiosks: 3, nodes: 2 };
const SIZE_WORDS = ['--hours', '0.03', '--kiosks', '3', '--jobs', '2'];

/** The plan of the first seed with several steps, one of them a claim after the signs have booted. The search keeps it right when draws change. */
function findPlan(): Plan {
  for (let seed = 1; ; seed += 1) {
    const plan = makePlan({ seed: String(seed), ...SIZE });
    const isClaim = ({ name, atMs }: PlannedStep) => name === 'claim' && atMs > 15_000;
    if (plan.steps.length >= 4 && plan.steps.some(isClaim)) return plan;
  }
}
const PLAN = findPlan();

let server: DatabaseServer;
let cluster: Cluster;
const scratch = mkdtempSync(join(tmpdir(), 'sign-display-test-'));
beforeAll(async () => {
  server = await startDatabaseServer();
  cluster = await createCluster(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(scratch, { recursive: true });
});

function start(module: string, args: readonly string[]): { child: ChildProcess; text: () => string } {
  const child = spawn(process.execPath, [module, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  return { child, text: () => text };
}

/** On this file's database server. */
async function run(module: string, args: readonly string[]): Promise<{ code: number; text: string }> {
  const { child, text } = start(module, [...args, '--server', JSON.stringify(server.address)]);
  const [code] = (await once(child, 'close')) as [number];
  return { code, text: text() };
}

test('S3: a plan gives the same run in a process with another time zone and language', async () => {
  async function hashesIn(environment: Record<string, string>, times: number): Promise<string[]> {
    const crew = startCrew({ cluster, size: 1, clock: systemClock, environment });
    const lives = await Promise.all(Array.from({ length: times }, () => crew.live(PLAN)));
    await crew.stop();
    for (const { failure, events } of lives) {
      expect(failure).toBeNull();
      expect(events).toBeGreaterThan(100);
    }
    return lives.map(({ hash }) => hash);
  }
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const usual = { PATH, ...(NODE_COMPILE_CACHE !== '' && { NODE_COMPILE_CACHE }) };
  const here = await hashesIn(usual, 2);
  const elsewhere = await hashesIn({ ...usual, TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, 1);
  expect(new Set([...here, ...elsewhere]).size).toBe(1);
});

test('a broken promise is reported with its words, the steps it takes, and a command that breaks it again', async () => {
  const file = join(scratch, 'result.json');
  const found = await run(FAILING, ['--seed', PLAN.seed, ...SIZE_WORDS, '--json', file]);
  expect(found).toMatchObject({ code: 1 });
  expect(found.text).toContain('C3 After a failed attempt nothing is left');
  const result = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(result).toMatchObject({
    ok: false,
    seedsRun: 1,
    failures: [
      { seed: Number(PLAN.seed), promise: 'C3', words: 'somebody asked for something', seen: 1, expected: '0' },
    ],
  });
  const [, command] = /^ {2}npm run sim:verify -- (.*)$/m.exec(found.text) ?? [];
  // The failing checker needs one action.
  expect(command).toMatch(/--only \d+ --trace$/);
  const again = await run(FAILING, command!.split(' '));
  expect(again.code).toBe(1);
  const lastEvents = (text: string) => /^The last 30 events[^\n]*\n(.*?)\n\n/ms.exec(text)?.[1];
  expect(lastEvents(again.text)).toBe(lastEvents(found.text));
});

test('a kept plan fails when a planned statement never comes or a fault has no effect; a drawn plan does not', async () => {
  const crew = startCrew({ cluster, size: 2, clock: systemClock });
  onTestFinished(() => crew.stop());
  const met = {
    id: 0,
    atMs: 9_000,
    name: 'database_answer_lost_over',
    params: { node: 0, text: '', error: 'shut_down' },
  };
  const never = { id: 1, atMs: 10_000, name: 'node_dies_over', params: { node: 0, text: 'no such', backAfterMs: 1 } };
  const senseless = { id: 2, atMs: 10_000, name: 'node_drained', params: { node: 1, backAfterMs: 1 } };
  const late = { id: 3, atMs: 30_000, name: 'power_cut', params: { kiosk: 0, forMs: 100 } };
  const gone = {
    id: 4,
    atMs: 9_500,
    name: 'nodes_down',
    params: { how: 'reset', apartMs: 0, forMs: 2_000, backApartMs: 0 },
  };
  const live = async (steps: PlannedStep[], isKept: boolean) =>
    (await crew.live({ seed: 'x', kiosks: 1, nodes: 2, calmFromMs: 20_000, endMs: 25_000, steps, isKept })).failure;
  expect(await live([met, never], false)).toBeNull();
  expect(await live([met], true)).toBeNull();
  const failure = await live([met, never], true);
  expect(failure).toMatchObject({
    promise: 'plan',
    words: expect.stringContaining('1 (node_dies_over {"node":0,"text":"no such"'),
  });
  expect(failure!.words).not.toContain('database_answer_lost_over');
  expect(await live([gone, senseless], false)).toBeNull();
  expect(await live([gone, senseless], true)).toMatchObject({ words: expect.stringContaining('2 (node_drained') });
  // Later than the end, so it never starts.
  expect(await live([late], true)).toMatchObject({ words: expect.stringContaining('3 (power_cut') });
});

/** Processes whose parent is `pid`, by their ids. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

const isThere = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

// oxlint-disable-next-line vitest/no-conditional-tests
if (process.platform === 'linux') {
  test.for([
    ['SIGINT', 130],
    ['SIGKILL', null],
  ] as const)('after %s neither a worker nor the database runs any more', async ([signal, expected]) => {
    const { child, text } = start(CLI, ['--from', '1', '--until-failure', ...SIZE_WORDS]);
    while (!text().includes('seeds/s')) await once(child.stdout!, 'data');
    const children = childrenOf(child.pid!);
    expect(children.length).toBeGreaterThanOrEqual(3);
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(expected);
    await expect.poll(() => children.filter(isThere), { timeout: 60_000 }).toEqual([]);
  });
}

test('sim:verify ends in silence when nobody reads its output any more', async () => {
  const { child } = start(CLI, ['--from', '1', '--until-failure', ...SIZE_WORDS]);
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  await once(child.stdout!, 'data');
  child.stdout!.destroy();
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(said).toBe('');
});

test('a database that ends is reported as a failure of the machine, not as a broken promise', async () => {
  const ending = await startDatabaseServer();
  onTestFinished(() => ending.stop());
  const crew = startCrew({ cluster: await createCluster(ending), size: 1, clock: systemClock });
  onTestFinished(() => crew.stop());
  await crew.ready;
  const life = crew.live({ ...PLAN, endMs: 1e9 });
  const verdict = life.then(
    () => 'lived',
    (error: Error) => error.name,
  );
  await ending.stop();
  expect(await verdict).toBe('InfrastructureError');
});
