import type { KioskEvent } from '@sign-display/contracts/kiosk-events';

/**
 * The order of one connection's messages. What it sends is handled as it arrives, and handling waits for the database: so two messages of one
 * kind would end in either order. Those that share a lane are handled one after the other, in the order of their arrival; one that fails
 * holds up nobody. Other lanes, and what has none, never wait for them.
 */

/** Analytics waits long after an outage, so nothing else is behind it. */
type Lane = 'register' | 'commands' | 'config' | 'analytics' | 'frames';

/**
 * Without a lane: heartbeats, which touch nothing that waits; the answers of a claim, which an operator waits for and which say of what they
 * are; and reports of content, which keep their own order (reports/content-reports/report-rate-limit.ts).
 */
export const LANES: Partial<Record<KioskEvent, Lane>> = {
  'sign:register': 'register',
  'sign:released': 'register',
  'sign:command_ack': 'commands',
  'sign:command_error': 'commands',
  'sign:logs': 'commands',
  'sign:update_status': 'commands',
  'sign:config_sync': 'config',
  'sign:analytics': 'analytics',
  'sign:frame_check': 'frames',
};

/** A full window's worth of messages, and some screenshots: what a kiosk may make a node hold while its database is slow. */
export const WAITING_MOST = { messages: 200, bytes: 16 * 1024 * 1024 } as const;

export function createArrivalLanes() {
  const ends = new Map<Lane, Promise<unknown>>();
  const waiting = { messages: 0, bytes: 0 };

  function runAfter<Result>(before: Promise<unknown>, bytes: number, work: () => Promise<Result>): Promise<Result> {
    waiting.messages += 1;
    waiting.bytes += bytes;
    return before.then(() => {
      waiting.messages -= 1;
      waiting.bytes -= bytes;
      return work();
    });
  }

  return {
    /** Does `work` when its lane is free, at once where it is; null: too much waits already. */
    run<Result>(lane: Lane, bytes: number, work: () => Promise<Result>): Promise<Result> | null {
      const before = ends.get(lane);
      const isFull = waiting.messages >= WAITING_MOST.messages || waiting.bytes + bytes > WAITING_MOST.bytes;
      if (before && isFull) return null;
      const running = before ? runAfter(before, bytes, work) : work();
      const end: Promise<void> = running
        .then(
          () => {},
          () => {},
        )
        .then(() => void (ends.get(lane) === end && ends.delete(lane)));
      ends.set(lane, end);
      return running;
    },
  };
}

export type ArrivalLanes = ReturnType<typeof createArrivalLanes>;
