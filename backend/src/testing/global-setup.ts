import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@sign-display/embedded-postgres';
import { migrateDatabase } from '../db/migrate.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { server: EmbeddedPostgres['adminConfig']; template: string };
  }
}

const TEMPLATE = 'template_migrated';

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const client = new Client(server.adminConfig);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const poolConfig = { ...server.adminConfig, database: TEMPLATE };
  await migrateDatabase({ poolConfig, log: pino({ level: 'error' }) });
}

/** One PostgreSQL for a whole run of vitest, with one migrated database that each test file's is cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTemporaryFolder();
  const server = await startEmbeddedPostgres({
    dataDirectory: join(folder.path, 'postgres'),
    durable: false,
    // Each test file has a pool of its own or two.
    flags: ['-c', 'max_connections=400', '-c', 'autovacuum=off'],
  });
  const teardown = async () => {
    await server.stop();
    await folder.remove();
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgres', { server: server.adminConfig, template: TEMPLATE });
  return teardown;
}
