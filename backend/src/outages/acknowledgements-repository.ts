import { sql } from 'kysely';
import type { Db, Trx } from '../db/database-types.ts';

/** Who is at an outage (promise N10), in its row. Who writes it has the signs locked: they guard their outages. */

/** Those of the outages that are there, in the order of their identifiers. */
export const findOutages = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('outage')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();

export const findOutage = async (db: Db, id: string) => (await findOutages(db, [id]))[0];

/** `by` null: nobody is at them after all. A note that is undefined stays as it was. */
export async function writeAcknowledgement(
  trx: Trx,
  ids: readonly string[],
  by: { id: string; name: string; at: Date; note?: string | null | undefined } | null,
): Promise<void> {
  await trx
    .updateTable('outage')
    .set({ acknowledgedBy: by?.id ?? null, acknowledgedName: by?.name ?? null })
    .set({ acknowledgedAt: by?.at ?? null, acknowledgedNote: by === null ? null : by.note })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}
