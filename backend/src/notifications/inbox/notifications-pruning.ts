import { sql, type Kysely } from 'kysely';
import { firstUuidV7At } from '@sign-display/contracts/identifiers';
import type { Database } from '../../db/database.ts';

/** Rows a statement: an hour of a storm is some thousands. */
const ROWS_A_STATEMENT = 500;

/**
 * Removes what is older than `beforeMs` and over: messages, delivered or given up; outages that have ended; machines under one identity that nobody
 * has decided about and that came no more, and decisions of claims that are over. What is queued, open, or binds somebody stays. Found by the
 * identifiers, which begin with their time.
 */
export async function pruneNotifications(db: Kysely<Database>, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs);
  const firstId = firstUuidV7At(beforeMs);
  async function inSteps(step: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
    while (((await step()).numAffectedRows ?? 0n) >= ROWS_A_STATEMENT);
  }
  await inSteps(() =>
    sql`
      delete from notification where id in (
        select id from notification where id < ${firstId} and state <> 'queued' order by id limit ${ROWS_A_STATEMENT}
      )`.execute(db),
  );
  await inSteps(() =>
    sql`
      delete from message where id in (
        select id from message
        where id < ${firstId} and not exists (select from notification where notification.message_id = message.id)
        order by id limit ${ROWS_A_STATEMENT}
      )`.execute(db),
  );
  await inSteps(() =>
    sql`
      delete from outage where id in (
        select id from outage where id < ${firstId} and closed_at < ${before} order by id limit ${ROWS_A_STATEMENT}
      )`.execute(db),
  );
  await sql`
    delete from clone
    where id < ${firstId} and last_seen_at < ${before} and (
      decision is null
      or decided_at < ${before} and not exists (
        select from sign
        where sign.id = clone.sign_record_id and sign.device_sign_id = clone.device_sign_id
          and sign.claim_request_id is not distinct from clone.claim_request_id
      )
    )`.execute(db);
  // A job that was added again while it was under way, and whose node died then: it has a successor, and is never done or removed.
  await sql`
    delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts`.execute(
    db,
  );
}
