import type { Commit } from './database/statement-scheduler.ts';

/** How a commit changed one row. `before` null: the row is new; `after` null: it is gone. */
export type Change<Row> = { before: Row | null; after: Row } | { before: Row; after: null };

/** A table as it was after the last commit. */
export interface Mirror<Row> {
  rows(): readonly Row[];
  get(id: string): Row | undefined;
  /** Reads the table again if `commits` have written to it, and returns what changed. Every user of the mirror calls it for every commit. */
  update(commits: readonly Commit[]): Promise<readonly Change<Row>[]>;
}

export function createMirror<Row extends { id: string }>(
  table: string,
  readTable: () => Promise<readonly Row[]>,
): Mirror<Row> {
  let rows: readonly Row[] = [];
  let known = new Map<string, { row: Row; text: string }>();
  /** The commits of the last `update`, and the changes that it found. */
  let heard: readonly Commit[] | null = null;
  let changes: Promise<readonly Change<Row>[]>;

  async function read(): Promise<readonly Change<Row>[]> {
    rows = await readTable();
    const next = new Map<string, { row: Row; text: string }>();
    const found: Change<Row>[] = [];
    for (const row of rows) {
      const text = JSON.stringify(row);
      const before = known.get(row.id);
      next.set(row.id, { row, text });
      if (before?.text !== text) found.push({ before: before?.row ?? null, after: row });
    }
    for (const [id, { row }] of known) if (!next.has(id)) found.push({ before: row, after: null });
    known = next;
    return found;
  }

  return {
    rows: () => rows,
    get: (id) => known.get(id)?.row,
    async update(commits) {
      if (!commits.some(({ tables }) => tables.has(table))) return [];
      if (heard !== commits) changes = read();
      heard = commits;
      return await changes;
    },
  };
}
