import { sql, type Kysely } from 'kysely';

/**
 * Bulk requests that end manual overrides, and the signs of a bulk request by name. `sign.field_versions` counts under `override` how often the override of a
 * record became another, so that an undo knows whether somebody has set or ended one since.
 *
 * An older node can run beside it: the trigger counts for it as well. It does not process the signs of these requests, because they wait as `waiting`, a
 * state that it does not select. It stores neither `name` nor `left_out`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function sign_fields_versioned() returns trigger language plpgsql as $$
    begin
      if (new.url, new.content_id) is distinct from (old.url, old.content_id) then
        new.field_versions := new.field_versions || jsonb_build_object('url', new.version);
      end if;
      if new.settings is distinct from old.settings then
        new.field_versions := new.field_versions || (
          select coalesce(jsonb_object_agg('settings.' || name, new.version), '{}')
          from jsonb_object_keys(old.settings || new.settings) as name
          where old.settings -> name is distinct from new.settings -> name);
      end if;
      if (new.override_url, new.override_content_id, new.override_until)
        is distinct from (old.override_url, old.override_content_id, old.override_until) then
        new.field_versions := new.field_versions || jsonb_build_object(
          'override', coalesce((old.field_versions ->> 'override')::integer, 0) + 1);
      end if;
      return new;
    end $$`.execute(db);
  await sql`drop trigger sign_fields_versioned on sign`.execute(db);
  await sql`
    create trigger sign_fields_versioned
    before update of url, content_id, settings, override_url, override_content_id, override_until on sign
    for each row execute function sign_fields_versioned()`.execute(db);

  // left_out: of an undo, the signs that it leaves as they are.
  await sql`alter table bulk add column left_out integer`.execute(db);
  // name: as the sign was called when the request began, for the list of its signs once the sign is deleted.
  await sql`
    alter table bulk_sign
      add column name text,
      drop constraint bulk_sign_state_check,
      add constraint bulk_sign_state_check
        check (state in ('pending', 'restoring', 'waiting', 'written', 'done', 'failed'))`.execute(db);
}
