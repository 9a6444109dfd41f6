import type { Clock, Random } from '@sign-display/kiosk-agent/ports';
import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import type { Database } from '../store/database.ts';
import { addSign, listSigns } from './own-sign.ts';

/**
 * Chooses the sign in a browser without Web Locks (a page over http from another machine): one tab is the only sign of
 * this browser, and answers every other tab that asks.
 */

/** Messages between tabs take some milliseconds. */
const ANSWERS_WITHIN_MS = 1_000;

interface Message {
  /** The name of the tab that asks, also in the answer. */
  tab: string;
  kind: 'asks' | 'is here';
}

/** Null: another tab is this browser's sign. */
export async function takeOnlySign(
  database: Database,
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
  ports: { clock: Clock; random: Random },
): Promise<number | null> {
  const tab = makeUuidV4(ports.random);
  /** Null: undecided. */
  let isOurs: boolean | null = null;
  const isTaken = await new Promise<boolean>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'is here' && data.tab === tab) resolve(true);
      // If two tabs ask at the same time, the lower name wins.
      if (data.kind === 'asks' && (isOurs ?? tab < data.tab)) channel.postMessage({ tab: data.tab, kind: 'is here' });
    });
    channel.postMessage({ tab, kind: 'asks' } satisfies Message);
    ports.clock.after(ANSWERS_WITHIN_MS, () => resolve(false));
  });
  isOurs = !isTaken;
  if (isTaken) return null;
  const [oldest] = await listSigns(database);
  return oldest ?? (await addSign(database));
}
