import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('testing/die-while-writing.ts', import.meta.url));
/** A write makes nine calls at most, the first one twenty. */
const CALLS_MOST = 60;
const DEATHS = 50;
/** Another fifty at each run; the seed of a failure makes the same ones again. */
const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const POINTS = fc.sample(fc.integer({ min: 1, max: CALLS_MOST }), { seed: SEED, numRuns: DEATHS });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sign-store-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Life {
  found: { document: { count: number; identity: unknown } | null; damaged: boolean };
  written: number | null;
  signal: string | null;
}

async function live(calls: number): Promise<Life> {
  const child = spawn(process.execPath, [PROGRAM, folder, `${calls}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const [first = '', ...numbers] = said.trim().split('\n');
  return { found: JSON.parse(first) as Life['found'], written: Number(numbers.at(-1)) || null, signal };
}

test(`K3: a process that is killed at ${DEATHS} random points of its writes never loses its identity`, async () => {
  let written = 0;
  const deaths: number[] = [];
  for (let death = 0; death < DEATHS; death += 1) {
    const calls = POINTS[death]!;
    deaths.push(calls);
    const { found, signal, ...life } = await live(calls);
    const { identity, count = 0 } = found.document ?? {};
    // All in one, so that a failure names the seed and the points.
    expect({ SEED, deaths, signal, damaged: found.damaged }).toEqual({
      SEED,
      deaths,
      signal: 'SIGKILL',
      damaged: false,
    });
    if (written > 0)
      expect({ deaths, identity, isNewest: count === written || count === written + 1 }).toEqual({
        deaths,
        identity: { signId: 'sign-1', deviceSecret: 'secret-of-1' },
        isNewest: true,
      });
    written = life.written ?? found.document?.count ?? written;
  }
  expect(written).toBeGreaterThan(DEATHS);
});

test('K3: the secret can be read by its owner alone', async () => {
  await live(CALLS_MOST);
  // Which files there are depends on the call at which it died: also one that is half written may hold the secret.
  const names = await readdir(folder);
  expect(names.join()).toContain('secret.json');
  for (const name of names) expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
});
