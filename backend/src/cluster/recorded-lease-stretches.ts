import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';
import { absencesOf, type Absence, type LeaseStretch } from './service-downtime.ts';
import { LEASE_MS } from './held-lease-duration.ts';

/**
 * In which stretches nodes have held their leases: rows that the renewals themselves write (nodes-repository.ts). What lies between all of them is when the
 * service was away. So a node that dies while another lives leaves no gap, and nobody has to notice the death of the last one: its row stays.
 */

interface Moment {
  /** By the wall clock. */
  atMs: number;
  monotonicMs: number;
}

const DAY_MS = 24 * 3_600_000;
const SHOWN_MS = DAY_MS;
export const AVAILABILITY_DAYS = 30;
const KEPT_MS = AVAILABILITY_DAYS * DAY_MS;
/** More than this nobody draws. */
const TOLD_MOST = 400;

/** The stretch that this node's next renewal belongs to. */
export function createOwnStretch() {
  let sinceMs = -Infinity;
  let last = { atMs: -Infinity, monotonicMs: -Infinity };

  return {
    /**
     * Since when this node has held its lease, for a renewal now. It begins anew where the last renewal is more than a lease ago, by either clock, or lies
     * as far ahead: minutes that the wall clock jumped over were no time of this service.
     */
    sinceAt({ atMs, monotonicMs }: Moment): number {
      const isNew = Math.max(Math.abs(atMs - last.atMs), monotonicMs - last.monotonicMs) > LEASE_MS;
      return isNew ? atMs : sinceMs;
    },
    /** One that was sent then has succeeded. */
    renewed(heldSinceMs: number, sent: Moment): void {
      // Another one that was sent later was answered before.
      if (sent.monotonicMs < last.monotonicMs) return;
      sinceMs = heldSinceMs;
      last = sent;
    },
  };
}

/** After a stretch has begun, what lies ahead is forgotten at each renewal for so long: by then it is known which of the other nodes are dead. */
const FORGET_FUTURE_FOR_MS = 60_000;

/** Whether this node's stretch, which began at `sinceMs`, is so new that it is still to forget what lies ahead. */
export const isToForgetFuture = (sinceMs: number, nowMs: number): boolean => nowMs - sinceMs < FORGET_FUTURE_FOR_MS;

/**
 * Forgets what the rows say of the time after `atMs`: it is of a clock that was wrong, and would hide an absence. Where another node lives, its clock may be
 * the one that is right. So nothing is forgotten of before its last renewal, because that would tell an absence that never was. `uncounted`: whose last renewals say
 * nothing of it, which are the dead nodes' and this one's own.
 */
export async function forgetFuture(db: Db, atMs: number, uncounted: readonly string[]): Promise<void> {
  await sql`
    with future as (
      select greatest(${new Date(atMs)}::timestamptz, max(seen_at)) as begin from node where id <> all(${uncounted}::uuid[])
    ), gone as (
      delete from lease_stretch using future where since > future.begin
    )
    update lease_stretch set until = future.begin from future where until > future.begin and since <= future.begin`.execute(
    db,
  );
}

/** Forgets what ended more than 30 days ago, but the last of that: an absence may have begun then that ends later. */
export async function pruneStretches(db: Db, nowMs: number): Promise<void> {
  await sql`
    delete from lease_stretch where until < (
      select max(until) from lease_stretch where until < ${new Date(nowMs - KEPT_MS)}
    )`.execute(db);
}

/** When the service was away in the last 24 hours, earliest first; the latest 400 at most. */
export async function readAbsences(db: Db, nowMs: number): Promise<Absence[]> {
  const from = new Date(nowMs - SHOWN_MS);
  const { rows } = await sql<{ since: Date; until: Date }>`
    select since, until from lease_stretch
    where until >= coalesce((select max(until) from lease_stretch where until < ${from}), '-infinity')`.execute(db);
  const stretches: LeaseStretch[] = rows.map(({ since, until }) => ({
    sinceMs: since.getTime(),
    untilMs: until.getTime(),
  }));
  return absencesOf(stretches)
    .filter(({ toMs }) => toMs > nowMs - SHOWN_MS && toMs <= nowMs)
    .slice(-TOLD_MOST);
}

/**
 * For how long no node held a lease in the last 30 days, and since when that is recorded (at most 30 days ago), both in milliseconds. Gaps up to a lease don't
 * count, as in `absencesOf`. The sum is made in SQL, because a service that restarts all the time leaves many rows.
 */
export async function readAvailability(db: Db, nowMs: number): Promise<{ awayMs: number; sinceMs: number }> {
  const from = new Date(nowMs - KEPT_MS);
  const { rows } = await sql<{ awayMs: number; since: Date | null }>`
    select coalesce(sum(extract(epoch from since - greatest(held_until, ${from})) * 1000)
        filter (where since - held_until > ${LEASE_MS} * interval '1 ms' and since > ${from}), 0)::float8 as away_ms,
      min(since) as since
    from (
      select since, max(until) over (order by since, node_id rows between unbounded preceding and 1 preceding) as held_until
      from lease_stretch
    ) as stretch`.execute(db);
  const { awayMs, since } = rows[0]!;
  return { awayMs, sinceMs: Math.max(from.getTime(), since?.getTime() ?? nowMs) };
}
