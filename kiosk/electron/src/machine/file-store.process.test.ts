import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('testing/die-while-writing.ts', import.meta.url));
/** A write makes nine calls at most, the first one twenty. */
const CALLS_MOST = 60;
const DEATHS = 50;

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
    const calls = 1 + Math.floor(Math.random() * CALLS_MOST);
    deaths.push(calls);
    const { found, signal, ...life } = await live(calls);
    const { identity, count = 0 } = found.document ?? {};
    // All in one, so that a failure names the points.
    expect({ deaths, signal, damaged: found.damaged }).toEqual({ deaths, signal: 'SIGKILL', damaged: false });
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
