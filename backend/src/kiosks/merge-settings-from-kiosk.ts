import { ERROR_CODES, type ErrorCode } from '@sign-display/contracts/error-codes';
import type { KioskMessage, KioskReply, SocketRefusal } from '@sign-display/contracts/kiosk-events';
import { SettingsPatch } from '@sign-display/contracts/common-schemas';
import { recordAudit } from '../audit/audit-log.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import { chargeDevice } from '../devices/charge-device-daily-bytes.ts';
import { historyOfSign } from '../history/create-history-item.ts';
import { appendHistory } from '../history/history-repository.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';
import { dayOf } from '../reports/partitions/partition-day-and-name.ts';
import type { KioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import { changeOf } from '../signs/compute-patched-columns.ts';
import { updateSign } from '../signs/signs-repository.ts';

/**
 * What a change counts for against the device's bytes of the day: it stays in the history and the audit log for ever. Some 1,500 a day are more than
 * anybody makes at a machine.
 */
const CHANGE_BYTES = 65_536;
/** The bytes of the day are used up: it may be so until midnight. */
const RETRY_AFTER_MS = 600_000;

const refusal = (code: ErrorCode): SocketRefusal => ({ ok: false, error: { code, detail: ERROR_CODES[code].title } });

/** What somebody changed at the kiosk itself: settings and nothing else, and of these only the ones that this version knows. */
function knownSettings(patch: KioskMessage<'sign:config_sync'>['patch']): SettingsPatch {
  const known = Object.entries(patch).filter(([name]) => Object.hasOwn(SettingsPatch.properties, name));
  return Object.fromEntries(known);
}

/**
 * `sign:config_sync` (contract, 4.1; promise M4): a change that was made at the kiosk, on top of the configuration that it had. If that is not
 * the present one, `conflict`, and the kiosk is told the truth. One that has used up its bytes of the day is `rate_limited` (promise M5). Where it changes something, it is in the history and the audit log, with no person.
 */
export function createConfigSync(
  deps: ServiceDeps & { truth: KioskRecordSync; feed: DashboardFeed; deviceBytesPerDay: number },
) {
  const { db, clock, random, truth, feed, deviceBytesPerDay: most } = deps;

  async function merge(deviceSignId: string, baseVersion: number, settings: SettingsPatch, ip: string) {
    return await db.transaction().execute(async (trx) => {
      const query = trx.selectFrom('sign').selectAll().where('deviceSignId', '=', deviceSignId).forNoKeyUpdate();
      const before = await query.executeTakeFirst();
      if (!before) return { refused: 'not_found' as const };
      if (before.configVersion !== baseVersion) return { refused: 'conflict' as const };
      const { columns, fields, changes } = changeOf(before, { settings }, () => '');
      if (fields.length === 0) return { row: before, isOther: false };
      const nowMs = clock.now();
      if (!(await chargeDevice(trx, deviceSignId, { day: dayOf(nowMs), bytes: CHANGE_BYTES, most })))
        return { refused: 'rate_limited' as const };
      const row = await updateSign(trx, before.id, before.version, { ...columns, updatedAt: new Date(nowMs) });
      if (!row) throw new Error('a record changed while it was locked');
      const happened = { kind: 'config_sync', detail: fields.join(', ') };
      await appendHistory(trx, [historyOfSign({ clock, random }, row, null, happened, nowMs)]);
      const { id, organizationId, eventId } = row;
      const entry = { organizationId, eventId, signId: id, action: 'sign.config_sync', target: { type: 'sign', id } };
      const nobody = { person: null, requestId: null, ip };
      await recordAudit(trx, nobody, { ...entry, detail: { deviceSignId, changes } }, nowMs);
      return { row, isOther: true };
    });
  }

  return async function sync(
    deviceSignId: string,
    { baseVersion, patch }: KioskMessage<'sign:config_sync'>,
    ip: string,
  ): Promise<KioskReply<'sign:config_sync'>> {
    const merged = await merge(deviceSignId, baseVersion, knownSettings(patch), ip);
    if (merged.refused === 'rate_limited') {
      const detail = 'This sign has reached its daily limit for data.';
      return { ok: false, error: { code: merged.refused, detail, retryAfterMs: RETRY_AFTER_MS } };
    }
    if ('refused' in merged) {
      // After the reply, so that it is the last word.
      clock.after(0, () => void truth.tell(deviceSignId));
      return refusal(merged.refused);
    }
    const { row, isOther } = merged;
    if (isOther) feed.signsChanged(row.organizationId, [row.id]);
    return { ok: true, configVersion: row.configVersion };
  };
}
