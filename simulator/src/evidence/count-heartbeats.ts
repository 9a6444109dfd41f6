import type { HeartbeatCount } from './evidence-types.ts';

/** Counts heartbeats and their acks over the connections of one kiosk. `seq` may start again with every boot. */
interface HeartbeatCounter {
  sent(seq: number, atMs: number): void;
  /** Returns the milliseconds from the heartbeat to its ack; null for an ack that answers nothing. */
  acked(seq: number, atMs: number): number | null;
  connectionEnded(): void;
  count(): HeartbeatCount;
}

export function createHeartbeatCounter(): HeartbeatCounter {
  const unanswered = new Map<number, number>();
  let sent = 0;
  let acked = 0;
  let unasked = 0;
  let inFlight = 0;
  let lost = 0;

  /** The newest heartbeat may have been on its way when the connection ended. Older ones had to be answered. */
  const leave = (): { inFlight: number; lost: number } => ({
    inFlight: Math.min(1, unanswered.size),
    lost: Math.max(0, unanswered.size - 1),
  });

  return {
    sent(seq, atMs) {
      sent += 1;
      unanswered.set(seq, atMs);
    },
    acked(seq, atMs) {
      const sentAtMs = unanswered.get(seq);
      if (sentAtMs === undefined) {
        unasked += 1;
        return null;
      }
      unanswered.delete(seq);
      acked += 1;
      return atMs - sentAtMs;
    },
    connectionEnded() {
      const left = leave();
      inFlight += left.inFlight;
      lost += left.lost;
      unanswered.clear();
    },
    count() {
      const left = leave();
      return { sent, acked, unasked, inFlight: inFlight + left.inFlight, lost: lost + left.lost };
    },
  };
}

export function sumHeartbeats(counts: readonly HeartbeatCount[]): HeartbeatCount {
  const total: HeartbeatCount = { sent: 0, acked: 0, unasked: 0, inFlight: 0, lost: 0 };
  for (const count of counts) {
    for (const key of Object.keys(total) as (keyof HeartbeatCount)[]) total[key] += count[key];
  }
  return total;
}
