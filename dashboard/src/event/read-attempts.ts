import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import { createEffect, createMemo, createSignal, on } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { useTools } from '../tools.ts';
import type { Seen } from './event-page.tsx';

const PAGE_SIZE = 200;

/** What was read of the attempts, the newest first; `cursor` leads to the older ones. */
interface Known {
  items: readonly ClaimAttempt[];
  cursor: string | null;
}

/** Reads the attempts, and again when one may have ended: the caller's own by the service's word, others' where a sign has another device. */
export function readAttempts(seen: Seen, isMine: () => boolean) {
  const { client } = useTools();
  const [known, setKnown] = createSignal<Known>();
  const [trouble, setTrouble] = createSignal<Trouble>();
  let asking = 0;
  async function read(cursor?: string): Promise<void> {
    asking += 1;
    const mine = asking;
    const query = {
      limit: PAGE_SIZE,
      ...(cursor !== undefined && { cursor }),
      ...(isMine() && { actorId: seen.me.user.id }),
    };
    const answer = await asked(
      client.call('GET /api/events/:id/claim-attempts', { params: { id: seen.event.id }, query }),
    );
    if (mine !== asking) return;
    if (!answer.ok) return void setTrouble(() => answer.body);
    const { items, nextCursor } = answer.body;
    setTrouble(undefined);
    setKnown((last) => ({
      items: cursor === undefined ? items : [...(last?.items ?? []), ...items],
      cursor: nextCursor,
    }));
  }
  /** A claim that is committed gives a sign a device. */
  const devices = createMemo(() => {
    const signs = seen.live.feed().signs;
    return signs === null
      ? null
      : Array.from(signs.values(), ({ device }) => device?.deviceSignId ?? '')
          .sort()
          .join();
  });
  createEffect(on([isMine, devices], () => void read()));
  return { known, trouble, hasTrouble: () => trouble() !== undefined, read };
}
