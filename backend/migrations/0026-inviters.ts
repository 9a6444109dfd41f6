import { sql, type Kysely } from 'kysely';

/**
 * Who vouches for an invitation: it holds for as long as that person may invite for its role. Null for an invitation that nobody is known for; it
 * holds until it expires, within seven days. An older node can run beside it: it writes null, and lets every invitation hold.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitation add column invited_by text`.execute(db);
  // The audit log knows who made those that are there.
  await sql`
    update invitation set invited_by = (
      select actor_id from audit
      where audit.organization_id = invitation.organization_id and action = 'member.invite'
        and target_id = invitation.id::text and outcome = 'ok'
      order by seq desc limit 1
    )`.execute(db);
}
