import { sql, type Kysely } from 'kysely';

/**
 * Each check of an audit log stores all faults that it found (`faults`, by row), not only the first one, and several ends of the chain (`notes`): an
 * end that no longer matches stays beside the newest one. Older nodes check nothing, so they can run beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_check
      add column notes jsonb not null default '[]',
      add column faults jsonb not null default '[]'`.execute(db);
  await sql`
    update audit_check set
      notes = case when noted_seq is null then '[]' else jsonb_build_array(jsonb_build_object('seq', noted_seq, 'hash', noted_hash,
        'at', to_char(noted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end,
      faults = case when fault is null then '[]' else jsonb_build_array(fault) end`.execute(db);
  await sql`
    alter table audit_check
      drop column fault, drop column noted_seq, drop column noted_hash, drop column noted_at, drop column mailed_at`.execute(
    db,
  );
}
