import { createGate } from '../flow/gate.ts';
import { createBatch, type Pace } from './combine-queries.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** So many are written by themselves at once. */
const ALONE_AT_ONCE = 4;

/**
 * Writes by key, those who come at once in one statement. `writeMany` says of each key, in their order, whether it is written (true, or what there is to say of it; false where not); it may leave out
 * whom it would have to wait for (`skip locked`), because it has rows of others locked meanwhile. `writeOne` has the last word on those that are
 * left out, also where what one of them brought made the statement of all fail.
 *
 * One that comes alone is written by `writeMany` too: so whoever comes meanwhile waits for the next statement, and they are one again. Were it written by
 * itself, a fleet whose kiosks come one in each turn would be a statement each, and the slower the database the more of them.
 */
export function createBatchedWrite<Key, Written = true>(
  writeMany: (keys: Key[]) => Promise<readonly (Written | false)[]>,
  writeOne: (key: Key) => Promise<Written | false>,
  pace?: Pace,
): (key: Key) => Promise<Written | false> {
  const alone = createGate({ atOnce: ALONE_AT_ONCE, mostWaiting: Infinity });
  const write = createBatch(
    async (keys: Key[]) => {
      try {
        return await writeMany(keys);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        return keys.map(() => false as const);
      }
    },
    { queriesAtOnce: 1, pace },
  );
  return async (key) => (await write(key)) || (await alone.run(() => writeOne(key)))!.result;
}
