import type { Session } from './database/session.ts';
import { createMirror, type Mirror } from './table-mirror.ts';

/** A row of the database: names in snake_case, times as `Date`. */
export type Row = Readonly<Record<string, unknown>>;

/** The content of the database for checkers. It is read outside of the gate, while the world stands still. */
export interface Records {
  /** A table's rows in the order of their first column. They are read again only after a write to the table. */
  of(table: string): Promise<readonly Row[]>;
  /** The rows of any other query; never cached. */
  ask(text: string, values?: unknown[]): Promise<readonly Row[]>;
  changed(tables: ReadonlySet<string>): void;
  /** The one mirror of that table; its rows must have an `id`. */
  mirror(table: string): Mirror<Row & { id: string }>;
}

/** Tables that a deletion in another one changes too. */
const CASCADES: Record<string, string[]> = {
  sign: ['history', 'command', 'outage', 'sign_stability', 'schedule', 'screenshot', 'sign_log'],
};

export function createRecords(observer: Session): Records {
  const known = new Map<string, readonly Row[]>();
  const mirrors = new Map<string, Mirror<Row & { id: string }>>();
  const ask = async (text: string, values: unknown[] = []): Promise<readonly Row[]> =>
    (await observer.run({ sql: text, parameters: values })).rows as readonly Row[];

  async function of(table: string): Promise<readonly Row[]> {
    let rows = known.get(table);
    if (!rows) {
      rows = await ask(`select * from "${table}" order by 1`);
      known.set(table, rows);
    }
    return rows;
  }

  return {
    ask,
    of,
    mirror(table) {
      const own = mirrors.get(table) ?? createMirror(table, async () => (await of(table)) as (Row & { id: string })[]);
      mirrors.set(table, own);
      return own;
    },
    changed(tables) {
      for (const written of tables) {
        const [table] = written.split('.', 1) as [string];
        for (const each of [table, ...(CASCADES[written] ?? [])]) known.delete(each);
      }
    },
  };
}
