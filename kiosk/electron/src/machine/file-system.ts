import { promises as fs, readFileSync } from 'node:fs';

/** A file that grows at its end. */
export interface OpenFile {
  /** Appends all of `bytes`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Cuts the file to its first `length` bytes. */
  truncate(length: number): Promise<void>;
  /** Resolves once what was written would survive a power cut. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The file system, as far as the sign's memory needs it: the machine's, or one of a test that stops at any of these calls. */
export interface Files {
  /** The whole content; null where there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** The names in a folder; none where there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** `new`: an empty file in the place of whatever is there. `append`: what is there stays. Only its owner may read either. */
  open(path: string, how: 'new' | 'append'): Promise<OpenFile>;
  /** Takes the place of `to`. */
  rename(from: string, to: string): Promise<void>;
  /** Nothing happens where there is no such file. */
  remove(path: string): Promise<void>;
  /** Makes it with its parents where it is missing; only its owner may enter what is made. */
  makeFolder(folder: string): Promise<void>;
  /** Resolves once the names in the folder would survive a power cut. */
  syncFolder(folder: string): Promise<void>;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function unlessMissing<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

/** The real file system. */
export const MACHINE_FILES: Files = {
  read: (path) => unlessMissing<Buffer | null>(fs.readFile(path), null),
  list: (folder) => unlessMissing(fs.readdir(folder), []),
  async open(path, how) {
    // A file that is left over keeps its mode when it is opened again, so a new one is really a new one.
    if (how === 'new') await unlessMissing(fs.unlink(path), undefined);
    const file = await fs.open(path, how === 'new' ? 'wx' : 'a', 0o600);
    return {
      write: (bytes) => file.writeFile(bytes),
      truncate: (length) => file.truncate(length),
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  rename: (from, to) => fs.rename(from, to),
  remove: (path) => unlessMissing(fs.unlink(path), undefined),
  async makeFolder(folder) {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  },
  async syncFolder(folder) {
    // Windows opens no folders; NTFS has names in its journal.
    if (process.platform === 'win32') return;
    const handle = await fs.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** As `read`, for what must be known before anything else. */
export function readFileNow(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
