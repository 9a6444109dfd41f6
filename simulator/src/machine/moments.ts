import type { Clock } from '@sign-display/contracts/ports';

/** What stories wait for: logical points of a kiosk's life. */
export type Moment =
  | { type: 'registered' | 'lost' }
  /** `code`: a QR that can be scanned, beside `qr` for each. */
  | { type: 'qr' | 'code' | 'splash' | 'page' }
  /** A message of this requestId's handshake reached, or left, the kiosk. */
  | { type: 'apply_link' | 'link_ack' | 'claimed' | 'confirmed'; requestId: string };

export interface Moments {
  tell(moment: Moment): void;
  /** A place in the log: waits look from there on, so that nothing is missed between a cause and the wait for its effect. */
  mark(): number;
  /** Resolves with the first moment since `mark` that `wanted` accepts; rejects after `patienceMs` with what was awaited. */
  since(mark: number, what: string, wanted: (moment: Moment) => boolean): Promise<Moment>;
}

/** The longest any story waits for one moment: twice what the slowest lawful one (a takeover, then a hanging page) takes. */
const PATIENCE_MS = 45_000;

/** Rejects a wait: the story can't go on. */
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
