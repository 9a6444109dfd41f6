import { sql, type Kysely } from 'kysely';

/**
 * What became of each sign of a bulk request, and undoing one. `sign.field_versions` says by which version of a record its page, and each of its settings,
 * last became another, so that an undo knows what was changed since.
 *
 * An older node can run beside it: the trigger keeps `field_versions` for it as well. What it changes by a bulk request can't be undone, because it keeps
 * no `before`. It takes no undo for a bulk request: the signs of one wait as `restoring`, which it does not look for. It neither writes `answer`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign add column field_versions jsonb not null default '{}'`.execute(db);
  await sql`
    create function sign_fields_versioned() returns trigger language plpgsql as $$
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
      return new;
    end $$`.execute(db);
  await sql`
    create trigger sign_fields_versioned before update of url, content_id, settings on sign
    for each row execute function sign_fields_versioned()`.execute(db);

  // undoable_until: null where it can't be undone, or not any more. undo_of: what it undoes.
  await sql`alter table bulk add column undoable_until timestamptz, add column undo_of uuid`.execute(db);
  await sql`create index bulk_undoable on bulk (undoable_until) where undoable_until is not null`.execute(db);
  await sql`create unique index bulk_undone_once on bulk (undo_of) where undo_of is not null`.execute(db);

  // before: what the sign had, as of the record's `version`; kept while that can be undone. restore: what an undo puts back. answer: the kiosk's word.
  await sql`
    alter table bulk_sign
      add column before jsonb,
      add column version integer,
      add column restore jsonb,
      add column answer text check (answer in ('acked', 'failed')),
      drop constraint bulk_sign_state_check,
      add constraint bulk_sign_state_check check (state in ('pending', 'restoring', 'written', 'done', 'failed'))`.execute(
    db,
  );
  await sql`create index bulk_sign_restoring on bulk_sign (bulk_id, sign_record_id) where state = 'restoring'`.execute(
    db,
  );
  // How the commands of a bulk request stand.
  await sql`create index command_bulk on command (bulk_id, sign_record_id) where bulk_id is not null`.execute(db);
}
