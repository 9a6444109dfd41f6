import { attemptKey, keyOf, type Drawer } from './forget-claim.ts';
import { NO_SAVED_CLAIM, type SavedClaim } from './saved-claim.ts';
import { SAVED_CLAIM_VERSION, parseSavedClaim } from './parse-saved-claim.ts';

/**
 * The phone's storage: what is kept of a person's claim, and each attempt under a key of its own, so that two tabs don't write over each other's. Storage that is
 * full, forbidden or absent throws; then nothing is kept, and the claim goes on.
 */

export interface ClaimStore {
  read(): SavedClaim;
  /** False: it could not be written. What is the same as last time is not written again. */
  write(kept: SavedClaim): boolean;
}

/** `open` throws where storage is forbidden. */
export function createStorage(userId: string, open: () => Drawer): ClaimStore {
  let lastText: string | null = null;
  let lastAttempt: { requestId: string; text: string } | null = null;

  function readAttempts(drawer: Drawer): Pick<SavedClaim, 'attempt' | 'progress'> {
    const prefix = attemptKey(userId, '');
    const keys = Array.from({ length: drawer.length }, (_, at) => drawer.key(at));
    const attempts = keys
      .filter((key): key is string => key?.startsWith(prefix) === true)
      .map((key) => {
        const { attempt = null, progress = null } = parseSavedClaim(drawer.getItem(key)) ?? {};
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
        return { ...(parseSavedClaim(drawer.getItem(keyOf(userId))) ?? NO_SAVED_CLAIM), ...readAttempts(drawer) };
      } catch {
        return NO_SAVED_CLAIM;
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
          const text = JSON.stringify({ ...NO_SAVED_CLAIM, attempt, progress, version: SAVED_CLAIM_VERSION });
          if (text !== lastAttempt?.text) drawer.setItem(attemptKey(userId, attempt.requestId), text);
          lastAttempt = { requestId: attempt.requestId, text };
        }
        const text = JSON.stringify({ ...rest, attempt: null, progress: null, version: SAVED_CLAIM_VERSION });
        if (text !== lastText) drawer.setItem(keyOf(userId), text);
        lastText = text;
        return true;
      } catch {
        return false;
      }
    },
  };
}
