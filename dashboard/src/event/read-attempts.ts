import { createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { useTools } from '../app-context.ts';
import { hasOtherDevices, withNewest, withOlder, type Known } from './merge-attempt-pages.ts';
import type { Seen } from './event-page-frame.tsx';
import { createThrottle } from './throttle.ts';

const PAGE_SIZE = 200;
/** Each reading is in the audit log, of each page that is open, and in a hall somebody claims a sign every few seconds. */
const REST_MS = 8_000;

/** Reads the attempts, and again when one may have ended: the caller's own by the service's word (`readSoon`), others' where a sign has another device. */
export function readAttempts(seen: Seen, isMine: () => boolean) {
  const { client, clock } = useTools();
  const [known, setKnown] = createSignal<Known>();
  const [trouble, setTrouble] = createSignal<Trouble | undefined>(undefined, { equals: false });
  let asking = 0;

  /** A page of them; null where there is none, and `trouble` says why. */
  async function ask(cursor?: string): Promise<Known | null> {
    const mine = isMine();
    const query = {
      limit: PAGE_SIZE,
      ...(cursor !== undefined && { cursor }),
      ...(mine && { actorId: seen.me.user.id }),
    };
    const answer = await asked(
      client.call('GET /api/events/:id/claim-attempts', { params: { id: seen.event.id }, query }),
    );
    setTrouble(() => (answer.ok ? undefined : answer.body));
    return answer.ok ? { isMine: mine, items: answer.body.items, cursor: answer.body.nextCursor } : null;
  }
  async function readNewest(): Promise<void> {
    asking += 1;
    const mine = asking;
    const newest = await ask();
    if (newest !== null && mine === asking) setKnown((last) => withNewest(last, newest));
  }
  async function readOlder(cursor: string): Promise<void> {
    const older = await ask(cursor);
    if (older !== null) setKnown((last) => withOlder(last, cursor, older));
  }

  const newest = createThrottle(clock, REST_MS, () => void readNewest());
  onCleanup(newest.stop);
  createEffect(on(isMine, newest.run));
  const signs = createMemo(() => seen.live.feed().signs);
  createEffect(on(signs, (after, before) => before && after && hasOtherDevices(before, after) && newest.want()));
  return {
    known,
    trouble,
    hasTrouble: () => trouble() !== undefined,
    read: newest.run,
    readSoon: newest.want,
    readOlder: (cursor: string) => void readOlder(cursor),
  };
}
