import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from '../db/database-types.ts';

/** A value of a question, which it has anew each time that is asked. */
class AtAsking {
  readonly read: (nowMs: number) => unknown;

  constructor(read: (nowMs: number) => unknown) {
    this.read = read;
  }
}

/** A parameter that is read each time the question is asked that it is in (`createPollingQuery`), in the order of the text. */
export const evaluatedPerQuery = <Value>(read: (nowMs: number) => Value): RawBuilder<Value> =>
  sql.val(new AtAsking(read)) as RawBuilder<unknown> as RawBuilder<Value>;

/** When it is asked, or so many milliseconds before. */
export const timeOfQuery = (beforeMs = 0): RawBuilder<Date> => evaluatedPerQuery((nowMs) => new Date(nowMs - beforeMs));

/**
 * What is asked again and again, with other values: it is put together and compiled once, which costs several times as long as to have it
 * answered.
 */
export function createPollingQuery<Row>(
  db: Db,
  statement: RawBuilder<Row>,
): (nowMs: number) => Promise<readonly Row[]> {
  let compiled: CompiledQuery | undefined;
  return async (nowMs) => {
    compiled ??= statement.compile(db);
    const parameters = compiled.parameters.map((each) => (each instanceof AtAsking ? each.read(nowMs) : each));
    const { rows } = await db.executeQuery({ ...compiled, parameters });
    return rows as Row[];
  };
}
