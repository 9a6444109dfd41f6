import { lookAtQuota } from '../../access/quotas.ts';
import type { BulkAction } from '@sign-display/contracts/rest/commands';
import { COMMAND_EXPIRY_SECONDS } from '@sign-display/contracts/rest/commands';
import type { Author } from '../../http/author.ts';
import { overrideSigns } from '../command-override.ts';
import { insertCommands, type CommandRow } from '../commands-repository.ts';
import { newCommand, orderedRestarts, stateAt, type CommandsDeps } from '../commands-service.ts';
import { assignUrl, mergeSettings } from '../../signs/content/assignments.ts';
import type { Trx } from '../../db/database.ts';
import { findRegisteredDevices } from '../../devices/device-connections.ts';
import type { CommittedChange } from '../../signs/committed-change.ts';
import { beginRestarts, type RestartChange } from '../../signs/restarts.ts';
import { lockSigns } from '../../signs/signs-repository.ts';
import type { SignRow } from '../../signs/sign-view.ts';
import type { BulkRow, SignOutcome } from './bulk-repository.ts';

/** What a bulk request does to a piece of its signs, in one transaction and a handful of statements, and what is to be sent after it. */
interface PieceOfWork {
  outcomes: SignOutcome[];
  changes: CommittedChange[];
  commands: CommandRow[];
  begun: RestartChange[];
}

type Order = Extract<BulkAction, { command: unknown }>;

/** As the audit log and the history have the person who asked. */
const authorOf = ({ actorId, actorName, actorEmail, requestId }: BulkRow): Author => ({
  person: { id: actorId, name: actorName, email: actorEmail },
  requestId,
  ip: null,
});

const outcome = (signRecordId: string, state: SignOutcome['state'], code: string | null = null): SignOutcome => ({
  signRecordId,
  state,
  code,
});

async function sendOrder(
  trx: Trx,
  deps: CommandsDeps,
  bulk: BulkRow,
  order: Order,
  signs: readonly SignRow[],
): Promise<PieceOfWork> {
  if (order.command === 'screenshot') {
    const full = await lookAtQuota(trx, deps.quotas, bulk.organizationId, 'storageBytes', 1);
    if (full) {
      const outcomes = signs.map(({ id }) => outcome(id, 'failed', full.code));
      return { outcomes, changes: [], commands: [], begun: [] };
    }
  }
  const linked = signs.filter(({ deviceSignId }) => deviceSignId !== null);
  const devices = linked.map(({ deviceSignId }) => deviceSignId!);
  const connected = await findRegisteredDevices(trx, devices, deps.nodes.dead());
  const reached = linked.filter(({ deviceSignId }) => connected.has(deviceSignId!));
  const args: Record<string, unknown> = { ...order.args };
  const states = new Map(reached.map(({ id, deviceSignId }) => [id, stateAt(deps.gateway, deviceSignId!)]));
  const here = reached.filter(({ id }) => states.get(id) === 'sent');
  const shown =
    order.command === 'display_content' ? await overrideSigns(trx, deps, here, args) : { contentId: null, changes: [] };
  const sentBy = { id: bulk.actorId, name: bulk.actorName };
  const how = { sentBy, expiresInMs: COMMAND_EXPIRY_SECONDS.usual * 1_000, bulkId: bulk.id };
  const rows = reached.map((sign) => {
    const state = states.get(sign.id)!;
    const row = newCommand(deps, sign, { command: order.command, args }, { ...how, state });
    return { ...row, contentId: state === 'sent' ? shown.contentId : null };
  });
  const commands = await insertCommands(trx, rows);
  const begun = await beginRestarts(trx, orderedRestarts(commands), deps.clock.now());
  const outcomes = signs.map(({ id, deviceSignId }) => {
    if (deviceSignId === null) return outcome(id, 'failed', 'sign_not_linked');
    return connected.has(deviceSignId) ? outcome(id, 'done') : outcome(id, 'failed', 'sign_not_connected');
  });
  return { outcomes, changes: shown.changes, commands, begun };
}

/** Does `bulk` to these records, those that are gone failing with `not_found`. The records are locked by it, in the order of their identifiers. */
export async function workOn(
  trx: Trx,
  deps: CommandsDeps,
  bulk: BulkRow,
  signRecordIds: readonly string[],
): Promise<PieceOfWork> {
  const { action } = bulk;
  const signs = await lockSigns(trx, signRecordIds);
  const ids = signs.map(({ id }) => id);
  const there = new Set(ids);
  const gone = signRecordIds.filter((id) => !there.has(id)).map((id) => outcome(id, 'failed', 'not_found'));
  if ('command' in action) {
    const sent = await sendOrder(trx, deps, bulk, action, signs);
    return { ...sent, outcomes: [...sent.outcomes, ...gone] };
  }
  const nowMs = deps.clock.now();
  const changes =
    'url' in action
      ? await assignUrl(trx, deps, ids, action.url, authorOf(bulk), nowMs)
      : await mergeSettings(trx, deps, ids, action.settings, authorOf(bulk), nowMs);
  // One that had nothing to change is done at once.
  const changed = new Set(changes.map(({ signRecordId }) => signRecordId));
  const outcomes = ids.map((id) => outcome(id, changed.has(id) ? 'written' : 'done'));
  return { outcomes: [...outcomes, ...gone], changes, commands: [], begun: [] };
}
