import type { Insertable } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import {
  COMMAND_EXPIRY_SECONDS,
  type CommandRequest,
  type CommandResponse,
} from '@sign-display/contracts/rest/commands';
import type { Quotas } from '../access/check-quotas.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { Author } from '../http/change-author-types.ts';
import type { Pace } from '../db/combine-queries.ts';
import { createBatchedRead } from '../db/batched-read.ts';
import type { CommandTable } from './tables.ts';
import type { Db, ServiceDeps, Trx } from '../db/database-types.ts';
import { createGate } from '../flow/gate.ts';
import type { NodeWatch } from '../cluster/node-watch.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';
import type { KioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import type { CommittedChange } from '../signs/committed-change-type.ts';
import type { SignPublisher } from '../signs/sign-change-publisher.ts';
import type { SignRow } from '../signs/sign-view.ts';
import type { RestartWatch } from '../signs/restart-timeouts.ts';
import { beginRestarts, type RestartChange } from '../signs/begin-and-end-restarts.ts';
import { lockSign } from '../signs/signs-repository.ts';
import type { PrivatePages } from '../urls/url-policy.ts';
import { overrideSigns } from './override-displayed-content.ts';
import { sendCommand } from './send-command.ts';
import { commandUpdate } from './command-view.ts';
import { decideCommand } from './command-machine.ts';
import {
  factsOf,
  findDevicesWithOpenCommands,
  findOvertaken,
  findSilentDevices,
  insertCommands,
  lockOpenCommands,
  SEND_AGAIN,
  updateCommands,
  type CommandRow,
} from './commands-repository.ts';

/** Remote commands: from the request to the kiosk (contract, sections 3 and 3.1; promise M3). How they end: command-answers.ts. */
export interface CommandsDeps extends ServiceDeps {
  pace: Pace;
  gateway: KioskGateway;
  feed: DashboardFeed;
  truth: KioskRecordSync;
  telling: SignPublisher;
  /** Told of restarts that have begun, after the commit. */
  restarts: Pick<RestartWatch, 'begun'>;
  /** This node. */
  nodeId: string;
  /** Nodes whose connections are none any more. */
  nodes: Pick<NodeWatch, 'dead'>;
  /** Has the node that has the device's connection send what waits for it; lost where nothing is carried, and then its sweep finds it. */
  askForDelivery(deviceSignId: string): void;
  /** For so long a screenshot is kept while no newer one comes. */
  screenshotDays: number;
  /** What one device may make us keep on one day (UTC). */
  deviceBytesPerDay: number;
  /** What an organization may have: past its bytes of screenshots none is asked for. */
  quotas: Quotas;
  /** Whether pages inside of a network may be put back unasked. */
  privatePages: PrivatePages;
}

interface Sender {
  id: string;
  name: string;
}

interface Sending {
  /** Null: the service itself. */
  sentBy: Sender | null;
  state: 'queued' | 'sent';
  expiresInMs: number;
  bulkId?: string | null;
}

const DAY_MS = 24 * 3_600_000;
/** Deliveries under way, each with a transaction of its own: a bulk request asks for thousands at once. */
const DELIVERIES = { atOnce: 4, mostWaiting: Infinity };

interface Sent {
  row: CommandRow;
  changes: CommittedChange[];
  begun: RestartChange[];
}
const NOT_SHOWN = { contentId: null, changes: [] };
const NOTHING_SENT = { due: [], changed: [], changes: [], begun: [] };

type Order = Pick<CommandRequest, 'command'> & { args?: Record<string, unknown> };

/** The row of a new command to the device that `sign` has; `sentBy` null: the service itself. */
export function newCommand(
  { clock, random }: Pick<CommandsDeps, 'clock' | 'random'>,
  sign: SignRow,
  { command, args = {} }: Order,
  { sentBy, state, expiresInMs, bulkId = null }: Sending,
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
    contentId: null,
    state,
    sentById: sentBy?.id ?? null,
    sentByName: sentBy?.name ?? null,
    createdAt: now,
    sentAt: state === 'sent' ? now : null,
    sendAgainAt: new Date(nowMs + SEND_AGAIN.firstMs),
    expiresAt: new Date(Math.min(nowMs + expiresInMs, untilMs)),
  };
}

