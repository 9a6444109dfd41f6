import { sql, type Kysely } from 'kysely';

/** Invitations into an organization. An older node can run beside it: it has no route that reads or writes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Only the hash of the token is kept: who reads the database can't accept in another's place.
  await sql`
    create table invitation (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      email text not null,
      role text not null check (role in ('viewer', 'operator', 'admin', 'owner')),
      token_hash text not null constraint invitation_token_unique unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      constraint invitation_email_unique unique (organization_id, email)
    )`.execute(db);
}
