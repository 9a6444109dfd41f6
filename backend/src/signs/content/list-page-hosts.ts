import { sql } from 'kysely';
import type { Db } from '../../db/database-types.ts';
import { hostOfPage } from '../../urls/url-policy.ts';

interface HostUse {
  host: string;
  signs: number;
  schedules: number;
}

/** Scheme, host and port: ten thousand pages are on few of them, and only these are parsed. */
const ORIGIN = '^[^:]+://[^/?#\\\\]*';

/**
 * On which hosts the pages of an organization's signs and schedules are, most used first. Disabled schedules count too, overrides do not (contract,
 * 3.1).
 */
export async function listPageHosts(db: Db, organizationId: string): Promise<HostUse[]> {
  const { rows } = await sql<{ origin: string; signs: number; schedules: number }>`
    select origin, sum(signs)::integer as signs, sum(schedules)::integer as schedules
    from (
      select substring(url from ${ORIGIN}) as origin, count(*) as signs, 0 as schedules
      from sign where organization_id = ${organizationId} and url is not null group by origin
      union all
      select substring(url from ${ORIGIN}), 0, count(*) from schedule where organization_id = ${organizationId} group by 1
    ) as used
    where origin is not null
    group by origin`.execute(db);
  const uses = new Map<string, HostUse>();
  for (const { origin, signs, schedules } of rows) {
    const host = hostOfPage(origin);
    if (host === null) continue;
    const before = uses.get(host) ?? { host, signs: 0, schedules: 0 };
    uses.set(host, { host, signs: before.signs + signs, schedules: before.schedules + schedules });
  }
  const useOf = ({ signs, schedules }: HostUse): number => signs + schedules;
  return Array.from(uses.values()).toSorted((a, b) => useOf(b) - useOf(a) || (a.host < b.host ? -1 : 1));
}
