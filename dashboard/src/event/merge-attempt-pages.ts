import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { Signs } from '../live/apply-sign-patches.ts';

/** What is known of the attempts of an event, from one page to the next. Pure. */

/** Newest first; `cursor` leads to the older ones, null: there are none. `scope`: which attempts were asked for. */
export interface Known {
  scope: string;
  items: readonly ClaimAttempt[];
  cursor: string | null;
}

/** After the newest page was read again: older pages stay, unless so much is new that a gap lies between. */
export function withNewest(known: Known | undefined, newest: Known): Known {
  if (known?.scope !== newest.scope || newest.cursor === null) return newest;
  const read = new Set(newest.items.map(({ id }) => id));
  const older = known.items.filter(({ id }) => !read.has(id));
  if (older.length === known.items.length) return newest;
  return { ...known, items: [...newest.items, ...older] };
}

/** After the page that `cursor` leads to was read; one that follows on nothing which is still known is dropped. */
export function withOlder(known: Known | undefined, cursor: string, older: Known): Known | undefined {
  if (known?.cursor !== cursor) return known;
  return { ...known, items: [...known.items, ...older.items], cursor: older.cursor };
}

/** After an attempt began or ended: its row as it is now. A new one is where its time belongs, if the list reaches back so far. */
export function withAttempt(known: Known, attempt: ClaimAttempt): Known {
  const isKnown = known.items.some(({ id }) => id === attempt.id);
  if (isKnown) return { ...known, items: known.items.map((one) => (one.id === attempt.id ? attempt : one)) };
  const at = known.items.findIndex((one) => one.at < attempt.at || (one.at === attempt.at && one.id < attempt.id));
  if (at === -1 && known.cursor !== null) return known;
  const items = at === -1 ? [...known.items, attempt] : known.items.toSpliced(at, 0, attempt);
  return { ...known, items };
}

/** Whether a sign has another device than before: a claim that is committed gives it one. A row that is the same object is the same row. */
export function hasOtherDevices(before: Signs, after: Signs): boolean {
  if (before === after) return false;
  for (const [id, sign] of after) {
    const known = before.get(id);
    if (known !== sign && known?.device?.deviceSignId !== sign.device?.deviceSignId) return true;
  }
  return false;
}
