import { constants } from 'node:fs';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** `--out` can't be used: told before anything runs, in words. */
export class OutFolderError extends Error {
  override name = 'OutFolderError';
}

/**
 * Makes a folder and those above it that are missing. Not by Node's own `recursive`, which tries for ever where the system says "no such
 * file" of a folder that can't be made (`/proc/x`).
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

async function check(folder: string, file: string): Promise<string | null> {
  await makeFolder(folder);
  if (!(await stat(folder)).isDirectory()) return 'it is not a folder';
  await access(folder, constants.W_OK | constants.X_OK);
  const existing = await stat(file).catch(() => null);
  if (existing === null) return null;
  if (!existing.isFile()) return 'report.json is there and is not a file';
  await access(file, constants.W_OK);
  return null;
}

/** Where the report goes: `report.json` in `folder`, which is made where it is missing. Throws an `OutFolderError`. */
export async function prepareReportFile(folder: string): Promise<string> {
  const file = join(folder, 'report.json');
  const objection = await check(folder, file).catch((error: Error) => error.message);
  if (objection !== null) throw new OutFolderError(`the report can't be written to ${folder}: ${objection}`);
  return file;
}

/** Writes the report, and beside it the page (HTML) that shows it. */
export async function writeReport(file: string, report: unknown, page: string): Promise<void> {
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(dirname(file), 'report.html'), page);
}
