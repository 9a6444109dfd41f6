import type { Client } from '@sign-display/client/client';
import { connectDashboard, refusalOf } from '@sign-display/client/sockets';
import type { SignChange } from '@sign-display/contracts/dashboard-events';
import { done, refusedOnSocket, unreached } from './failure.ts';

/** The fields of a sign that a watcher is told of. */
const TOLD = ['status', 'name', 'location', 'url', 'mode', 'contentState'] as const;
const ANSWERS_WITHIN_MS = 10_000;

/** What is new in `change`, in words; null where that is nothing to tell of. */
export function describeChange(before: SignChange | undefined, change: SignChange): string | null {
  if (!before) return `is new: ${change.status ?? 'not known'}`;
  const told = TOLD.filter((field) => field in change && change[field] !== before[field]).map(
    (field) => `${field === 'status' ? '' : `${field} `}${change[field] ?? 'none'} (was ${before[field] ?? 'none'})`,
  );
  if (change.device !== undefined && change.device?.shortCode !== before.device?.shortCode)
    told.push(change.device ? `has the device ${change.device.shortCode}` : 'has no device any more');
  return told.length === 0 ? null : told.join(', ');
}

export interface Watched {
  client: Client;
  server: string;
  token: string;
  subscription: { organizationId: string; eventId?: string };
  /** Ends it: its reason is thrown. */
  signal: AbortSignal;
  /** A change: in words, and as it came. */
  say(words: string, event: string, message: unknown): void;
}

/** Tells each change of the signs until it is refused, then throws a `Failure`. A connection that is lost is made again. */
export async function watchSigns({ client, server, token, subscription, signal, say }: Watched): Promise<never> {
  const socket = connectDashboard({ origin: server, token });
  const known = new Map<string, SignChange>();
  const nameOf = (id: string): string => known.get(id)?.name ?? id;
  let wasConnected = false;
  let expected = 0;

  async function begin(): Promise<void> {
    const reply = await socket.timeout(ANSWERS_WITHIN_MS).emitWithAck('subscribe', subscription);
    if (!reply.ok) throw refusedOnSocket(reply.error);
    expected = reply.cursor + 1;
    const { items } = done(await client.list('GET /api/signs', { query: subscription }));
    for (const sign of items) known.set(sign.id, sign);
    say(`watching ${reply.total} signs`, 'watching', { total: reply.total });
  }

  try {
    return await new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const beginAgain = () => void begin().catch((error: Error) => socket.connected && reject(error));
      socket.on('connect', () => {
        wasConnected = true;
        beginAgain();
      });
      socket.on('connect_error', (error) => {
        const refusal = refusalOf(error);
        if (refusal) reject(refusedOnSocket(refusal));
        else if (!wasConnected) reject(unreached(server, error));
      });
      socket.on('disconnect', (reason) => say(`not live: ${reason}`, 'disconnected', { reason }));
      socket.on('signs:patch', (patch) => {
        if (patch.cursor !== expected) return beginAgain();
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
          `${nameOf(clone.signId)}: another machine has its identity: ${clone.decision ?? 'not decided'}`,
          'clone',
          clone,
        ),
      );
      socket.on('notification', (notification) => say(notification.title, 'notification', notification));
      socket.on('presence:warm_up', (warmUp) =>
        say(warmUp.warmUps.length > 0 ? 'verdicts wait' : 'verdicts are given', 'warm_up', warmUp),
      );
      socket.on('bulk:progress', (bulk) =>
        say(`bulk: ${bulk.done} of ${bulk.total}, ${bulk.failed} failed`, 'bulk', bulk),
      );
    });
  } finally {
    socket.close();
  }
}
