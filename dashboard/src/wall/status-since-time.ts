import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { ConnectionMark } from '../ui/sign-marks-and-severity.ts';
import type { OpenOutages } from './actions/outages-by-sign.ts';
import { lookOf } from './sign-looks.ts';

/** Since when a sign looks as it does. A status has an age; that a screen is blank has another, which only its outage tells. Pure. */

export const NO_OUTAGES: OpenOutages = new Map();

const msOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** Wall clock in ms; null where nobody knows. Of an offline sign the last heartbeat. */
export function sinceMsOf(sign: SignRow, open: OpenOutages): number | null {
  switch (lookOf(sign)) {
    case 'offline':
      return msOf(sign.lastSeenAt ?? sign.statusSince);
    case 'blank':
      return msOf(open.get(sign.id)?.find(({ kind }) => kind === 'blank')?.since ?? null);
    // The status is older or younger than these, and nothing tells when they began.
    case 'unstable':
    case 'loading':
      return null;
    default:
      return msOf(sign.statusSince);
  }
}

/** When a sign was heard last: 'now' while its heartbeats come, of which the list does not tell each; else in ms; null: never. `isOld`: the page isn't live. */
export function lastSeenMsOf(sign: SignRow, connection: ConnectionMark, isOld: boolean): number | 'now' | null {
  const comes = connection === 'online' || connection === 'unstable';
  return comes && !isOld ? 'now' : msOf(sign.lastSeenAt);
}
