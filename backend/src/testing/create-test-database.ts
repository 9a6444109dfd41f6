import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/database-types.ts';

export interface TestDatabase {
  /** A pool on a database of its own, migrated and empty. */
  db: Db;
  /** For a pool of one's own: a second node. */
  poolConfig: { host: string; port: number; user: string; database: string };
  /** The same for a child process, as its `DATABASE_URL`. */
  url: string;
  /** Closes the pool and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** Runs one statement outside of the test's own database. */
async function administer(statement: string): Promise<void> {
  const client = new Client(inject('postgres').server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Makes a database for a test file, in some 10 ms: on the run's one server (`global-setup.ts`), cloned from the migrated template.
 * With `migrated: false` it is empty.
 */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const { server, template } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const source = options.migrated === false ? 'template0' : template;
  // FILE_COPY without fsync is the quicker of the two strategies for a small template.
  await administer(`create database ${name} template ${source} strategy file_copy`);
  const poolConfig = { ...server, database: name };
  const { db, close } = openDatabase({ poolConfig, log: pino({ level: 'error' }) });
  const url = `postgresql:///${name}?host=${encodeURIComponent(server.host)}&port=${server.port}&user=${server.user}`;
  return {
    db,
    poolConfig,
    url,
    async drop() {
      await close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}