const isRestart = ({ command }: CommandRow): boolean => command === 'reboot' || command === 'reboot_device';

/** The restarts among these that have become `sent` (promise N9). */
export const orderedRestarts = (rows: readonly CommandRow[]): { signRecordId: string; commandId: string }[] =>
  rows
    .filter((row) => isRestart(row) && row.state === 'sent')
    .map(({ id: commandId, signRecordId }) => ({ signRecordId, commandId }));

/** What a new command is: `sent` by the node alone that has the device's connection, so that it is true (promise M3). */
export const stateAt = (gateway: KioskGateway, deviceSignId: string): 'queued' | 'sent' =>
  gateway.isHere(deviceSignId) ? 'sent' : 'queued';

export function createCommandsService(deps: CommandsDeps) {
  const { db, clock, pace, gateway, feed, truth, telling } = deps;
  const hasOpenCommands = createBatchedRead((devices) => findDevicesWithOpenCommands(db, devices), {
    queriesAtOnce: 1,
    pace,
  });
  const deliveries = createGate(DELIVERIES);

  const tell = (rows: readonly CommandRow[]): void => {
    for (const row of rows) feed.toOrganization(row.organizationId, 'command:update', commandUpdate(row));
    const ofBulks = Map.groupBy(rows, ({ organizationId }) => organizationId);
    for (const [organizationId, ofOne] of ofBulks)
      feed.bulksChanged(organizationId, Array.from(new Set(ofOne.flatMap(({ bulkId }) => bulkId ?? []))));
  };

  /** Notes those that waited for the sign as sent, and returns all that are to be sent now, oldest first. Whoever is overdue is the sweep's. */
  async function markSent(trx: Trx, sign: SignRow, rows: readonly CommandRow[]) {
    const nowMs = clock.now();
    const times = { sentAt: new Date(nowMs), sendAgainAt: new Date(nowMs + SEND_AGAIN.firstMs) };
    const due: CommandRow[] = [];
    const changed: CommandRow[] = [];
    const changes: CommittedChange[] = [];
    for (const row of rows) {
      const decision = decideCommand(factsOf(row), { type: 'sent' }, nowMs);
      if (!decision.ok || decision.state !== 'sent') continue;
      if (row.state === 'sent') due.push(row);
      else {
        const shown = row.command === 'display_content' ? await overrideSigns(trx, deps, [sign], row.args) : null;
        const contentId = shown?.contentId ?? null;
        changes.push(...(shown?.changes ?? []));
        const [sent] = await updateCommands(trx, [row.id], { state: 'sent', contentId, ...times });
        due.push(sent!);
        changed.push(sent!);
      }
    }
    const begun = await beginRestarts(trx, orderedRestarts(changed), nowMs);
    return { due, changed, changes, begun };
  }

  async function deliver(deviceSignId: string): Promise<void> {
    if (!gateway.isHere(deviceSignId) || !(await hasOpenCommands(deviceSignId))) return;
    const marking = deliveries.run(() =>
      db.transaction().execute(async (trx) => {
        const query = trx.selectFrom('sign').selectAll().where('deviceSignId', '=', deviceSignId);
        // Whoever settles a command has its row and then looks at the record (a screenshot's, a log line's): that must not wait for this.
        const sign = await query.forNoKeyUpdate().executeTakeFirst();
        const isReached = sign && !(await findSilentDevices(trx, [deviceSignId])).has(deviceSignId);
        return isReached ? await markSent(trx, sign, await lockOpenCommands(trx, sign)) : NOTHING_SENT;
      }),
    );
    const { due, changed, changes, begun } = (await marking)!.result;
    deps.restarts.begun(begun);
    await dispatch(due, changes);
    tell(changed);
  }

  /** One that waits is sent by the node that has its device; it may have come to this one, and have looked for commands, a moment before. */
  async function handOver(deviceSignIds: Iterable<string>): Promise<void> {
    await Promise.all(
      Array.from(deviceSignIds, async (device) =>
        gateway.isHere(device) ? await deliver(device) : deps.askForDelivery(device),
      ),
    );
  }

  /**
   * Sends commands whose rows are committed, and hands those over that wait for a device of another node. A page that has been overtaken by another since is not sent again: the wall would show it for a
   * moment. Its command stays as it is, for its kiosk may still say that it was shown. After a page the whole truth, which is read later.
   */
  async function dispatch(committed: readonly CommandRow[], changes: readonly CommittedChange[] = []): Promise<void> {
    const rows = committed.filter(({ state }) => state === 'sent');
    const pages = rows.filter(({ command }) => command === 'display_content').map(({ id }) => id);
    const overtaken = pages.length === 0 ? new Set<string>() : await findOvertaken(db, pages);
    for (const row of rows) if (!overtaken.has(row.id)) sendCommand(gateway, row);
    await telling.changed(changes);
    const told = new Set(changes.map((change) => change.deviceSignId));
    const shown = new Set(rows.filter(({ command }) => command === 'display_content').map((row) => row.deviceSignId));
    await truth.syncMany(Array.from(shown).filter((device) => !told.has(device)));
    await handOver(new Set(committed.filter(({ state }) => state === 'queued').map((row) => row.deviceSignId)));
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
      const isSilent = (await findSilentDevices(db, [device])).has(device);
      const isConnected = !isSilent && (await gateway.connectionOf(device)) !== null;
      if (!isConnected && !wait) return { code: 'sign_not_connected' };
      const sent = await db.transaction().execute(async (trx): Promise<Sent | Refusal> => {
        const sign = await lockSign(trx, signRecordId);
        if (!sign) return { code: 'not_found' };
        // Another device has taken its place since: nobody meant that one.
        if (sign.deviceSignId !== device) return { code: 'sign_not_linked' };
        const state = isSilent ? 'queued' : stateAt(gateway, device);
        const expiresInMs = expiresInSeconds * 1_000;
        const row = newCommand(deps, sign, { command, args }, { sentBy: sender, state, expiresInMs });
        const isShown = state === 'sent' && command === 'display_content';
        const shown = isShown ? await overrideSigns(trx, deps, [sign], args) : NOT_SHOWN;
        const [inserted] = await insertCommands(trx, [{ ...row, contentId: shown.contentId }]);
        const begun = await beginRestarts(trx, orderedRestarts([inserted!]), clock.now());
        const { organizationId, eventId } = sign;
        const target = { type: 'sign', id: sign.id };
        const detail = { commandId: row.id, command, args, wait };
        const entry = { organizationId, action: 'sign.command', target, eventId, signId: sign.id, detail };
        await recordAudit(trx, author, entry, clock.now());
        return { row: inserted!, changes: shown.changes, begun };
      });
      if ('code' in sent) return sent;
      const { row, changes, begun } = sent;
      deps.restarts.begun(begun);
      tell([row]);
      await dispatch([row], changes);
      return { commandId: row.id, state: row.state };
    },

    /**
     * Sends a device all that waits for it, and again what it has not answered (at its register, and when an answer is overdue). The kiosk runs each
     * command once (promise K6).
     */
    deliver,

    dispatch,

    tell,

    /** A screenshot that came before this moment is none any more. */
    screenshotsSinceMs: () => clock.now() - deps.screenshotDays * DAY_MS,
  };
}

/** The device of a record: null where it has none, undefined where there is no such record. */
async function deviceOf(db: Db, signRecordId: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('sign').select('deviceSignId').where('id', '=', signRecordId).executeTakeFirst();
  return row?.deviceSignId;
}

export type CommandsService = ReturnType<typeof createCommandsService>;
