import { sql, type Kysely } from 'kysely';

/**
 * Versions of schedule sets for `If-Match`: one row for each set that was ever written. An older node can run beside it. It writes `schedule` alone,
 * and the trigger counts each of its transactions once. A newer node writes this row first: `changed_in` then tells the trigger that the transaction
 * is counted. `updated_by` is no foreign key: the name of a person who is gone is not shown, and a change takes no lock on the person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedule_set (
      sign_id uuid unique references sign on delete cascade,
      event_id uuid unique references event on delete cascade,
      version integer not null default 1,
      updated_at timestamptz,
      updated_by text,
      changed_in xid8 not null default pg_current_xact_id(),
      constraint schedule_set_of_one check (num_nulls(event_id, sign_id) = 1)
    )`.execute(db);
  // Neither the time nor the author of a change by an older node is known.
  await sql`
    insert into schedule_set (sign_id, event_id) select distinct sign_id, event_id from schedule`.execute(db);
  // Deleting a sign or an event deletes its schedules, which must not insert a row for the set again.
  await sql`
    create function schedule_set_changed() returns trigger language plpgsql as $$
    begin
      insert into schedule_set (sign_id)
        select distinct sign_id from changed where exists (select from sign where sign.id = changed.sign_id)
        on conflict (sign_id) do update
          set version = schedule_set.version + 1, updated_at = null, updated_by = null, changed_in = pg_current_xact_id()
          where schedule_set.changed_in <> pg_current_xact_id();
      insert into schedule_set (event_id)
        select distinct event_id from changed where exists (select from event where event.id = changed.event_id)
        on conflict (event_id) do update
          set version = schedule_set.version + 1, updated_at = null, updated_by = null, changed_in = pg_current_xact_id()
          where schedule_set.changed_in <> pg_current_xact_id();
      return null;
    end $$`.execute(db);
  await sql`
    create trigger schedule_set_inserted after insert on schedule
    referencing new table as changed for each statement execute function schedule_set_changed()`.execute(db);
  await sql`
    create trigger schedule_set_deleted after delete on schedule
    referencing old table as changed for each statement execute function schedule_set_changed()`.execute(db);
}
