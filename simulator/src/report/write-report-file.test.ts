import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutFolderError } from './prepare-out-folder.ts';
import { prepareReportFile, writeReport } from './write-report-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the folder of a report', () => {
  it('a report’s folder is made with its parents, and may exist already', async () => {
    const file = await prepareReportFile(join(folder, 'a', 'b'));
    await writeReport(file, { verdict: 'held' }, '<p>held</p>');
    expect(JSON.parse(await readFile(await prepareReportFile(join(folder, 'a', 'b')), 'utf8'))).toEqual({ verdict: 'held' });
    expect(await readFile(join(folder, 'a', 'b', 'report.html'), 'utf8')).toBe('<p>held</p>');
  });

  it('a report’s folder is refused where it is a file, lies below a file, or can’t be made', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const out of [file, join(file, 'below'), '/dev/null/x', '/proc/nope']) {
      await expect(prepareReportFile(out)).rejects.toThrow(OutFolderError);
    }
  });

  it('a report’s folder is refused where its report.json is a folder', async () => {
    await mkdir(join(folder, 'taken', 'report.json'), { recursive: true });
    await expect(prepareReportFile(join(folder, 'taken'))).rejects.toThrow(/report\.json is there and is not a file/);
  });
});
