import type { Clock, Random } from '@sign-display/kiosk-agent/ports';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';

/** Messages between tabs take some milliseconds. */
const ANSWERS_WITHIN_MS = 1_000;

interface Message {
  /** The tab that asks, or the tab that gets the answer. */
  tab: string;
  kind: 'asks' | 'is here';
}

/** The part of a `BroadcastChannel` that tabs need here. A tab doesn't receive its own messages. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/** Whether this tab is the only one on the channel. The only tab answers every tab that asks later. */
export function isOnlyTab(channel: TabChannel, { clock, random }: { clock: Clock; random: Random }): Promise<boolean> {
  const tab = makeUuidV4(random);
  /** Null: undecided. */
  let isOnly: boolean | null = null;
  let cancel = (): void => {};

  return new Promise((resolve) => {
    function decide(outcome: boolean): void {
      if (isOnly !== null) return;
      isOnly = outcome;
      cancel();
      resolve(outcome);
    }
    function ask(): void {
      cancel();
      cancel = clock.after(ANSWERS_WITHIN_MS, () => decide(true));
      channel.postMessage({ tab, kind: 'asks' } satisfies Message);
    }
    channel.addEventListener('message', ({ data }) => {
      const { tab: other, kind } = data as Message;
      if (kind === 'is here') {
        if (other === tab) decide(false);
        return;
      }
      // Of two undecided tabs, the lower name wins. A tab that opened later missed the first question, so the higher one asks again.
      if (isOnly ?? tab < other) channel.postMessage({ tab: other, kind: 'is here' } satisfies Message);
      else if (isOnly === null) ask();
    });
    ask();
  });
}
