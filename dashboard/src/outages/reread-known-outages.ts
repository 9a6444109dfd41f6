import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Trouble } from '../api/session.ts';
import type { OutageLists } from './lay-outage-updates.ts';

/** Reads an event's outages again with as few requests as possible. */

/** The ended outages are complete from the newest to the oldest that was read. */
export interface Known extends OutageLists {
  /** The cursor of the next page of ended outages; null if all were read; undefined if none was read. */
  cursor: string | null | undefined;
  /** How many requests the read took. */
  requests: number;
}

export const NOTHING_KNOWN: Known = { open: [], ended: [], cursor: undefined, requests: 0 };

type Answer<Body> = { ok: true; body: Body } | { ok: false; body: Trouble };

export interface Asks {
  /** Reads all open outages, and counts the requests. */
  open(): Promise<Answer<{ items: readonly Outage[]; requests: number }>>;
  /** Reads a page of ended outages, newest first; the first page if `cursor` is undefined. */
  ended(cursor: string | undefined): Promise<Answer<{ items: readonly Outage[]; nextCursor: string | null }>>;
}

/** The facts of an outage whose facts are not known. */
export const NOT_RECORDED = { location: null, place: null, placeSigns: null, host: null, address: null } as const;

/**
 * Fills in the fields that an older node leaves out of its responses during a rolling update. `eventId`: the event of
 * the request.
 */
export function completed(outage: Outage, eventId: string, nameOf: (signId: string) => string | undefined): Outage {
  const { signId, since } = outage;
  const missing = { ...NOT_RECORDED, eventId, signName: nameOf(signId) ?? '', openedAt: since, closedBy: null };
  return { ...missing, ...outage };
}

/** Outages that ended in this time are read again, because the message about their end is sent later. */
const SETTLES_MS = 3 * 60_000;
/** How many pages a read searches for an outage that has just ended and began before all known outages. */
const PAGES_MOST = 5;

/**
 * Reads all open outages, and the pages of ended outages back to the known ones. Outages that were open or ended in the
 * last minutes are read again. `isOlder`: read one more page.
 */
export async function readAgain(
  asks: Asks,
  known: Known,
  { nowMs, isOlder = false }: { nowMs: number; isOlder?: boolean },
): Promise<Answer<Known>> {
  const answer = await asks.open();
  if (!answer.ok) return answer;
  let { requests } = answer.body;
  const openIds = new Set(answer.body.items.map(({ id }) => id));
  const before = new Set(known.ended.map(({ id }) => id));
  const wanted = new Set([
    ...known.open.flatMap(({ id }) => (openIds.has(id) ? [] : id)),
    ...known.ended.flatMap(({ id, until }) => (Date.parse(until!) > nowMs - SETTLES_MS ? id : [])),
  ]);
  const fresh = new Map<string, Outage>();
  const reachesAll = (): boolean => known.ended.every(({ id }) => fresh.has(id));
  let cursor: string | null | undefined;
  let meetsKnown = known.cursor !== undefined && before.size === 0;
  async function nextPage(from: string | undefined): Promise<Answer<undefined>> {
    const page = await asks.ended(from);
    if (!page.ok) return page;
    requests += 1;
    for (const outage of page.body.items) {
      fresh.set(outage.id, outage);
      wanted.delete(outage.id);
      meetsKnown ||= before.has(outage.id);
    }
    cursor = page.body.nextCursor;
    return { ok: true, body: undefined };
  }
  for (let pages = 0; ; pages += 1) {
    const page = await nextPage(cursor ?? undefined);
    if (!page.ok) return page;
    if (cursor === null) break;
    const isMet = meetsKnown || known.cursor === undefined;
    const hasWanted = wanted.size === 0 || (pages + 1 >= PAGES_MOST && reachesAll());
    if (isMet && hasWanted) break;
  }
  // The cursor belongs to whichever reaches farther back: the new pages or the known outages.
  if (!reachesAll()) cursor = known.cursor;
  if (isOlder && typeof cursor === 'string') {
    const page = await nextPage(cursor);
    if (!page.ok) return page;
  }
  const ended = new Map([...known.ended, ...fresh.values()].map((outage) => [outage.id, outage]));
  // An outage that ended between both responses is in both; the later response counts.
  const open = answer.body.items.filter(({ id }) => !ended.has(id));
  return { ok: true, body: { open, ended: [...ended.values()], cursor, requests } };
}

/**
 * Holds the known outages and runs one read at a time, so that a request for one more page waits and no page is read
 * twice.
 */
export function createKnown(asks: Asks) {
  let known = NOTHING_KNOWN;
  let older = 0;
  let before: Promise<unknown> = Promise.resolve();
  async function read(nowMs: number): Promise<Answer<Known>> {
    const answer = await readAgain(asks, known, { nowMs, isOlder: older > 0 });
    if (!answer.ok) return answer;
    known = answer.body;
    older = Math.max(0, older - 1);
    return answer;
  }
  return {
    known: (): Known => known,
    /** Applies the service's updates to the known outages. */
    lay: (change: (known: Known) => Known) => void (known = change(known)),
    /** Makes the next read include one more page of ended outages. */
    wantOlder: () => void (older += 1),
    read(nowMs: () => number): Promise<Answer<Known>> {
      const mine = before.then(() => read(nowMs()));
      before = mine.catch(() => undefined);
      return mine;
    },
  };
}
