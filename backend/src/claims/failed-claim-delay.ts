import { sql } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Trx } from '../db/database-types.ts';

/**
 * Who has failed at a device lets others go first (M2): a page that hangs keeps a device busy for as long as a kiosk waits for it, and whoever
 * claims again and again with one would keep everybody else out.
 *
 * A side is an organization, with all that the person who asks has tried elsewhere: several accounts of one organization count as one. While another
 * organization has tried for the device too, a side that has failed waits before it may try again: 5 s after its first failure, twice as long after
 * each further one in a row, at most a minute. Where nobody else wants the device nobody waits, however often they mistype.
 *
 * It follows from the history of attempts alone (C10), so every node says the same, after a crash too.
 */

/** What became of the attempts at a device since it was claimed last, within the window. */
type TriedSoFar = Awaited<ReturnType<typeof readTriedSoFar>>;

/** For how long the side must not try again, in milliseconds; 0: it may now. Pure. */
export function failedClaimDelayMs({ failures, lastFailedAtMs, isContested }: TriedSoFar, nowMs: number): number {
  if (!isContested || failures === 0 || lastFailedAtMs === null) return 0;
  const wholeMs = Math.min(LIMITS.holdBackMostMs, LIMITS.holdBackMs * 2 ** (failures - 1));
  // Of a node whose clock is ahead it is not longer.
  return Math.min(wholeMs, Math.max(0, lastFailedAtMs + wholeMs - nowMs));
}

/** Attempts that had the device for a while and brought nothing: the page did not load, or the kiosk did not answer. */
const FAILED_WITH_DEVICE = sql`outcome in ('device_load_failed', 'device_no_ack')`;
const IS_ATTEMPT = sql`kind in ('claim', 'link', 'replace')`;
/** More change nothing: the wait has reached its bound long before. */
const MOST_COUNTED = 32;

/** Whether an attempt at the device has failed in the window: nearly always none has, and nothing more needs to be read. */
export const hasFailedLately = (deviceSignId: string, nowMs: number) => sql<boolean>`exists (
  select from history where device_sign_id = ${deviceSignId} and ${IS_ATTEMPT} and ${FAILED_WITH_DEVICE}
    and at > ${new Date(nowMs - LIMITS.holdBackWindowMs)})`;

/**
 * In the device's turn (`lockClaimsOfDevice`), so that no attempt ends meanwhile. `failures`: attempts of the own side that had the device and failed, in
 * a row, because one that succeeds ends them. `isContested`: another organization, by another person, has tried for the device.
 */
export async function readTriedSoFar(
  trx: Trx,
  deviceSignId: string,
  { operatorId, organizationId }: { operatorId: string; organizationId: string },
  nowMs: number,
) {
  const { rows } = await sql<{ failures: number; lastFailedAt: Date | null; isContested: boolean }>`
    with tried as (
      select at, actor_id, organization_id, outcome from history
      where device_sign_id = ${deviceSignId} and ${IS_ATTEMPT} and at > ${new Date(nowMs - LIMITS.holdBackWindowMs)}
        and at > coalesce((
          select max(at) from history where device_sign_id = ${deviceSignId} and ${IS_ATTEMPT} and outcome = 'committed'
        ), '-infinity')
    ), failed as (
      select at from tried
      where (organization_id = ${organizationId} or actor_id = ${operatorId}) and ${FAILED_WITH_DEVICE}
      order by at desc limit ${MOST_COUNTED}
    )
    select
      (select count(*)::int from failed) as failures,
      (select max(at) from failed) as "lastFailedAt",
      exists (
        select from tried where organization_id <> ${organizationId} and actor_id is distinct from ${operatorId}
      ) as "isContested"`.execute(trx);
  const { failures, lastFailedAt, isContested } = rows[0]!;
  return { failures, lastFailedAtMs: lastFailedAt?.getTime() ?? null, isContested };
}
