import { sql, type Kysely } from 'kysely';

/**
 * What `q` of the sign list looks through, indexed by its trigrams: a `q` that fits nothing read every record of the organization (5 to 7 ms of
 * Postgres for 10,000). In a table of its own, because every change of a status writes the indexes of `sign` anew; with this one that took twice
 * the time. An older node can run beside it: the trigger keeps what it writes, and it searches as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_search (
      sign_id uuid primary key references sign on delete cascade,
      text text not null
    )`.execute(db);
  // What lies between is no letter, so that the case of a text's last letter is the same here; who reads looks at the record itself as well.
  await sql`
    create function sign_search_kept() returns trigger language plpgsql as $$
    begin
      insert into sign_search (sign_id, text) values (new.id, concat_ws(chr(31), new.name, new.location, new.short_code))
      on conflict (sign_id) do update set text = excluded.text;
      return null;
    end $$`.execute(db);
  // Before the rows that are there: it keeps other writers out until the end.
  await sql`
    create trigger sign_search_kept after insert or update of name, location, short_code on sign
    for each row execute function sign_search_kept()`.execute(db);
  await sql`insert into sign_search (sign_id, text) select id, concat_ws(chr(31), name, location, short_code) from sign`.execute(
    db,
  );
  // Postgres brings the extension along; a server that lacks it, or forbids it to us, finds the same by reading more.
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index sign_search_text on sign_search using gin (text gin_trgm_ops);
    exception when feature_not_supported or insufficient_privilege or undefined_file or undefined_object then
      raise warning 'no pg_trgm (%): the search of signs uses no index', sqlerrm;
    end $$`.execute(db);
  await sql`analyze sign_search`.execute(db);
}
