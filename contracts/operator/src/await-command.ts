import type { Client } from '@sign-display/client/client';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Command } from '@sign-display/contracts/rest/commands';
import { EXIT, Failure, done } from './failure.ts';

const LOOK_EVERY_MS = 500;
/** The service notes that a command has expired some time later. */
const MARGIN_MS = 10_000;

/** A command that was sent. `expires`: after so many seconds; `wait`: that it is queued is outcome enough. */
interface Sent {
  signId: string;
  commandId: string;
  expires: number;
  wait: boolean;
}

/** The record of a command when it is over. Throws a `Failure` where the service does not say so until it has expired. */
export async function awaitCommand(client: Client, clock: Clock, { signId, commandId, expires, wait }: Sent) {
  const params = { id: signId };
  const isIt = (each: Command) => each.commandId === commandId;
  const endMs = clock.monotonicMs() + expires * 1_000 + MARGIN_MS;
  for (;;) {
    const { items } = done(await client.call('GET /api/signs/:id/commands', { params })).body;
    const row = items.find(isIt) ?? done(await client.list('GET /api/signs/:id/commands', { params })).items.find(isIt);
    if (row && row.state !== 'sent' && (wait || row.state !== 'queued')) return row;
    if (clock.monotonicMs() >= endMs) {
      const title = `The command has expired, and the service does not know its outcome (${row?.state ?? 'no record'}).`;
      const next = 'The sign may have run the command. Check the sign before you send the command again.';
      throw new Failure(EXIT.refused, { code: 'outcome_unknown', title, next, commandId });
    }
    await new Promise<void>((resolve) => clock.after(LOOK_EVERY_MS, resolve));
  }
}
