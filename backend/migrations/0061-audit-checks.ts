import { sql, type Kysely } from 'kysely';

/**
 * The last check of each organization's audit log (promise D16). `noted_seq` and `noted_hash` are the end of the chain at the last check without a
 * fault: they are apart from the chain, so that a cut tail shows. `counts` has the counts of the rows to `counted_seq`. `mailed_at`: the owners got
 * a mail about the present fault. An older node can run beside it: it checks nothing, and leaves these jobs to newer nodes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_check (
      organization_id uuid primary key,
      state text not null check (state in ('running', 'done')),
      started_at timestamptz not null,
      checked_at timestamptz,
      rows bigint,
      duration_ms bigint,
      fault jsonb,
      noted_seq bigint,
      noted_hash text,
      noted_at timestamptz,
      counts jsonb,
      counted_seq bigint,
      mailed_at timestamptz
    )`.execute(db);
}
