import type { Client } from '@sign-display/client/client';
import { refusalOf } from '@sign-display/client/connection-refusal';
import { connectDashboard } from '@sign-display/client/sockets';
import type { DashboardReplies, SignChange } from '@sign-display/contracts/dashboard-events';
import type { BulkCounts } from '@sign-display/contracts/rest/bulk';
import { done, refusedOnSocket, unreached } from './failure.ts';

/** The fields of a sign whose changes `watch` prints. */
const TOLD = ['status', 'name', 'location', 'url', 'mode', 'contentState'] as const;

/** Describes a change in words; null if no printed field changed. */
export function describeChange(before: SignChange | undefined, change: SignChange): string | null {
  if (!before) return `new sign: ${change.status ?? 'not known'}`;
  const told = TOLD.filter((field) => field in change && change[field] !== before[field]).map(
    (field) => `${field === 'status' ? '' : `${field} `}${change[field] ?? 'none'} (was ${before[field] ?? 'none'})`,
  );
  if (change.device !== undefined && change.device?.shortCode !== before.device?.shortCode)
    told.push(change.device ? `has the device ${change.device.shortCode}` : 'no longer has a device');
  return told.length === 0 ? null : told.join(', ');
}

const describeCounts = (counts: BulkCounts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');

export interface Watched {
  client: Client;
  server: string;
  token: string;
  subscription: { organizationId: string; eventId?: string };
  /** Ends it: its reason is thrown. */
  signal: AbortSignal;
  /** A change: in words, and as it came. */
  say(words: string, event: string, message: unknown): void;
  /** How long a subscription may be without its answer. */
  answersWithinMs?: number;
}

/** Tells each change of the signs until it is refused, then throws a `Failure`. A connection that is lost is made again. */
export async function watchSigns(watched: Watched): Promise<never> {
  const { client, server, token, subscription, signal, say, answersWithinMs = 10_000 } = watched;
  const socket = connectDashboard({ origin: server, token });
  const known = new Map<string, SignChange>();
  const nameOf = (id: string): string => known.get(id)?.name ?? id;
  let wasConnected = false;
  /** The cursor of the next patch; null until a subscription is answered: the answer covers every patch before it. */
  let expected: number | null = null;
  let isBeginning = false;
  let isStale = false;

  async function begin(): Promise<void> {
    expected = null;
    const { total } = await new Promise<DashboardReplies['subscribe']>((resolve, reject) => {
      // Not emitWithAck: a patch that comes in one piece with the reply would be told of before the promise is.
      socket.timeout(answersWithinMs).emit('subscribe', subscription, (error, reply) => {
        if (error) return reject(unreached(server, error));
        if (!reply.ok) return reject(refusedOnSocket(reply.error));
        expected = reply.cursor + 1;
        resolve(reply);
      });
    });
    const { items } = done(await client.list('GET /api/signs', { query: subscription }));
    for (const sign of items) known.set(sign.id, sign);
    say(total === 1 ? 'watching 1 sign' : `watching ${total} signs`, 'watching', { total });
  }

  /** Begins; where that is under way, once more after it. What goes wrong on a connection that is lost is no matter. */
  async function beginAgain(): Promise<void> {
    isStale = true;
    if (isBeginning) return;
    isBeginning = true;
    while (isStale && socket.connected) {
      isStale = false;
      await begin().catch((error: Error) => {
        if (socket.connected && !isStale) throw error;
      });
    }
    isBeginning = false;
  }

  try {
    return await new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      socket.on('connect', () => {
        wasConnected = true;
        beginAgain().catch(reject);
      });
      socket.on('connect_error', (error) => {
        const refusal = refusalOf(error);
        if (refusal) reject(refusedOnSocket(refusal));
        else if (!wasConnected) reject(unreached(server, error));
      });
      socket.on('disconnect', (reason) => say(`disconnected, reconnecting: ${reason}`, 'disconnected', { reason }));
      socket.on('signs:patch', (patch) => {
        if (expected === null) return;
        if (patch.cursor !== expected) return void beginAgain().catch(reject);
        expected += 1;
        for (const change of patch.changes) {
          const before = known.get(change.id);
          const words = describeChange(before, change);
          known.set(change.id, { ...before, ...change });
          if (words !== null) say(`${nameOf(change.id)}: ${words}`, 'sign', change);
        }
        for (const id of patch.removed) {
          say(`${nameOf(id)}: removed`, 'removed', { id });
          known.delete(id);
        }
      });
      socket.on('command:update', (row) => say(`${nameOf(row.signId)}: ${row.command} ${row.state}`, 'command', row));
      socket.on('claim:update', (step) =>
        say(`claim of ${step.signId}: ${[step.step, step.code, step.reason].filter(Boolean).join(' ')}`, 'claim', step),
      );
      socket.on('clone:update', (clone) =>
        say(
          `${nameOf(clone.signId)}: another machine has the identity of this sign: ${clone.decision ?? 'not decided'}`,
          'clone',
          clone,
        ),
      );
      socket.on('notification', (notification) => say(notification.title, 'notification', notification));
      socket.on('presence:warm_up', (warmUp) =>
        say(warmUp.warmUps.length > 0 ? 'offline verdicts suspended' : 'offline verdicts resumed', 'warm_up', warmUp),
      );
      socket.on('bulk:progress', (bulk) =>
        say(`bulk request for ${bulk.total} signs: ${describeCounts(bulk.counts)}`, 'bulk', bulk),
      );
    });
  } finally {
    socket.close();
  }
}
