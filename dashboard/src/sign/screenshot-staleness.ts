import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** Whether a screenshot is what the sign shows now. Pure. */

/** Pages change by themselves: after this nobody knows. */
const OLD_AFTER_MS = 15 * 60_000;

/** `unlinked`: of a device that the sign has no more; `offline`: nobody knows what it shows; `page`: taken of what was there before; `old`: only its age speaks against it. */
export type OldBecause = 'unlinked' | 'offline' | 'page' | 'old';

/** Null: it is as good as the present. `screen`: of `/now`, null where nothing is known. */
export function oldBecause(
  takenAtMs: number,
  sign: Pick<SignRow, 'device' | 'presence' | 'status' | 'statusSince'>,
  screen: SignNow['screen'],
  nowMs: number,
): OldBecause | null {
  if (sign.device === null) return 'unlinked';
  if (sign.presence !== 'online') return 'offline';
  if (screen?.since && Date.parse(screen.since) > takenAtMs) return 'page';
  // Of a sign without a page nobody tells since when one was on its screen: its status does.
  const isOfPage = sign.status === 'idle' && sign.statusSince !== null && Date.parse(sign.statusSince) > takenAtMs;
  if (isOfPage) return 'page';
  return nowMs - takenAtMs > OLD_AFTER_MS ? 'old' : null;
}
