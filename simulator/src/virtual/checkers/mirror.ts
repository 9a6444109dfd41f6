import type { Commit } from '../database/gate.ts';
import type { World } from '../world.ts';

/** What a commit made of one row; `before` null: it is new, `after` null: it is gone. */
export type Change<Row> = { before: Row | null; after: Row } | { before: Row; after: null };

/** A table as it was after the last commit. */
export interface Mirror<Row> {
  rows(): readonly Row[];
  get(id: string): Row | undefined;
  /** Reads again what `commits` have written to, and says what is otherwise now. */
  update(commits: readonly Commit[]): Promise<readonly Change<Row>[]>;
}

export function mirror<Row extends { id: string }>(world: World, table: string): Mirror<Row> {
  let rows: readonly Row[] = [];
  let known = new Map<string, { row: Row; text: string }>();

  return {
    rows: () => rows,
    get: (id) => known.get(id)?.row,
    async update(commits) {
      if (!commits.some(({ tables }) => tables.has(table))) return [];
      rows = (await world.records.of(table)) as unknown as readonly Row[];
      const next = new Map<string, { row: Row; text: string }>();
      const changes: Change<Row>[] = [];
      for (const row of rows) {
        const text = JSON.stringify(row);
        const before = known.get(row.id);
        next.set(row.id, { row, text });
        if (before?.text !== text) changes.push({ before: before?.row ?? null, after: row });
      }
      for (const [id, { row }] of known) if (!next.has(id)) changes.push({ before: row, after: null });
      known = next;
      return changes;
    },
  };
}
