import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Files } from './file-system.ts';

/**
 * A JSON value in a file that survives a power cut at any instant (promise K3).
 *
 *     write NAME.new → fsync → NAME becomes NAME.previous → NAME.new becomes NAME → fsync of the folder
 *
 * - At every instant NAME or NAME.previous is whole, and one of them is the last value whose write has resolved, or a later one.
 * - The first line is the SHA-256 of the rest, so that a flipped bit is seen as well as a torn file.
 * - A copy that is not sound is set aside as NAME.damaged (one of each is kept, for an engineer), and never becomes the previous copy.
 * - A write that fails, because the disk is full for instance, leaves the last value where it was.
 */
export interface SafeFile {
  /** The newest sound copy; null where nothing was ever written or no copy is sound. `damaged`: the copies that were not. Rejects where the disk does not answer. */
  read(): Promise<{ value: unknown; damaged: readonly string[] }>;
  /** Resolves once `value` would survive a power cut. One write at a time is the caller's care. */
  write(value: unknown): Promise<void>;
}

const HASH_LENGTH = 64;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function encode(value: unknown): Buffer {
  const text = JSON.stringify(value);
  return Buffer.from(`${hashOf(text)}\n${text}`);
}

/** The value in `{ value }`; null where the bytes are not whole. */
export function decode(bytes: Buffer): { value: unknown } | null {
  const text = bytes.toString('utf8');
  const body = text.slice(HASH_LENGTH + 1);
  if (text[HASH_LENGTH] !== '\n' || hashOf(body) !== text.slice(0, HASH_LENGTH)) return null;
  return { value: JSON.parse(body) as unknown };
}

export function createSafeFile(files: Files, path: string): SafeFile {
  const previous = `${path}.previous`;
  const fresh = `${path}.new`;
  /** Whether `path` holds a sound copy; null before anybody has looked. */
  let isSound: boolean | null = null;

  async function look(copy: string): Promise<{ copy: string; found: boolean; sound: { value: unknown } | null }> {
    const bytes = await files.read(copy);
    return { copy, found: bytes !== null, sound: bytes && decode(bytes) };
  }

  async function read(): ReturnType<SafeFile['read']> {
    const current = await look(path);
    isSound = current.sound !== null;
    if (current.sound) return { value: current.sound.value, damaged: [] };
    // Both are looked at before either is touched: a disk that stops answering in between leaves things as they are.
    const older = await look(previous);
    const damaged = [current, older].filter(({ found, sound }) => found && sound === null).map(({ copy }) => copy);
    for (const copy of damaged) await setAside(copy);
    return { value: older.sound?.value ?? null, damaged };
  }

  /** A disk that can't be written to still can be read. */
  async function setAside(copy: string): Promise<void> {
    await files.rename(copy, `${copy}.damaged`).catch(() => {});
  }

  async function writeFresh(bytes: Buffer): Promise<void> {
    const file = await files.open(fresh, 'new');
    try {
      await file.write(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  return {
    read,
    async write(value) {
      if (isSound === null) await read();
      try {
        await writeFresh(encode(value));
      } catch (error) {
        // What was written of it only takes room on a full disk.
        await files.remove(fresh).catch(() => {});
        throw error;
      }
      if (isSound) await files.rename(path, previous);
      isSound = false;
      await files.rename(fresh, path);
      isSound = true;
      await files.syncFolder(dirname(path));
    },
  };
}
