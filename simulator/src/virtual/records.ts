import type { Session } from './database/session.ts';
import { createMirror, type Mirror } from './mirror.ts';

/** A row as the database has it: names in snake_case, times as `Date`. */
export type Row = Readonly<Record<string, unknown>>;

/** What is in the database, as checkers see it: read outside of the gate, while the world stands still. */
export interface Records {
  /** A table's rows in the order of `id` (or of its first column); read again only after something was written to it. */
  of(table: string): Promise<readonly Row[]>;
  /** Answers of any other question. Not remembered. */
  ask(text: string, values?: unknown[]): Promise<readonly Row[]>;
  changed(tables: ReadonlySet<string>): void;
  /** The one mirror of that table, whose rows have an `id`. */
  mirror(table: string): Mirror<Row & { id: string }>;
}

/** What changes by another's deletion. */
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
