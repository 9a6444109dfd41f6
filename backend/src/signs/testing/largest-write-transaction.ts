import { sql } from 'kysely';
import type { Db } from '../../db/database-types.ts';

/** How many signs one transaction was the last to write, at the most: Postgres keeps with each row which one it was. */
export async function mostWrittenAtOnce(db: Db): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select max(count)::integer as most from (select count(*) from sign group by xmin::text) as written`.execute(db);
  return rows[0]!.most;
}
