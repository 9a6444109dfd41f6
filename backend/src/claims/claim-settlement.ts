import type { Insertable } from 'kysely';
import type { RestErrorCode } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { LinkResult } from '@sign-display/contracts/kiosk-events';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { AuthoredEntry } from '../audit/audit-log.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../db/open-database.ts';
import type { Trx } from '../db/database-types.ts';
import type { HistoryTable } from '../history/tables.ts';
import { storeRelease } from '../devices/devices-repository.ts';
import { appendHistory } from '../history/history-repository.ts';
import { recordNotices } from '../outages/notice-queue.ts';
import {
  findSign,
  insertClaimedSign,
  linkDevice,
  lockSignForDevice,
  replaceDevice,
} from '../signs/signs-repository.ts';
import type { SignRow } from '../signs/sign-view.ts';
import type { ClaimState } from './claim-machine.ts';
import {
  cancelPending,
  claimColumns,
  readDeviceFacts,
  settleClaim,
  type LockedClaim,
  type ClaimRow,
} from './claims-repository.ts';

/**
 * What is written when an attempt ends: its state with its history, and at a commit the sign record, in the transaction of whoever
 * decided it (promises C1, C4, C8, C10). What the audit log is to hold is put on a list: it is written last, after every lock.
 */

/** What the transaction will have done in the end, for the audit log (`recordAudits`). */
export type AuditList = AuthoredEntry[];

/** `replaced`: the device that has lost its record by it; its kiosk must hear of it. */
export interface Settled {
  claim: ClaimRow;
  replaced: string | null;
}

/** What the kiosk reported of the page. */
interface Proof {
  loadMs: number | null;
  httpStatus?: number | null;
  detail?: string | null;
}

/** A commit that lost to what another transaction committed first. */
class CommitBlockedError extends Error {
  readonly code: RestErrorCode;
  constructor(code: RestErrorCode, cause?: unknown) {
    super(`the claim cannot be committed: ${code}`, { cause });
    this.code = code;
  }
}

/** What an error of a commit is to the operator; null where it is none of theirs. */
export function blockingCode(error: unknown): RestErrorCode | null {
  if (error instanceof CommitBlockedError) return error.code;
  if (isUniqueViolation(error, 'sign_device_unique')) return 'sign_already_claimed';
  // Another attempt of the same pendingSign has made the record already, also where that is unlinked again by now.
  if (isUniqueViolation(error, 'sign_pkey')) return 'not_found';
  // The event or the organization was deleted while the kiosk was loading the page.
  if (isForeignKeyViolation(error)) return 'not_found';
  return null;
}

export interface SettlingDeps extends Ports {
  /** What the operator is told of the record at the commit. */
  describeSign(row: SignRow): Sign;
}

