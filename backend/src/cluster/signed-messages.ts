import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import { forgetOldest } from '../flow/bound-map-size.ts';

/**
 * Messages between nodes on a server that others may write to (decision 5): each has the time, the sender and a sequence number, and an HMAC-SHA256 with a key
 * from AUTH_SECRET over all of it. A receiver takes no message that was changed, none twice, none out of order, and none that is older than `FRESH_MS`.
 */

/** Clocks of nodes differ by less (NTP). A new receiver knows no sequence numbers: it takes no message again that was recorded earlier. */
const FRESH_MS = 60_000;
/** Only nodes that know the key are remembered, one for each start. */
const SENDERS_MOST = 10_000;

const FORM = /^1\.([0-9a-f]{32})\.(\d{1,15})\.(\d{1,15})\.([A-Za-z0-9_-]{43})\./;

export type Opened = { body: string } | { refused: 'own' | 'malformed' | 'forged' | 'stale' | 'replayed' };

/** A key of its own for each use of AUTH_SECRET. */
export const deriveKey = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `sign-display ${use}`, 32));

const macOf = (key: Buffer, head: string, body: string): Buffer =>
  createHmac('sha256', key).update(head).update(body).digest();

/** Seals the messages of one node, and opens those of the others. */
export function createSealedMessages(deps: { secret: string; clock: Clock; random: Random }) {
  const { secret, clock, random } = deps;
  const key = deriveKey(secret, 'messages between nodes');
  const own = Buffer.from(random.bytes(16)).toString('hex');
  let sent = 0;
  /** The last sequence number of each sender. */
  const received = new Map<string, number>();

  return {
    seal(body: string): string {
      const head = `1.${own}.${(sent += 1)}.${Math.trunc(clock.now())}.`;
      return `${head}${macOf(key, head, body).toString('base64url')}.${body}`;
    },
    open(text: string): Opened {
      const form = FORM.exec(text);
      if (!form) return { refused: 'malformed' };
      const [prefix, sender, sequence, at, mac] = form as unknown as [string, string, string, string, string];
      const head = `1.${sender}.${sequence}.${at}.`;
      const body = text.slice(prefix.length);
      if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(key, head, body))) return { refused: 'forged' };
      if (sender === own) return { refused: 'own' };
      if (Math.abs(clock.now() - Number(at)) > FRESH_MS) return { refused: 'stale' };
      if (Number(sequence) <= (received.get(sender) ?? 0)) return { refused: 'replayed' };
      received.delete(sender);
      received.set(sender, Number(sequence));
      forgetOldest(received, SENDERS_MOST, () => false);
      return { body };
    },
  };
}
