import { attemptKey, keyOf, type Drawer } from './forget.ts';
import { NOTHING_KEPT, type Kept } from './keeping.ts';
import { KEPT_VERSION, readKept } from './read-kept.ts';

/**
 * The phone's storage: what is kept of a person's claim, and each attempt under a key of its own, so that two tabs don't write over each other's. Storage that is
 * full, forbidden or absent throws; then nothing is kept, and the claim goes on.
 */

export interface KeepingPlace {
  read(): Kept;
  /** False: it could not be written. What is the same as last time is not written again. */
  write(kept: Kept): boolean;
}

/** `open` throws where storage is forbidden. */
export function createStorage(userId: string, open: () => Drawer): KeepingPlace {
  let lastText: string | null = null;
  let lastAttempt: { requestId: string; text: string } | null = null;

  function readAttempts(drawer: Drawer): Pick<Kept, 'attempt' | 'progress'> {
    const prefix = attemptKey(userId, '');
    const keys = Array.from({ length: drawer.length }, (_, at) => drawer.key(at));
    const attempts = keys
      .filter((key): key is string => key?.startsWith(prefix) === true)
      .map((key) => {
        const { attempt = null, progress = null } = readKept(drawer.getItem(key)) ?? {};
        return { key, attempt, progress };
      })
      .toSorted((one, other) => (other.attempt?.madeWallMs ?? 0) - (one.attempt?.madeWallMs ?? 0));
    for (const { key, attempt } of attempts) if (attempt === null) drawer.removeItem(key);
    const { attempt: newest, progress } = attempts[0] ?? { attempt: null, progress: null };
    // It is this page's from now on, to be removed when its outcome is known.
    if (newest !== null) lastAttempt = { requestId: newest.requestId, text: '' };
    return { attempt: newest, progress };
  }

  return {
    read() {
      try {
        const drawer = open();
        return { ...(readKept(drawer.getItem(keyOf(userId))) ?? NOTHING_KEPT), ...readAttempts(drawer) };
      } catch {
        return NOTHING_KEPT;
      }
    },
    write({ attempt, progress, ...rest }) {
      try {
        const drawer = open();
        if (lastAttempt !== null && lastAttempt.requestId !== attempt?.requestId) {
          drawer.removeItem(attemptKey(userId, lastAttempt.requestId));
          lastAttempt = null;
        }
        if (attempt !== null) {
          const text = JSON.stringify({ ...NOTHING_KEPT, attempt, progress, version: KEPT_VERSION });
          if (text !== lastAttempt?.text) drawer.setItem(attemptKey(userId, attempt.requestId), text);
          lastAttempt = { requestId: attempt.requestId, text };
        }
        const text = JSON.stringify({ ...rest, attempt: null, progress: null, version: KEPT_VERSION });
        if (text !== lastText) drawer.setItem(keyOf(userId), text);
        lastText = text;
        return true;
      } catch {
        return false;
      }
    },
  };
}
