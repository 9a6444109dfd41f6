import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** The signs of a subscription as they are known, by identifier. Never changed in place: a row that is the same object is the same row. */
export type Signs = ReadonlyMap<string, SignRow>;

export type SignsPatch = Pick<DashboardUpdateMessage<'signs:patch'>, 'changes' | 'removed'>;

/** A change of an unknown sign is a new sign, and whole. One that is not is of a sign that was deleted before the list was read: its removal follows. */
const isWhole = (change: object): change is SignRow => 'createdAt' in change && 'name' in change;

/** The signs after `patches`, in the order in which they were sent. */
export function withPatches(signs: Signs, patches: readonly SignsPatch[]): Signs {
  if (patches.length === 0) return signs;
  const after = new Map(signs);
  for (const { changes, removed } of patches) {
    for (const id of removed) after.delete(id);
    for (const { settings: _, ...change } of changes) {
      const before = after.get(change.id);
      if (before) after.set(change.id, { ...before, ...change });
      else if (isWhole(change)) after.set(change.id, change);
    }
  }
  return after;
}

export const signsOf = (rows: readonly SignRow[]): Signs => new Map(rows.map((row) => [row.id, row]));
