import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outbox, Store } from '@sign-display/kiosk-agent/ports';

const BATCH = '.jsonl';

/** Replaces a file whole: a temporary file, fsync, rename (promise K3). */
async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/** What the file holds; null where it is not there. Throws a `SyntaxError` where it is no JSON. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function appendLines(path: string, records: readonly unknown[]): Promise<void> {
  const file = await open(path, 'a', 0o600);
  const { size } = await file.stat();
  try {
    await file.writeFile(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await file.sync();
  } catch (error) {
    await file.truncate(size);
    throw error;
  } finally {
    await file.close();
  }
}

/** The lines up to the first that a power cut tore. */
function wholeLines(text: string): unknown[] {
  const records: unknown[] = [];
  for (const line of text.split('\n').slice(0, -1))
    try {
      records.push(JSON.parse(line));
    } catch {
      break;
    }
  return records;
}

export interface FolderDisk {
  store: Store;
  outbox: Outbox;
  /** Of the simulated machine: made by `makeMac` the first time, and the same ever after. */
  macAddress: string;
}

/** The disk of one kiosk in `folder`, which is made where it is missing: its document, its outbox, and the address of its network card. */
export async function openFolderDisk(folder: string, makeMac: () => string): Promise<FolderDisk> {
  const batches = join(folder, 'outbox');
  await mkdir(batches, { recursive: true, mode: 0o700 });
  const document = join(folder, 'kiosk.json');
  const machine = join(folder, 'machine.json');
  const known = (await readJson(machine)) as { macAddress: string } | null;
  const macAddress = known?.macAddress ?? makeMac();
  if (!known) await writeWhole(machine, JSON.stringify({ macAddress }));
  return {
    macAddress,
    store: {
      async read() {
        try {
          return { document: await readJson(document), damaged: false };
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
          await rename(document, `${document}.damaged`);
          return { document: null, damaged: true };
        }
      },
      write: (next) => writeWhole(document, JSON.stringify(next)),
    },
    outbox: {
      async read() {
        const names = (await readdir(batches)).filter((name) => name.endsWith(BATCH)).toSorted();
        return Promise.all(
          names.map(async (name) => ({
            id: name.slice(0, -BATCH.length),
            records: wholeLines(await readFile(join(batches, name), 'utf8')),
          })),
        );
      },
      append: (id, records) => appendLines(join(batches, `${id}${BATCH}`), records),
      remove: (id) => rm(join(batches, `${id}${BATCH}`), { force: true }),
    },
  };
}
