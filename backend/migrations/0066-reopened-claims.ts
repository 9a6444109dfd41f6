import { sql, type Kysely } from 'kysely';

/**
 * A node of an older version opens a claim again under the same request without a new `attempt_id`. The earlier attempt is in the history under that
 * identifier, so the claim could never be settled. The trigger clears the facts of the earlier attempt. A node of this version writes a new identifier
 * with each `submitted_at`, so it never meets the condition.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function claim_forget_attempt() returns trigger language plpgsql as $$
    begin
      new.attempt_id := null;
      new.started_at := null;
      new.device_facts := null;
      new.http_status := null;
      new.replays := 0;
      new.note := null;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger claim_reopened before update of state, submitted_at on claim for each row
    when (
      old.attempt_id is not null and new.attempt_id = old.attempt_id
      and (new.submitted_at is distinct from old.submitted_at
        or (new.state = 'awaiting_ack' and old.state <> 'awaiting_ack'))
    )
    execute function claim_forget_attempt()`.execute(db);
  await sql`
    update claim set attempt_id = null
    where state = 'awaiting_ack' and exists (select from history where history.id = claim.attempt_id)`.execute(db);
}
