import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { absencesOf, type Absence, type LeaseStretch } from './absences.ts';
import { LEASE_MS } from './lease.ts';

/**
 * In which stretches nodes have held their leases: rows that the renewals themselves write (nodes-repository.ts). What lies between all of them is when the
 * service was away. So a node that dies while another lives leaves no gap, and nobody has to notice the death of the last one: its row stays.
 */

interface Moment {
  /** By the wall clock. */
  atMs: number;
  monotonicMs: number;
}

const KEPT_MS = 24 * 3_600_000;
/** More than this nobody draws. */
const TOLD_MOST = 400;

/** The stretch that this node's next renewal belongs to. */
export function createOwnStretch() {
  let sinceMs = -Infinity;
  let last = { atMs: -Infinity, monotonicMs: -Infinity };

  return {
    /**
     * Since when this node has held its lease, for a renewal now. It begins anew (`isNew`) where the last renewal is more than a lease ago, by either clock, or lies
     * as far ahead: minutes that the wall clock jumped over were no time of this service.
     */
    at({ atMs, monotonicMs }: Moment): { sinceMs: number; isNew: boolean } {
      const isNew = Math.max(Math.abs(atMs - last.atMs), monotonicMs - last.monotonicMs) > LEASE_MS;
      return { sinceMs: isNew ? atMs : sinceMs, isNew };
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

/**
 * To be called before a stretch begins at `atMs`: what the rows say of the time to come is of a clock that was wrong, and would hide an absence. Those of a node
 * whose clock is ahead, and right again with its next renewal, too.
 */
export async function forgetFuture(db: Db, atMs: number): Promise<void> {
  const at = new Date(atMs);
  await sql`
    with gone as (delete from lease_stretch where since > ${at})
    update lease_stretch set until = ${at} where until > ${at} and since <= ${at}`.execute(db);
}

/** Forgets what ended more than 24 hours ago, but the last of that: an absence may have begun then that ends later. */
export async function pruneStretches(db: Db, nowMs: number): Promise<void> {
  await sql`
    delete from lease_stretch where until < (
      select max(until) from lease_stretch where until < ${new Date(nowMs - KEPT_MS)}
    )`.execute(db);
}

/** When the service was away in the last 24 hours, earliest first; the latest 400 at most. */
export async function readAbsences(db: Db, nowMs: number): Promise<Absence[]> {
  const rows = await db.selectFrom('leaseStretch').select(['since', 'until']).execute();
  const stretches: LeaseStretch[] = rows.map(({ since, until }) => ({
    sinceMs: since.getTime(),
    untilMs: until.getTime(),
  }));
  return absencesOf(stretches)
    .filter(({ toMs }) => toMs > nowMs - KEPT_MS && toMs <= nowMs)
    .slice(-TOLD_MOST);
}
