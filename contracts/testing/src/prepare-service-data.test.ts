import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { databaseEnded } from './prepare-service-data.ts';

function folderOfRunning() {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-prepared-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lock = join(folder, 'postgres', 'postmaster.pid');
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(lock, '1\n');
  return { folder, lock };
}

test('data is prepared only when its database has ended', async () => {
  const { folder, lock } = folderOfRunning();
  const ended = databaseEnded(folder);
  expect(await Promise.race([ended, setImmediate('it still runs')])).toBe('it still runs');
  rmSync(lock);
  await ended;
});

test('a database that doesn’t end makes no prepared data', async () => {
  const { folder } = folderOfRunning();
  await expect(databaseEnded(folder, 0)).rejects.toThrow(/still runs/);
});
