import type { LIMITS } from '@sign-display/contracts/limits';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** When outages are to be read again: nobody is told of them by the socket, but of the signs that have them. Pure. */

const WITH_OUTAGE = new Set<SignRow['status']>(['offline', 'content_error', 'content_unreachable']);

type Troubled = Pick<SignRow, 'id' | 'status' | 'blank' | 'acknowledged'>;

/** Whether a sign that is so has an open outage. That it is unstable is trouble, and no outage. */
export const hasOutage = ({ status, blank }: Pick<SignRow, 'status' | 'blank'>): boolean =>
  blank === true || WITH_OUTAGE.has(status);

/** Whether nothing of these signs is other that an outage would tell of. */
export const areAlike = (one: readonly Troubled[], other: readonly Troubled[]): boolean =>
  one.length === other.length &&
  one.every((sign, index) => {
    const { id, status, blank, acknowledged } = other[index]!;
    const isSame = sign.id === id && sign.status === status && sign.blank === blank;
    return isSame && sign.acknowledged?.at === acknowledged?.at;
  });

/** Whether a sign in trouble has no open outage yet, or one has an open outage and is well: outages are opened and closed after their signs have changed. */
export function isBehind(troubled: readonly Pick<SignRow, 'id'>[], open: Iterable<Pick<Outage, 'signId'>>): boolean {
  const ids = new Set(troubled.map(({ id }) => id));
  const withOpen = new Set(Array.from(open, ({ signId }) => signId));
  return troubled.some(({ id }) => !withOpen.has(id)) || Array.from(withOpen).some((id) => !ids.has(id));
}

/** As many outages as one request brings: the most that the service gives. */
export const PAGE: (typeof LIMITS)['pageSizeMost'] = 200;
/** How many requests a list of so many takes: also one of none takes one. */
export const requestsOf = (count: number): number => Math.max(1, Math.ceil(count / PAGE));

/** Between two readings of so many requests: a page that asks all the time keeps to a fifth of what one person may ask. */
export const restMsOf = (requests: number): number => Math.max(5_000, requests * 1_000);
