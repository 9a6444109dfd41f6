import type { ClaimAttempt, ClaimAttemptsSummary } from '@sign-display/contracts/rest/claims';
import { createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { useTools } from '../app-context.ts';
import { withCounted } from './attempt-stages-and-filter.ts';
import { hasOtherDevices, withAttempt, withNewest, withOlder, type Known } from './merge-attempt-pages.ts';
import type { Seen } from './event-page-frame.tsx';
import { useEvery } from './repeated-read.ts';
import { createThrottle } from './throttle.ts';

const PAGE_SIZE = 200;
/** Each reading is in the audit log, of each page that is open, and in a hall somebody claims a sign every few seconds. */
const REST_MS = 8_000;
/** An attempt whose end was lost on its way to this page is read again. */
const CHECK_EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Which attempts are read. */
interface Scope {
  isMine: boolean;
  /** Of the last 24 hours. */
  isToday: boolean;
}

/** Reads the attempts with their counts, and follows what begins and ends. Where news may have been lost, everything is read again. */
export function readAttempts(seen: Seen, scope: () => Scope) {
  const { client, clock } = useTools();
  const [known, setKnown] = createSignal<Known>();
  const [summary, setSummary] = createSignal<ClaimAttemptsSummary>();
  const [trouble, setTrouble] = createSignal<Trouble | undefined>(undefined, { equals: false });
  let asking = 0;
  /** Attempts that began or ended while the newest page was on its way: the page may be older. */
  let news: ClaimAttempt[] = [];
  const params = { id: seen.event.id };
  const filters = ({ isMine, isToday }: Scope) => ({
    ...(isMine && { actorId: seen.me.user.id }),
    ...(isToday && { from: new Date(clock.now() - DAY_MS).toISOString() }),
  });

  /** A page of them; null where there is none, and `trouble` says why. */
  async function ask(cursor?: string): Promise<Known | null> {
    const mine = scope();
    const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }), ...filters(mine) };
    const answer = await asked(client.call('GET /api/events/:id/claim-attempts', { params, query }));
    setTrouble(() => (answer.ok ? undefined : answer.body));
    const { items, nextCursor } = answer.ok ? answer.body : { items: [], nextCursor: null };
    return answer.ok ? { scope: JSON.stringify(mine), items, cursor: nextCursor } : null;
  }
  async function readNewest(): Promise<void> {
    asking += 1;
    const mine = asking;
    news = [];
    const [newest, counts] = await Promise.all([
      ask(),
      asked(client.call('GET /api/events/:id/claim-attempts/summary', { params, query: filters(scope()) })),
    ]);
    if (mine !== asking) return;
    if (counts.ok) setSummary(counts.body);
    else setTrouble(() => counts.body);
    if (newest === null) return;
    setKnown((last) => withNewest(last, newest));
    news.forEach((attempt) => setKnown((last) => last && withAttempt(last, attempt)));
    // The counts may be of before or after the news.
    if (news.length > 0) again.want();
  }
  async function readOlder(cursor: string): Promise<void> {
    const older = await ask(cursor);
    if (older !== null) setKnown((last) => withOlder(last, cursor, older));
  }

  const newest = createThrottle(clock, REST_MS, () => void readNewest());
  const again = createThrottle(clock, REST_MS, newest.run);
  onCleanup(() => {
    newest.stop();
    again.stop();
  });
  createEffect(on(() => JSON.stringify(scope()), newest.run));
  onCleanup(
    seen.live.onAttempt(({ eventId: _, ...attempt }) => {
      if (scope().isMine && attempt.actor?.id !== seen.me.user.id) return;
      news.push(attempt);
      const last = known();
      if (last === undefined) return;
      const before = last.items.find(({ id }) => id === attempt.id);
      // News may overtake each other: an ended attempt does not begin again.
      if (before !== undefined && before.outcome !== null) return;
      setSummary((counts) => counts && withCounted(counts, before, attempt));
      setKnown(withAttempt(last, attempt));
    }),
  );
  useEvery(CHECK_EVERY_MS, () => {
    const limit = new Date(clock.now() - CHECK_EVERY_MS).toISOString();
    if (known()?.items.some(({ outcome, at }) => outcome === null && at < limit)) newest.want();
  });
  const signs = createMemo(() => seen.live.feed().signs);
  createEffect(on(signs, (after, before) => before && after && hasOtherDevices(before, after) && newest.want()));
  return {
    known,
    summary,
    trouble,
    hasTrouble: () => trouble() !== undefined,
    read: newest.run,
    readOlder: (cursor: string) => void readOlder(cursor),
  };
}
