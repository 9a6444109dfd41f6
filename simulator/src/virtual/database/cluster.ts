import type { EmbeddedPostgres } from '@sign-display/embedded-postgres';
import { migrateDatabase } from '@sign-display/backend/simulation-exports';
import { Client, type ClientConfig } from 'pg';
import { settingRows } from '../initial-data.ts';

/** A PostgreSQL server that runs, as plain JSON. */
export type ServerAddress = EmbeddedPostgres['poolConfig'];

/** The PostgreSQL of all runs of a machine: each run has a database of its own there, cloned from one that is migrated and set. */
export interface Cluster {
  /** For a process that works on it: plain JSON. `template`: the database that is cloned. */
  readonly server: ServerAddress & { template: string };
  /** Resolves when the server has ended, whoever wanted it. */
  readonly exited: Promise<unknown>;
  /** Removes the template, and what was cloned from it. */
  remove(): Promise<void>;
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function insertRows(client: Client): Promise<void> {
  for (const [table, rows] of settingRows()) {
    for (const row of rows) {
      const names = Object.keys(row);
      const places = names.map((_, index) => `$${index + 1}`);
      await client.query(
        `insert into ${quoted(table)} (${names.map(quoted).join(', ')}) values (${places.join(', ')})`,
        Object.values(row),
      );
    }
  }
}

async function withClient<Result>(config: ClientConfig, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(config);
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes the template on a server that runs, under the name `template`. What a process that was killed has left there under this name is replaced;
 * the runs' databases are named after it.
 */
export async function createCluster(
  { address, exited }: { address: ServerAddress; exited: Promise<unknown> },
  template = 'virtual',
): Promise<Cluster> {
  const remove = () => withClient(address, (client) => dropDatabases(client, template));
  await remove();
  await withClient(address, (client) => client.query(`create database ${quoted(template)}`));
  const poolConfig = { ...address, database: template };
  await migrateDatabase({ poolConfig, log: SILENT });
  await withClient(poolConfig, insertRows);
  return { server: { ...address, template }, exited, remove };
}

/** Removes `template` and what was cloned from it. */
async function dropDatabases(client: Client, template: string): Promise<void> {
  const asked = 'select datname from pg_database where datname = $1 or starts_with(datname, $2)';
  const { rows } = await client.query<{ datname: string }>(asked, [template, `${template}_`]);
  for (const { datname } of rows) await client.query(`drop database if exists ${quoted(datname)} with (force)`);
}

/** A database of one run's own. `run`: fit for an identifier. */
export async function cloneDatabase(
  { template, ...server }: Cluster['server'],
  run: string,
): Promise<{ config: ClientConfig; drop(): Promise<void> }> {
  const name = `${template}_${run}`;
  const drop = `drop database if exists ${quoted(name)} with (force)`;
  await withClient(server, async (client) => {
    await client.query(drop);
    await client.query(`create database ${quoted(name)} template ${quoted(template)} strategy file_copy`);
  });
  return {
    config: { ...server, database: name },
    drop: async () => void (await withClient(server, (client) => client.query(drop))),
  };
}
