/** What a sign-out drops of a claim. Every page has it, so it stands on nothing of the claim's. */

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

/** Whether an attempt is open in what is kept. What can't be read has none. */
function hasOpen(text: string | null): boolean {
  try {
    return Boolean((JSON.parse(text ?? 'null') as { open?: unknown } | null)?.open);
  } catch {
    return false;
  }
}

/** Drops what is kept of a person's claim, who has signed out, unless an attempt is open: its outcome is theirs to come back for. */
export function forgetClaim(userId: string, open: () => Drawer): void {
  try {
    const drawer = open();
    const keys = Array.from({ length: drawer.length }, (_, at) => drawer.key(at));
    const hasAttempt = keys.some((key) => key?.startsWith(attemptKey(userId, '')) === true);
    if (!hasAttempt && !hasOpen(drawer.getItem(keyOf(userId)))) drawer.removeItem(keyOf(userId));
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
