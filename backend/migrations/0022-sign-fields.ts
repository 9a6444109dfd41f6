import { sql, type Kysely } from 'kysely';

/**
 * What a sign's row says of its stability (promise N5) and of its last picture, so that lists read both as fast as the rest. An older node can run beside
 * it: it reads neither. What it finds unstable is shown by the next change of that sign's verdict, and the picture that it keeps by the next picture.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign add column unstable_until timestamptz, add column screenshot_at timestamptz`.execute(db);
  // Fifteen minutes after its last change of verdict it is stable. What is over by now a node finds at its start.
  await sql`
    update sign set unstable_until = verdict_changes[cardinality(verdict_changes)] + interval '15 minutes'
    from sign_stability where sign_record_id = sign.id and unstable_since is not null`.execute(db);
  await sql`
    update sign set screenshot_at = captured_at from screenshot
    where sign_record_id = sign.id and screenshot.device_sign_id = sign.device_sign_id
      and screenshot.claim_request_id is not distinct from sign.claim_request_id`.execute(db);
  // Every node asks every two seconds when the next of them is stable.
  await sql`create index sign_unstable on sign (unstable_until) where unstable_until is not null`.execute(db);
}
