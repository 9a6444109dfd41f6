import type { Clock } from '@sign-display/contracts/clock-and-random';

/** The points of a kiosk's life that stories wait for. */
export type Moment =
  | { type: 'registered' | 'lost' }
  /** `qr`: the QR screen; `code`: a QR screen whose code can be scanned, told beside `qr`. */
  | { type: 'qr' | 'code' | 'claiming' | 'splash' | 'page' }
  /** A message of this requestId's handshake reached, or left, the kiosk. */
  | { type: 'apply_link' | 'link_ack' | 'claimed' | 'confirmed'; requestId: string };

export interface Moments {
  tell(moment: Moment): void;
  /** A place in the log. A wait looks from there on, so it misses nothing between a cause and the start of the wait. */
  mark(): number;
  /** Resolves with the first moment since `mark` that `wanted` accepts. Rejects with a `WaitedInVain` that says `what` after 45 s. */
  since(mark: number, what: string, wanted: (moment: Moment) => boolean): Promise<Moment>;
}

/** How long a story waits for one moment: twice as long as the slowest legal one takes (a takeover, then a hanging page). */
const PATIENCE_MS = 45_000;

/** What was awaited did not come; the story can't go on. */
export class WaitedInVain extends Error {
  override name = 'WaitedInVain';
}

export function createMoments(clock: Clock): Moments {
  const log: Moment[] = [];
  const waiting = new Set<(moment: Moment) => void>();
  return {
    tell(moment) {
      log.push(moment);
      for (const look of waiting) look(moment);
    },
    mark: () => log.length,
    since(mark, what, wanted) {
      const already = log.slice(mark).find(wanted);
      if (already) return Promise.resolve(already);
      return new Promise((resolve, reject) => {
        const cancel = clock.after(PATIENCE_MS, () => {
          waiting.delete(look);
          reject(new WaitedInVain(`waited ${PATIENCE_MS / 1_000} s in vain for ${what}`));
        });
        const look = (moment: Moment) => {
          if (!wanted(moment)) return;
          waiting.delete(look);
          cancel();
          resolve(moment);
        };
        waiting.add(look);
      });
    },
  };
}
