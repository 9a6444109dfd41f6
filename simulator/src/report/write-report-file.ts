import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OutFolderError, prepareOutFolder } from './prepare-out-folder.ts';

async function check(file: string): Promise<string | null> {
  const existing = await stat(file).catch(() => null);
  if (existing === null) return null;
  if (!existing.isFile()) return 'report.json is there and is not a file';
  await access(file, constants.W_OK);
  return null;
}

/** Where the report goes: `report.json` in `folder`, which is made where it is missing. Throws an `OutFolderError`. */
export async function prepareReportFile(folder: string): Promise<string> {
  await prepareOutFolder(folder);
  const file = join(folder, 'report.json');
  const objection = await check(file).catch((error: Error) => error.message);
  if (objection !== null) throw new OutFolderError(folder, objection);
  return file;
}

/** Writes the report, and beside it the page (HTML) that shows it. */
export async function writeReport(file: string, report: unknown, page: string): Promise<void> {
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(dirname(file), 'report.html'), page);
}
