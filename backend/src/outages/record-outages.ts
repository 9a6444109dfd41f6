import type { Trx } from '../db/database-types.ts';
import { recordNotices, type NewNotice } from './notice-queue.ts';
import { changeOutages, type FactsChange, type OutageChanges } from './compute-outage-changes.ts';
import {
  closeOutages,
  endOutages,
  findOpenOutages,
  findStability,
  insertOutages,
  writeStability,
} from './outages-repository.ts';

/**
 * Writes the outages that begin and end by the changes of signs, each of another, and what is to be told of them: in the transaction that has
 * changed the signs, and so holds their locks (promises N3, N5, N7). The number of statements is not that of the signs. Resolves with what the signs' rows are
 * to say of it: the signs whose outages are others now (`withOutages`), and how stable those are that are not, or were not.
 */
export async function recordOutages(
  trx: Trx,
  changes: readonly FactsChange[],
  nowMs: number,
  makeId: () => string,
): Promise<{ withOutages: string[]; unstable: OutageChanges['unstable'] }> {
  if (changes.length === 0) return { withOutages: [], unstable: [] };
  const ids = changes.map(({ id }) => id);
  const known = { open: await findOpenOutages(trx, ids), stability: await findStability(trx, ids) };
  const { opened, closed, stability, unstable, notices } = changeOutages(changes, known, nowMs, makeId);
  await closeOutages(trx, closed);
  await insertOutages(trx, opened);
  await writeStability(trx, stability);
  await recordNotices(trx, notices);
  return { withOutages: [...new Set([...opened, ...closed].map(({ signRecordId }) => signRecordId))], unstable };
}

/**
 * The record's device has left it, in the transaction that holds its lock: what was wrong is over, and nobody is told that it is well. The next
 * device's verdicts are counted anew.
 */
export async function leaveOutages(trx: Trx, signRecordId: string, nowMs: number): Promise<void> {
  const ended = await endOutages(trx, signRecordId, nowMs);
  const notices = ended.map(({ id: outageId, organizationId, eventId, signName, since, closedAt: at }): NewNotice => {
    const of = { organizationId, eventId, signRecordId, signName };
    return { ...of, kind: 'outage_left', outageId, at, since };
  });
  await recordNotices(trx, notices);
}
