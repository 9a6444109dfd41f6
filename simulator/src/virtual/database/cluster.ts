import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { migrateDatabase } from '@sign-display/backend/parts';
import { Client, type ClientConfig } from 'pg';
import { settingRows } from '../setting.ts';

/** The PostgreSQL of all runs of a machine: each run has a database of its own there, cloned from one that is migrated and set. */
export interface Cluster {
  /** For a process that works on it: plain JSON. */
  readonly server: { host: string; port: number; user: string; database: string };
  /** Resolves when the server has ended, whoever wanted it. */
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
}

const TEMPLATE = 'virtual_template';
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

/** Starts it in `folder`, which is its own. Nothing there survives a power cut. */
export async function startCluster(folder: string): Promise<Cluster> {
  const server = await startEmbeddedPostgres({
    dataDirectory: folder,
    durable: false,
    // What would make a run depend on when it is: whatever runs by itself, plans that follow statistics, several processes for one statement.
    flags: [
      ['autovacuum', 'off'],
      ['jit', 'off'],
      ['max_parallel_workers_per_gather', '0'],
      ['synchronize_seqscans', 'off'],
      ['synchronous_commit', 'off'],
      ['wal_level', 'minimal'],
      ['max_wal_senders', '0'],
      ['checkpoint_timeout', '1h'],
      ['max_wal_size', '4GB'],
      ['deadlock_timeout', '5s'],
    ].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  });
  const { poolConfig } = server;
  try {
    await withClient(poolConfig, (client) => client.query(`create database ${TEMPLATE}`));
    const template = { ...poolConfig, database: TEMPLATE };
    await migrateDatabase({ poolConfig: template, log: SILENT });
    await withClient(template, insertRows);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server: poolConfig, exited: server.exited, stop: server.stop };
}

/** A database of one run's own. `name`: fit for an identifier. */
export async function cloneDatabase(
  server: Cluster['server'],
  name: string,
): Promise<{ config: ClientConfig; drop(): Promise<void> }> {
  const drop = `drop database if exists ${quoted(name)} with (force)`;
  await withClient(server, async (client) => {
    await client.query(drop);
    await client.query(`create database ${quoted(name)} template ${TEMPLATE} strategy file_copy`);
  });
  return {
    config: { ...server, database: name },
    drop: async () => void (await withClient(server, (client) => client.query(drop))),
  };
}
