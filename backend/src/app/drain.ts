import type { Random } from '@sign-display/contracts/clock-and-random';
import type { Node } from '../node.ts';
import type { Background } from './start-background-tasks.ts';
import type { AppTransport } from './deps.ts';
import type { Parts } from './service-parts-type.ts';

/** The process must be gone within 10 s of a signal; a claim that is under way gets most of it. */
const DRAIN_CLAIMS_MS = 5_000;
/** A mail that is on its way to a server that works is there by then. */
const DRAIN_MAIL_MS = 1_000;
/** Kiosks of a node that drains come back spread over this and a little for each of them, so that no two do at once. */
const RECONNECT_SPREAD_MS = 2_000;
const RECONNECT_SPREAD_PER_KIOSK_MS = 10;

function sendKiosksAway({ connections }: Node, random: Random): void {
  const spreadMs = RECONNECT_SPREAD_MS + connections.size * RECONNECT_SPREAD_PER_KIOSK_MS;
  for (const { socket } of connections.all())
    socket.send('server:reconnect', { afterMs: Math.round(random.float() * spreadMs) });
}

/** Ends what was accepted and takes nothing new; the order is what each step still needs of those after it. `background` null: it was never started. */
export async function drain(
  { phase, node, server, accounts, post, notifying, streams }: Parts,
  beside: { random: Random; background: Background | null; transport: AppTransport; unused: { cut(): void } },
): Promise<void> {
  const { random, background, transport, unused } = beside;
  phase.is = 'draining';
  node.presence.drain();
  background?.stopForgetting();
  // At once: what claims still get is counted from the signal on. Jobs are given back while this node still has its lease.
  await Promise.all([
    node.waiters.drain(DRAIN_CLAIMS_MS),
    node.commands.stop(),
    background?.jobs?.stop(),
    background?.warnings.stop(),
    background?.nightlyChecks.stop(),
    background?.recording?.stop(),
  ]);
  // A kiosk whose answer has just been committed hears of it before it is sent away.
  await background?.kiosks.settled();
  sendKiosksAway(node, random);
  background?.dashboards?.stop();
  await transport.close();
  await node.membership.leave();
  // A claim that was only being opened has come to wait since, for a kiosk that can't answer here any more.
  await node.waiters.drain(0);
  await background?.presenceWriter.stop();
  streams.cutAll();
  await node.reports.stop();
  await Promise.all([accounts.passwordReset.settled(), accounts.security.settled()]);
  await post.mail.drain(DRAIN_MAIL_MS);
  post.close();
  notifying.close();
  unused.cut();
  await server.http.close();
}
