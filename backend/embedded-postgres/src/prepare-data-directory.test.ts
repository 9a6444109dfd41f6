import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDataDirectory } from './prepare-data-directory.ts';

let parent: string;
let path: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'data-directory-'));
  path = join(parent, 'deep', 'data');
});

afterEach(() => rm(parent, { recursive: true }));

test('it is made where nothing is, for nobody else to read, and known again', async () => {
  const first = await prepareDataDirectory(path);
  expect(first).toEqual({ path, cluster: join(path, 'postgres'), outbox: join(path, 'outbox') });
  expect((await stat(path)).mode & 0o066).toBe(0);
  await writeFile(join(path, 'key'), 'a key');
  expect(await prepareDataDirectory(path)).toEqual(first);
  expect(await readdir(path)).toEqual(['key', 'sign-display-service.txt']);
});

test('two that begin at once both find it', async () => {
  await Promise.all(Array.from({ length: 8 }, () => prepareDataDirectory(path)));
  expect(await readdir(path)).toEqual(['sign-display-service.txt']);
});

test('an empty folder is taken, with the rights that somebody gave it', async () => {
  await mkdir(join(path, 'lost+found'), { recursive: true });
  await chmod(path, 0o755);
  await prepareDataDirectory(path);
  expect((await stat(path)).mode & 0o777).toBe(0o755);
});

test('a folder with anything else in it is refused by name, and nothing in it is touched', async () => {
  await mkdir(path, { recursive: true });
  for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(path, name), '');
  await expect(prepareDataDirectory(path)).rejects.toMatchObject({
    name: 'DataDirectoryError',
    reason: 'not_ours',
    message: expect.stringContaining(`${path} contains files of another program (a, b, c, …)`) as string,
  });
  expect(await readdir(path)).toEqual(['a', 'b', 'c', 'd']);
});

test("another PostgreSQL's cluster is refused with its version", async () => {
  await mkdir(join(path, 'base'), { recursive: true });
  await writeFile(join(path, 'PG_VERSION'), '15\n');
  await expect(prepareDataDirectory(path)).rejects.toThrow(/cluster of another PostgreSQL server \(version 15\)/);
});

test('a file in its place, or on the way to it, is refused', async () => {
  await writeFile(join(parent, 'deep'), '');
  await expect(prepareDataDirectory(path)).rejects.toMatchObject({ reason: 'not_ours' });
  await expect(prepareDataDirectory(join(parent, 'deep'))).rejects.toMatchObject({ reason: 'not_ours' });
});

test('a place where nothing can be written is refused', async () => {
  await expect(prepareDataDirectory('/proc/data')).rejects.toMatchObject({ reason: 'no_access' });
});
