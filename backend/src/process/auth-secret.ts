import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Random } from '@sign-display/contracts/clock-and-random';

const FILE = 'auth-secret';

async function readSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The key that signs sessions: made once and kept beside the data, so that a restart signs nobody out (contract, section 6,
 * `AUTH_SECRET`). 64 hexadecimal characters, readable by its owner only.
 */
export async function loadOrCreateAuthSecret(folder: string, random: Random): Promise<string> {
  const path = join(folder, FILE);
  const kept = await readSecret(path);
  if (kept !== null) {
    if (!/^[0-9a-f]{64}$/.test(kept))
      throw new Error(
        `${path} is damaged. Restore it, or delete it to create a new one. All users must then sign in again.`,
      );
    return kept;
  }
  // A link fails where another start was first, and a whole file is linked or none: nobody reads half a secret.
  const draft = join(folder, `${FILE}.${makeUuidV4(random)}`);
  await writeFile(draft, `${makeSecret(random)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return (await readSecret(path))!;
}
