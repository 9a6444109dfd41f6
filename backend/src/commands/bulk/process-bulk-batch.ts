import { ERROR_CODES, type Refusal } from '@sign-display/contracts/error-codes';
import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import { COMMAND_EXPIRY_SECONDS } from '@sign-display/contracts/rest/commands';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
import type { Author } from '../../http/change-author-types.ts';
import { checkStorage } from '../command-checks.ts';
import { overrideSigns } from '../override-displayed-content.ts';
import { findSilentDevices, insertCommands, type CommandRow } from '../commands-repository.ts';
import { newCommand, orderedRestarts, stateAt, type CommandsDeps } from '../commands-service.ts';
import { assignUrl, mergeSettings, plainChange } from '../../signs/content/change-signs-in-bulk.ts';
import { endOverrides, restoreOverrides } from '../../signs/content/end-overrides.ts';
import type { Trx } from '../../db/database-types.ts';
import { displayOf } from '../../signs/content/update-page-to-show.ts';
import { findRegisteredDevices } from '../../devices/device-connections.ts';
import type { CommittedChange } from '../../signs/committed-change-type.ts';
import { beginRestarts, type RestartChange } from '../../signs/begin-and-end-restarts.ts';
import { lockSigns } from '../../signs/signs-repository.ts';
import type { SignRow } from '../../signs/sign-view.ts';
import { findAllowedHosts } from '../../access/is-page-url-allowed.ts';
import { checkPageUrl } from '../../urls/url-policy.ts';
import {
  hasEndedSince,
  hasFields,
  inverseOf,
  isChangedSince,
  manualBefore,
  pageBefore,
  restoreFields,
  settingsBefore,
  versionAfter,
  type FieldsBefore,
} from '../../signs/content/restore-sign-fields.ts';
import type { BulkRow, PendingSign, SignOutcome } from './bulk-repository.ts';

/**
 * The result of a batch, which is processed in one transaction with a handful of statements: the outcomes of its signs
 * and the messages to send afterwards.
 */
interface PieceOfWork {
  outcomes: SignOutcome[];
  changes: CommittedChange[];
  commands: CommandRow[];
  begun: RestartChange[];
}

type Order = Extract<BulkAction, { command: unknown }>;

/** The author of the request for the audit log and the history. */
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

/** A command that failed before it was sent. The sign's list of commands shows why (promise M3). */
const failedCommand = (row: ReturnType<typeof newCommand>, { code, detail }: Refusal) => ({
  ...row,
  state: 'failed' as const,
  sendAgainAt: null,
  finishedAt: row.createdAt,
  errorCode: code,
  errorDetail: detail ?? ERROR_CODES[code].title,
});

async function sendOrder(
  trx: Trx,
  deps: CommandsDeps,
  bulk: BulkRow,
  order: Order,
  signs: readonly SignRow[],
): Promise<PieceOfWork> {
  const linked = signs.filter(({ deviceSignId }) => deviceSignId !== null);
  // There was room when the request was accepted; the pictures of its first signs may have used it up.
  const full = await checkStorage(trx, deps.quotas, bulk.organizationId, order);
  const devices = linked.map(({ deviceSignId }) => deviceSignId!);
  const registered = await findRegisteredDevices(trx, devices, deps.nodes.dead());
  const silent = await findSilentDevices(trx, devices);
  const whyNot = ({ deviceSignId }: SignRow): Refusal | null => {
    if (deviceSignId === null) return { code: 'sign_not_linked' };
    const isReached = registered.has(deviceSignId) && !silent.has(deviceSignId);
    return full ?? (isReached ? null : { code: 'sign_not_connected' });
  };
  const reached = signs.filter((sign) => whyNot(sign) === null);
  const args: Record<string, unknown> = { ...order.args };
  const states = new Map(reached.map(({ id, deviceSignId }) => [id, stateAt(deps.gateway, deviceSignId!)]));
  const here = reached.filter(({ id }) => states.get(id) === 'sent');
  const shown =
    order.command === 'display_content' ? await overrideSigns(trx, deps, here, args) : { contentId: null, changes: [] };
  const sentBy = { id: bulk.actorId, name: bulk.actorName };
  const how = { sentBy, expiresInMs: COMMAND_EXPIRY_SECONDS.usual * 1_000, bulkId: bulk.id };
  const rows = linked.map((sign) => {
    const state = states.get(sign.id) ?? 'queued';
    const row = newCommand(deps, sign, { command: order.command, args }, { ...how, state });
    const why = whyNot(sign);
    return why ? failedCommand(row, why) : { ...row, contentId: state === 'sent' ? shown.contentId : null };
  });
  const commands = await insertCommands(trx, rows);
  const begun = await beginRestarts(trx, orderedRestarts(commands), deps.clock.now());
  const outcomes = signs.map((sign) => {
    const why = whyNot(sign);
    return why ? outcome(sign.id, 'failed', why.code) : outcome(sign.id, 'done');
  });
  return { outcomes, changes: shown.changes, commands, begun };
}

/**
 * Makes the notifications for written records whose kiosks were not notified, with the records' present state, so that
 * the kiosks answer.
 */
export function askAgain({ id, action }: Pick<BulkRow, 'id' | 'action'>, signs: readonly SignRow[]): CommittedChange[] {
  return signs.map((row) => ({
    ...plainChange(row),
    ...('settings' in action
      ? { settings: { commandId: id, configVersion: row.configVersion, patch: {} } }
      : { display: { ...displayOf(row), commandId: id } }),
  }));
}

