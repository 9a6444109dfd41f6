import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../adapters/system-random.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { loadOrCreateAuthSecret } from './auth-secret.ts';

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => folder.remove());

const path = () => join(folder.path, 'auth-secret');
const keep = () => loadOrCreateAuthSecret(folder.path, systemRandom);

test('it is made once, and read at every start after that', async () => {
  const secret = await keep();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await keep()).toBe(secret);
  expect(await readFile(path(), 'utf8')).toBe(`${secret}\n`);
});

test('several nodes that start at once have the same one, and leave nothing beside it', async () => {
  // One more in every turn of the event loop, so that each step of one meets every other step of another.
  const keepAfter = async (turns: number): Promise<string> => {
    for (let passed = 0; passed < turns; passed += 1) await new Promise(setImmediate);
    return keep();
  };
  const secrets = await Promise.all(Array.from({ length: 100 }, (_, turns) => keepAfter(turns)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder.path)).toEqual(['auth-secret']);
});

test('each installation has its own', async () => {
  const other = await makeTemporaryFolder();
  try {
    expect(await loadOrCreateAuthSecret(other.path, systemRandom)).not.toBe(await keep());
  } finally {
    await other.remove();
  }
});

test('only its owner may read it', async () => {
  await keep();
  expect(((await stat(path())).mode & 0o777).toString(8)).toBe('600');
});

test.for([
  ['empty', ''],
  ['cut short', 'a'.repeat(63)],
  ['overwritten', 'hunter2'.repeat(20)],
])('a file that is %s is told by name, kept as it is and not repeated', async ([, content]) => {
  await writeFile(path(), content!);
  const error = await keep().then(
    () => null,
    (reason: Error) => reason,
  );
  expect(error?.message).toBe(
    `${path()} is damaged. Restore it, or delete it to create a new one. All users must then sign in again.`,
  );
  expect(await readFile(path(), 'utf8')).toBe(content);
});

test('what is kept was kept by hand, with another ending of the line: it is the same secret', async () => {
  await writeFile(path(), `${'ab'.repeat(32)}\r\n`);
  await chmod(path(), 0o600);
  expect(await keep()).toBe('ab'.repeat(32));
});
