import { sql } from 'kysely';
import type { Trx } from '../db/database-types.ts';

/** Writes when the pictures of these records were taken, which the caller has locked; null: they have none. The records, for dashboards. */
export async function writeScreenshotAt(
  trx: Trx,
  signRecordIds: readonly string[],
  atMs: number | null,
): Promise<{ id: string; organizationId: string }[]> {
  if (signRecordIds.length === 0) return [];
  return await trx
    .updateTable('sign')
    .set({ screenshotAt: atMs === null ? null : new Date(atMs) })
    .where('id', '=', sql<string>`any(${signRecordIds}::uuid[])`)
    .returning(['id', 'organizationId'])
    .execute();
}
