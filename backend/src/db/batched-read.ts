import { createBatch, type BatchOptions } from './combine-queries.ts';

/** Reads by key, by `createBatch`; null: there is no such row. */
export function createBatchedRead<Row>(
  readMany: (keys: string[]) => Promise<Map<string, Row>>,
  options?: BatchOptions,
): (key: string) => Promise<Row | null> {
  return createBatch(async (keys: string[]) => {
    const rows = await readMany(keys);
    return keys.map((key) => rows.get(key) ?? null);
  }, options);
}