export function createSettling({ clock, random, describeSign }: SettlingDeps) {
  function historyOf(claim: LockedClaim, nowMs: number): Insertable<HistoryTable> {
    const { deviceFacts, handshake, name, location, startedAt, replays } = claim;
    const attempt = { ...deviceFacts, handshake, name, location, startedAt: startedAt?.toISOString() ?? null, replays };
    return {
      id: claim.attemptId ?? makeUuidV7(clock, random),
      at: new Date(nowMs),
      kind: claim.kind,
      organizationId: claim.organizationId!,
      eventId: claim.eventId!,
      signRecordId: claim.signRecordId,
      actorId: claim.operatorId,
      actorName: claim.operatorName,
      deviceSignId: claim.deviceSignId,
      shortCode: claim.shortCode,
      url: claim.url,
      outcome: claim.outcome,
      reason: claim.reason,
      detail: claim.detail,
      durationMs: Math.max(0, Math.round(nowMs - claim.submittedAt!.getTime())),
      loadMs: claim.loadMs,
      httpStatus: claim.httpStatus,
      requestId: claim.requestId,
      submittedAt: claim.submittedAt,
      attempt: JSON.stringify(attempt),
      note: claim.note,
    };
  }

  const auditOf = (claim: LockedClaim, nowMs: number): AuthoredEntry => {
    const { operatorId, operatorName, operatorEmail } = claim;
    const isKnown = operatorName !== null && operatorEmail !== null;
    const person = isKnown ? { id: operatorId, name: operatorName, email: operatorEmail } : null;
    const { kind, deviceSignId, shortCode, url, requestId, handshake, outcome, reason } = claim;
    const durationMs = Math.max(0, Math.round(nowMs - claim.submittedAt!.getTime()));
    const isCommitted = claim.state === 'committed';
    return {
      author: { person, requestId: claim.authorRequestId, ip: claim.authorIp },
      organizationId: claim.organizationId!,
      eventId: claim.eventId,
      signId: claim.signRecordId,
      action: `sign.${kind}`,
      target: { type: 'sign', id: claim.signRecordId },
      outcome: isCommitted ? 'ok' : 'failed',
      detail: {
        deviceSignId,
        shortCode,
        url,
        handshake,
        claimRequestId: requestId,
        durationMs,
        ...(!isCommitted && { code: outcome, ...(reason !== null && { reason }) }),
      },
    };
  };

  /** Writes a settled state with its history, which names whoever asked, and puts it on the list for the audit log. */
  async function settle(
    trx: Trx,
    list: AuditList,
    claim: LockedClaim,
    state: ClaimState,
    nowMs: number,
    { response, ...proof }: Proof & { response?: string } = { loadMs: null },
  ): Promise<ClaimRow> {
    const columns = { ...claimColumns(state, nowMs), ...proof };
    const told = { ...claim, ...columns };
    const written = { ...columns, ...(response !== undefined && { response }) };
    const settled = await settleClaim(trx, claim.id, written, historyOf(told, nowMs));
    list.push(auditOf(told, nowMs));
    return settled;
  }

  /** That a device has lost its record to the one that replaced it. */
  async function noteReplaced(trx: Trx, claim: LockedClaim, before: SignRow, nowMs: number) {
    const { deviceSignId, shortCode, url } = before;
    const facts = deviceSignId === null ? null : await readDeviceFacts(trx, deviceSignId);
    const {
      durationMs: _,
      loadMs: _load,
      httpStatus: _status,
      submittedAt: _at,
      note: _note,
      ...item
    } = historyOf(claim, nowMs);
    const replaced = {
      id: makeUuidV7(clock, random),
      kind: 'unregister',
      outcome: 'ok',
      reason: null,
      detail: `Replaced by the device ${claim.shortCode}.`,
      attempt: JSON.stringify({ ...facts, macAddress: before.macAddress }),
    };
    await appendHistory(trx, [{ ...item, ...replaced, deviceSignId, shortCode, url }]);
    const reason = 'The sign was replaced by another device.';
    if (deviceSignId !== null) await storeRelease(trx, deviceSignId, { as: 'unregistered', reason, atMs: nowMs });
  }

  /** Why a link or a replace found no record to write the device into. */
  async function missedRecord(trx: Trx, claim: ClaimRow): Promise<RestErrorCode> {
    if (!(await findSign(trx, claim.signRecordId))) return 'not_found';
    return claim.kind === 'replace' ? 'sign_not_linked' : 'sign_not_unlinked';
  }

  /** Writes the record that the claim stands for, and the claim's outcome. Throws `CommitBlockedError` or a constraint's violation. */
  async function commit(trx: Trx, list: AuditList, claim: LockedClaim, proof: LinkResult | null, nowMs: number) {
    const { deviceSignId, shortCode, macAddress, appVersion, platform, screen, pendingBesideId } = claim;
    // Nor is one whose identity an admin has taken from it: it is about to be cut off.
    if (macAddress === null || appVersion === null || claim.retiredAt !== null)
      throw new CommitBlockedError('sign_not_connected');
    const fields = {
      deviceSignId,
      macAddress,
      shortCode,
      appVersion,
      platform,
      screen: screen && JSON.stringify(screen),
    };
    const by = { requestId: claim.requestId!, atMs: nowMs };
    const { organizationId, eventId, name, location, url } = claim;
    // Before the record is locked: claims come before signs.
    if (pendingBesideId !== null) await cancelPending(trx, pendingBesideId);
    const locked = claim.kind === 'claim' ? [] : await lockSignForDevice(trx, claim.signRecordId, deviceSignId);
    const own = locked.find(({ id }) => id === claim.signRecordId) ?? null;
    if (locked.some((sign) => sign !== own)) throw new CommitBlockedError('sign_already_claimed');
    // Whatever device the record has by now is the one that is replaced: two replaces are as if made one after the other.
    const before = claim.kind === 'replace' ? own : null;
    const sign =
      claim.kind === 'claim'
        ? await insertClaimedSign(
            trx,
            {
              id: claim.signRecordId,
              organizationId: organizationId!,
              eventId: eventId!,
              name: name!,
              location: location!,
              url,
              contentId: url === null ? null : makeUuidV7(clock, random),
            },
            fields,
            by,
          )
        : await (claim.kind === 'replace' ? replaceDevice : linkDevice)(trx, claim.signRecordId, fields, by);
    if (!sign) throw new CommitBlockedError(await missedRecord(trx, claim));
    if (before) await noteReplaced(trx, claim, before, nowMs);
    const response = JSON.stringify({
      sign: describeSign(sign),
      requestId: claim.requestId!,
      handshake: claim.handshake!,
    });
    // Where the page led, and what of it did not answer.
    const told = {
      loadMs: proof?.loadMs ?? null,
      httpStatus: proof?.httpStatus ?? null,
      detail: proof?.detail ?? null,
    };
    const settled = await settle(trx, list, claim, { name: 'committed' }, nowMs, { response, ...told });
    const { id: signRecordId, name: signName } = sign;
    const of = { organizationId: organizationId!, eventId: eventId!, signRecordId, signName };
    await recordNotices(trx, [{ ...of, kind: 'claim_completed', at: new Date(nowMs) }]);
    return { claim: settled, replaced: before?.deviceSignId ?? null };
  }

  return { settle, commit };
}