/** The changes that a batch made to records: their earlier values, and the notifications to send. */
interface Change {
  changes: CommittedChange[];
  beforeOf(sign: SignRow): FieldsBefore;
  /** The outcomes of signs that were left out. */
  failed: SignOutcome[];
}

type Assignment = Exclude<BulkAction, Order>;

async function assign(
  trx: Trx,
  deps: CommandsDeps,
  bulk: BulkRow,
  action: Assignment,
  signs: readonly SignRow[],
): Promise<Change> {
  const nowMs = deps.clock.now();
  const ids = signs.map(({ id }) => id);
  if ('override' in action) {
    const changes = await endOverrides(trx, deps, signs, authorOf(bulk), nowMs);
    return { changes, beforeOf: manualBefore, failed: [] };
  }
  if ('url' in action) {
    const changes = await assignUrl(trx, deps, ids, action.url, authorOf(bulk), nowMs);
    return { changes, beforeOf: pageBefore, failed: [] };
  }
  const names = Object.keys(action.settings) as (keyof SignSettings)[];
  const changes = await mergeSettings(trx, deps, ids, action.settings, authorOf(bulk), nowMs);
  return { changes, beforeOf: (sign) => settingsBefore(sign, names), failed: [] };
}

/**
 * Restores the earlier values of signs that were not changed since and whose page is still allowed (A4). Signs that
 * already have these values are done.
 */
async function undo(
  trx: Trx,
  deps: CommandsDeps,
  bulk: BulkRow,
  signs: readonly SignRow[],
  pending: readonly PendingSign[],
): Promise<Change> {
  const allowedHosts = (await findAllowedHosts(trx, bulk.organizationId)) ?? [];
  const policy = { allowedHosts, privatePages: deps.privatePages };
  const isAllowed = (url: string | null | undefined = null) => checkPageUrl(url, policy) === null;
  const nowMs = deps.clock.now();
  const restores = new Map(pending.map(({ signRecordId, restore }) => [signRecordId, restore!]));
  const wanted: { row: SignRow; before: FieldsBefore }[] = [];
  const failed: SignOutcome[] = [];
  for (const row of signs) {
    const { before, version } = restores.get(row.id)!;
    if (isChangedSince(row.fieldVersions, before, version) || hasEndedSince(row.fieldVersions, before, nowMs))
      failed.push(outcome(row.id, 'failed', 'conflict'));
    else if (hasFields(row, before)) continue;
    else if (![before.url, before.override, before.manual?.url].every(isAllowed))
      failed.push(outcome(row.id, 'failed', 'invalid_url'));
    else wanted.push({ row, before });
  }
  const overrides = wanted.flatMap(({ row, before: { manual } }) => (manual === undefined ? [] : { row, manual }));
  const fields = wanted.filter(({ before }) => before.manual === undefined);
  const changes = [
    ...(await restoreFields(trx, deps, fields, authorOf(bulk), nowMs)),
    ...(await restoreOverrides(trx, deps, overrides, authorOf(bulk), nowMs)),
  ];
  return { changes, beforeOf: (sign) => inverseOf(sign, restores.get(sign.id)!.before), failed };
}

/** Tells whether a sign needs no later answer: it has no device, or its kiosk is online. */
const isHere = ({ deviceSignId, presence }: SignRow): boolean => deviceSignId === null || presence === 'online';

/**
 * Applies `bulk` to these records, and locks them in the order of their identifiers. Deleted records fail with
 * `not_found`.
 */
export async function workOn(
  trx: Trx,
  deps: CommandsDeps,
  bulk: BulkRow,
  pending: readonly PendingSign[],
): Promise<PieceOfWork> {
  const { action } = bulk;
  const signs = await lockSigns(
    trx,
    pending.map(({ signRecordId }) => signRecordId),
  );
  const there = new Set(signs.map(({ id }) => id));
  const gone = pending
    .filter(({ signRecordId }) => !there.has(signRecordId))
    .map(({ signRecordId }) => outcome(signRecordId, 'failed', 'not_found'));
  if ('command' in action) {
    const sent = await sendOrder(trx, deps, bulk, action, signs);
    return { ...sent, outcomes: [...sent.outcomes, ...gone] };
  }
  const { changes, beforeOf, failed } =
    'undo' in action ? await undo(trx, deps, bulk, signs, pending) : await assign(trx, deps, bulk, action, signs);
  const told = new Map(changes.map((change) => [change.signRecordId, change]));
  const leftOut = new Set(failed.map(({ signRecordId }) => signRecordId));
  const outcomes = signs
    .filter(({ id }) => !leftOut.has(id))
    .map((sign): SignOutcome => {
      const change = told.get(sign.id);
      const before = beforeOf(sign);
      const version = versionAfter(sign, before, change !== undefined);
      const isAsked = change?.display !== undefined || change?.settings !== undefined;
      // An offline kiosk gets the change when it is back, even if it may already have it.
      const isDone = !isAsked && isHere(sign);
      return {
        ...outcome(sign.id, change ? 'written' : 'done'),
        had: { before: bulk.undoableUntil === null ? null : before, version },
        ...(isDone && { answer: 'acked' }),
      };
    });
  // A kiosk answers under the identifier of the bulk (command-answers.ts).
  const asked = changes.map(({ display, settings, ...change }) => ({
    ...change,
    ...(display && { display: { ...display, commandId: bulk.id } }),
    ...(settings && { settings: { ...settings, commandId: bulk.id } }),
  }));
  return { outcomes: [...outcomes, ...failed, ...gone], changes: asked, commands: [], begun: [] };
}
