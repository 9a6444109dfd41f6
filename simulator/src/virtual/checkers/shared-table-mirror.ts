import type { Mirror } from '../table-mirror.ts';
import type { World } from '../world.ts';
export type { Change, Mirror } from '../table-mirror.ts';

/** One of each table for all checkers of a run. */
export const mirror = <Row extends { id: string }>(world: World, table: string): Mirror<Row> =>
  world.records.mirror(table) as Mirror<never> as Mirror<Row>;
