import type { Insertable, Kysely, Transaction } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Clock, Random } from '@sign-display/contracts/ports';
import {
  COMMAND_EXPIRY_SECONDS,
  type CommandRequest,
  type CommandResponse,
} from '@sign-display/contracts/rest/commands';
import { recordAudit } from '../audit/audit-log.ts';
import type { Author } from '../audit/author.ts';
import type { CommandTable, Database } from '../db/schema.ts';
import type { DashboardFeed } from '../realtime/dashboard-feed.ts';
import type { KioskGateway } from '../realtime/kiosk-gateway.ts';
import type { SignRow } from '../signs/sign-view.ts';
import { lockSign } from '../signs/signs-repository.ts';
import { sendCommand } from './command-message.ts';
import { commandUpdate } from './command-view.ts';
import { decideCommand } from './command-machine.ts';
import {
  factsOf,
  hasOpenCommands,
  insertCommands,
  lockOpenCommands,
  SEND_AGAIN,
  updateCommands,
  type CommandRow,
} from './commands-repository.ts';

/** Remote commands: from the request to the kiosk (contract, sections 3 and 3.1; promise M3). How they end: command-answers.ts. */
export interface CommandsDeps {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  gateway: KioskGateway;
  feed: DashboardFeed;
}

export interface Sender {
  id: string;
  name: string;
}

type Order = Pick<CommandRequest, 'command'> & { args?: Record<string, unknown> };

/** The row of a new command to the device that `sign` has; `sentBy` null: the service itself. */
export function newCommand(
  { clock, random }: Pick<CommandsDeps, 'clock' | 'random'>,
  sign: SignRow,
  { command, args = {} }: Order,
  {
    sentBy,
    state,
    expiresInMs,
    bulkId = null,
  }: {
    sentBy: Sender | null;
    state: 'queued' | 'sent';
    expiresInMs: number;
    bulkId?: string | null;
  },
): Insertable<CommandTable> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  // What is to be shown until then need not arrive after it.
  const untilMs = command === 'display_content' && typeof args.until === 'string' ? Date.parse(args.until) : Infinity;
  return {
    id: makeUuidV7(clock, random),
    organizationId: sign.organizationId,
    eventId: sign.eventId,
    signRecordId: sign.id,
    deviceSignId: sign.deviceSignId!,
    claimRequestId: sign.claimRequestId,
    bulkId,
    command,
    args: JSON.stringify(args),
    state,
    sentById: sentBy?.id ?? null,
    sentByName: sentBy?.name ?? null,
    createdAt: now,
    sentAt: state === 'sent' ? now : null,
    sendAgainAt: new Date(nowMs + SEND_AGAIN.firstMs),
    expiresAt: new Date(Math.min(nowMs + expiresInMs, untilMs)),
  };
}

export function createCommandsService(deps: CommandsDeps) {
  const { db, clock, gateway, feed } = deps;

  const tell = (rows: readonly CommandRow[]): void => {
    for (const row of rows) feed.toOrganization(row.organizationId, 'command:update', commandUpdate(row));
  };

  /** Notes those that waited as sent, and returns all that are to be sent now, oldest first. Whoever is overdue is the sweep's. */
  async function markSent(
    trx: Transaction<Database>,
    rows: readonly CommandRow[],
  ): Promise<{ due: CommandRow[]; changed: CommandRow[] }> {
    const nowMs = clock.now();
    const due = rows.filter((row) => {
      const decision = decideCommand(factsOf(row), { type: 'sent' }, nowMs);
      return decision.ok && decision.state === 'sent';
    });
    const waiting = due.filter(({ state }) => state === 'queued').map(({ id }) => id);
    const sentAt = new Date(nowMs);
    const sendAgainAt = new Date(nowMs + SEND_AGAIN.firstMs);
    const changed = await updateCommands(trx, waiting, { state: 'sent', sentAt, sendAgainAt });
    return { due, changed };
  }

  async function deliver(deviceSignId: string): Promise<void> {
    if (!(await hasOpenCommands(db, deviceSignId))) return;
    const { due, changed } = await db.transaction().execute(async (trx) => {
      const sign = await trx
        .selectFrom('sign')
        .selectAll()
        .where('deviceSignId', '=', deviceSignId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return sign ? await markSent(trx, await lockOpenCommands(trx, sign)) : { due: [], changed: [] };
    });
    for (const row of due) sendCommand(gateway, row);
    tell(changed);
  }

  return {
    /**
     * Sends a command to the device of the record `signRecordId`, or lets it wait for the device (`wait`). Whether the sender may, and may show the
     * page, is decided before.
     */
    async send(
      signRecordId: string,
      sender: Sender,
      author: Author,
      request: CommandRequest,
    ): Promise<CommandResponse | Refusal> {
      const { command, wait = false, expiresInSeconds = COMMAND_EXPIRY_SECONDS.usual } = request;
      const args: Record<string, unknown> = { ...request.args };
      const device = await deviceOf(db, signRecordId);
      if (device === undefined) return { code: 'not_found' };
      if (device === null) return { code: 'sign_not_linked' };
      const isConnected = (await gateway.connectionOf(device)) !== null;
      if (!isConnected && !wait) return { code: 'sign_not_connected' };
      const sent = await db.transaction().execute(async (trx): Promise<CommandRow | Refusal> => {
        const sign = await lockSign(trx, signRecordId);
        if (!sign) return { code: 'not_found' };
        // Another device has taken its place since: nobody meant that one.
        if (sign.deviceSignId !== device) return { code: 'sign_not_linked' };
        const state = isConnected ? 'sent' : 'queued';
        const expiresInMs = expiresInSeconds * 1_000;
        const row = newCommand(deps, sign, { command, args }, { sentBy: sender, state, expiresInMs });
        const [inserted] = await insertCommands(trx, [row]);
        const { organizationId, eventId } = sign;
        const target = { type: 'sign', id: sign.id };
        const detail = { commandId: row.id, command, args, wait };
        const entry = { organizationId, action: 'sign.command', target, eventId, signId: sign.id, detail };
        await recordAudit(trx, author, entry, clock.now());
        return inserted!;
      });
      if ('code' in sent) return sent;
      tell([sent]);
      if (sent.state === 'sent') sendCommand(gateway, sent);
      // It may have registered, and been sent all that was there, a moment before this one was.
      else if ((await gateway.connectionOf(device)) !== null) await deliver(device);
      return { commandId: sent.id, state: sent.state };
    },

    /**
     * Sends a device all that waits for it, and again what it has not answered (at its register, and when an answer is overdue). The kiosk runs each
     * command once (promise K6).
     */
    deliver,

    tell,
  };
}

/** The device of a record: null where it has none, undefined where there is no such record. */
async function deviceOf(db: Kysely<Database>, signRecordId: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('sign').select('deviceSignId').where('id', '=', signRecordId).executeTakeFirst();
  return row?.deviceSignId;
}

export type CommandsService = ReturnType<typeof createCommandsService>;
