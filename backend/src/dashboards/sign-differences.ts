import type { DashboardUpdateMessage, SignChange } from '@sign-display/contracts/dashboard-events';
import type { Sign } from '@sign-display/contracts/rest/signs';

/** What dashboards are sent of signs: pure functions of what a sign was and is. */

type SignsPatch = Omit<DashboardUpdateMessage<'signs:patch'>, 'cursor'>;

/** Values of JSON, in the order in which we make them. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** The fields in which `after` differs from `before`; null where there is none. */
export function differenceOf(before: Sign, after: Sign): SignChange | null {
  const change: Record<string, unknown> = { id: after.id };
  let differs = false;
  for (const [field, value] of Object.entries(after)) {
    if (isSame(before[field as keyof Sign], value)) continue;
    change[field] = value;
    differs = true;
  }
  return differs ? (change as SignChange) : null;
}

/** A record as it was sent last and as it is; null: not there. `before` is undefined where nothing of it was sent since somebody subscribed. */
export interface Step {
  id: string;
  before: Sign | null | undefined;
  after: Sign | null;
}

/** Which signs a subscription covers; `eventId` null: all of the organization's. */
const covers = (eventId: string | null, sign: Sign): boolean => eventId === null || sign.eventId === eventId;

export type Told = { change: SignChange } | { removed: string };

/**
 * What a subscription is told of a step; null for nothing. `whole`: its client may have read the record at any moment, so that it is told all of
 * it, and not a difference from what it may never have seen.
 */
export function tellOf({ id, before, after }: Step, eventId: string | null, whole: boolean): Told | null {
  const isIn = after !== null && covers(eventId, after);
  if (!isIn) {
    // Of a record that it never heard of by us, its client may have read in the list.
    const wasOut = before === null || (before !== undefined && !covers(eventId, before));
    return wasOut && !whole ? null : { removed: id };
  }
  if (whole || !before || !covers(eventId, before)) return { change: after };
  const change = differenceOf(before, after);
  return change && { change };
}

/** What waits to be told to one subscription: at most one entry a record, however long it waits. */
interface PendingPatch {
  changes: Map<string, SignChange>;
  removed: Set<string>;
}

export const emptyPatch = (): PendingPatch => ({ changes: new Map(), removed: new Set() });

/** Adds what is told to what waits: later fields over earlier ones; what is removed has no fields. */
export function addTo(pending: PendingPatch, told: Told): void {
  if ('removed' in told) {
    pending.changes.delete(told.removed);
    pending.removed.add(told.removed);
    return;
  }
  const { change } = told;
  // Whoever is back after a removal comes whole, so nothing of before is missing.
  pending.removed.delete(change.id);
  const waiting = pending.changes.get(change.id);
  pending.changes.set(change.id, waiting ? { ...waiting, ...change } : change);
}

export const isEmpty = ({ changes, removed }: PendingPatch): boolean => changes.size === 0 && removed.size === 0;

/** A patch holds no more than this; the rest follows. */
const MOST_PER_PATCH = 1_000;

/** Takes the next patch of what waits, in the order in which it came. */
export function takePatch({ changes, removed }: PendingPatch): SignsPatch {
  const taken = { changes: Array.from(changes.values()).slice(0, MOST_PER_PATCH), removed: Array.from(removed) };
  for (const { id } of taken.changes) changes.delete(id);
  removed.clear();
  return taken;
}
