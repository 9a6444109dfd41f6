import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL that fails for real, by an error that a server has: `full`: its disk is full, `broken`: its data is corrupt. */
const STATES = { full: '53100', broken: 'XX001' } as const;

/** The service's own database, asked behind its back. */
export interface DatabaseAside {
  /** Each row that is written to the table fails so, until the returned function was called. */
  failing(table: string, how: keyof typeof STATES): Promise<() => Promise<void>>;
  /** Rows by the ten thousand come this way. */
  run(sql: string, values: unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** `dataFolder`: of the service, which has its embedded server below; that listens on a socket in a folder which its lock file names. */
const findServer = (dataFolder: string): { host: string; port: string } => {
  const [lockFile = ''] = globSync('**/postmaster.pid', { cwd: dataFolder });
  const [, , , port, host] = readFileSync(join(dataFolder, lockFile), 'utf8').split('\n');
  return { host: host!, port: port! };
};

/** The same database, as the `DATABASE_URL` of one more node. */
export function databaseUrlOf(dataFolder: string): string {
  const { host, port } = findServer(dataFolder);
  return `postgresql:///postgres?host=${encodeURIComponent(host)}&port=${port}&user=postgres`;
}

export async function openDatabaseAside(dataFolder: string): Promise<DatabaseAside> {
  const { host, port } = findServer(dataFolder);
  const client = new pg.Client({ host, port: Number(port), user: 'postgres', database: 'postgres' });
  await client.connect();
  return {
    async failing(table, how) {
      await client.query(`
        create or replace function fail_for_a_test() returns trigger language plpgsql as $$
          begin raise exception 'it fails for a test' using errcode = '${STATES[how]}'; end $$;
        create trigger fail_for_a_test before insert or update on ${table} for each row execute function fail_for_a_test()`);
      return async () => void (await client.query(`drop trigger fail_for_a_test on ${table}`));
    },
    run: async (sql, values) => void (await client.query(sql, values)),
    close: () => client.end(),
  };
}
