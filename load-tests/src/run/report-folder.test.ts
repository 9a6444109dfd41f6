import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReportFolder } from './report-folder.ts';

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'report-folder-'));
});
afterAll(() => rm(place, { recursive: true }));

test('a folder is made with those above it, and may be there already', async () => {
  const folder = join(place, 'a', 'b');
  expect([await makeReportFolder(folder), await makeReportFolder(folder)]).toEqual([null, null]);
  expect((await stat(folder)).isDirectory()).toBe(true);
});

test('what can’t be a folder is said at once', async () => {
  await writeFile(join(place, 'file'), '');
  for (const folder of [join(place, 'file'), join(place, 'file', 'below'), '/proc/nope', '/proc/nope/below'])
    expect(await makeReportFolder(folder)).toContain(`The report can't be written to ${folder} (E`);
});
