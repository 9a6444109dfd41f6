import { sql, type Kysely } from 'kysely';

/**
 * What an outage is grouped by, as it was when the outage opened: the sign's location, how many signs of its place had a device, and the host of
 * its page. Null where that is not known. An older node can run beside it: it leaves all three null in the outages that it opens.
 *
 * Existing outages get what the audit log and the signs' own reports say. How many signs a place had is written nowhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outage
      add column location text,
      add column place_signs integer,
      add column host text,
      add constraint outage_facts_of_place check (location is not null or num_nonnulls(place_signs, host) = 0)`.execute(
    db,
  );
  // The audit log has each change of a location, and the location with which a sign was deleted.
  await sql`
    with located as (
      select outage.id, coalesce(
        (
          select detail #>> '{changes,location,from}' from audit
          where audit.organization_id = outage.organization_id and sign_id = sign_record_id
            and action = 'sign.update' and outcome = 'ok' and at > opened_at and detail #> '{changes,location}' is not null
          order by seq limit 1
        ),
        (select sign.location from sign where sign.id = sign_record_id),
        (
          select detail ->> 'location' from audit
          where audit.organization_id = outage.organization_id and sign_id = sign_record_id
            and action = 'sign.delete' and outcome = 'ok'
          order by seq limit 1
        )
      ) as location
      from outage
    )
    update outage set location = located.location from located where outage.id = located.id`.execute(db);
  // A sign reports the page that it shows or can't show. A report of something else than the outage says nothing of the outage's page.
  await sql`
    with reported as (
      select outage.id, substring(lower(report.url) from '^https?://(?:[^/?#@]*@)?(\\[[^]]*\\]|[^/?#:]+)') as host
      from outage cross join lateral (
        select history.kind, url, reason from history
        where history.sign_record_id = outage.sign_record_id and at <= opened_at
          and history.kind in ('content_displayed', 'content_error', 'content_unreachable', 'content_recovered')
        order by at desc, history.id desc limit 1
      ) as report
      where case outage.kind
        when 'unreachable' then report.kind = 'content_unreachable'
        when 'error' then report.kind = 'content_error'
        when 'blank' then report.kind <> 'content_unreachable' and (report.kind <> 'content_error' or reason = 'blank')
        else false
      end
    )
    update outage set host = reported.host from reported where outage.id = reported.id and location is not null`.execute(
    db,
  );
}
