import type { SessionEnd } from '../api/session.ts';

/** Removes what is stored of a claim when a session ends. Every page loads this, so it imports nothing of the claim. */

/** What is used of `localStorage`. */
export interface Drawer {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

export const keyOf = (userId: string): string => `claim ${userId}`;
export const attemptKey = (userId: string, requestId: string): string => `claim ${userId} attempt ${requestId}`;

/** What is read here of a stored claim. What can't be read is empty. */
function parse(text: string | null): { open?: unknown; isInForm?: unknown } {
  try {
    return Object(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

/**
 * Removes what is stored of a person's claim when their session ends. An attempt that is open stays, because the person comes back for its outcome. A session
 * that ended elsewhere also leaves the form that was open. The lists of earlier pages and places never stay (X9, D3).
 */
export function forgetClaim(userId: string, end: SessionEnd, open: () => Drawer): void {
  try {
    const drawer = open();
    const key = keyOf(userId);
    const keys = Array.from({ length: drawer.length }, (_, at) => drawer.key(at));
    const hasAttempt = keys.some((each) => each?.startsWith(attemptKey(userId, '')) === true);
    const kept = parse(drawer.getItem(key));
    const isOpen = hasAttempt || Boolean(kept.open);
    if (isOpen || (end === 'ended elsewhere' && kept.isInForm === true))
      drawer.setItem(key, JSON.stringify({ ...kept, recentUrls: [], recentLocations: [] }));
    else drawer.removeItem(key);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
