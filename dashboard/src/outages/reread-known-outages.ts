import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Trouble } from '../api/session.ts';
import type { OutageLists } from './lay-outage-updates.ts';

/** What is known of an event's outages, and how little has to be asked to know it anew. */

/** The ended outages are there from the newest on, as far as they were read. */
export interface Known extends OutageLists {
  /** Where the next page of the ended ones begins; null: they are all there; undefined: none was read. */
  cursor: string | null | undefined;
  /** How many requests it took. */
  requests: number;
}

export const NOTHING_KNOWN: Known = { open: [], ended: [], cursor: undefined, requests: 0 };

type Answer<Body> = { ok: true; body: Body } | { ok: false; body: Trouble };

export interface Asks {
  /** All that are open; how many requests that took. */
  open(): Promise<Answer<{ items: readonly Outage[]; requests: number }>>;
  /** A page of those that have ended, newest first; undefined: the first. */
  ended(cursor: string | undefined): Promise<Answer<{ items: readonly Outage[]; nextCursor: string | null }>>;
}

/** The facts of an outage where they are not known. */
export const NOT_RECORDED = { location: null, place: null, placeSigns: null, host: null, address: null } as const;

/** Fills in the fields that an older node leaves out of its answers during a rolling update. `eventId`: of the event that was asked about. */
export function completed(outage: Outage, eventId: string, nameOf: (signId: string) => string | undefined): Outage {
  const { signId, since } = outage;
  const missing = { ...NOT_RECORDED, eventId, signName: nameOf(signId) ?? '', openedAt: since, closedBy: null };
  return { ...missing, ...outage };
}

/** Of what has just ended the message that it is over comes later. */
const SETTLES_MS = 3 * 60_000;
/** For one that has just ended and began before all that are known so many pages are looked through. */
const PAGES_MOST = 5;

/**
 * All that are open, and of the ended ones the pages back to what is known already. What was open or has ended in these minutes is read anew. `isOlder`: a
 * page more.
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
  // What was read now reaches farther, or what is known does.
  if (!reachesAll()) cursor = known.cursor;
  if (isOlder && typeof cursor === 'string') {
    const page = await nextPage(cursor);
    if (!page.ok) return page;
  }
  const ended = new Map([...known.ended, ...fresh.values()].map((outage) => [outage.id, outage]));
  // One that ended between both answers is in both: the later word counts.
  const open = answer.body.items.filter(({ id }) => !ended.has(id));
  return { ok: true, body: { open, ended: [...ended.values()], cursor, requests } };
}

/** What is known, read one after the other: a page more that is wanted while one is read waits for it, so that none is read twice. */
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
    /** What the service sent since. */
    lay: (change: (known: Known) => Known) => void (known = change(known)),
    /** The next reading has a page more of the ended ones. */
    wantOlder: () => void (older += 1),
    read(nowMs: () => number): Promise<Answer<Known>> {
      const mine = before.then(() => read(nowMs()));
      before = mine.catch(() => undefined);
      return mine;
    },
  };
}
