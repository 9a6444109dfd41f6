import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/embedded-postgres.ts';
import { isAlive } from '../db/embedded-postgres/postmaster.ts';
import { migrateDatabase } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { server: EmbeddedPostgres['poolConfig']; template: string };
  }
}

const PREFIX = 'sign-display-test-';
const TEMPLATE = 'template_migrated';

/** Runs that were killed leave their folder (their server ends by itself). The name says which process made it. */
async function removeLeftOvers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const maker = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (maker !== undefined && !isAlive(Number(maker)))
      await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const client = new Client(server.poolConfig);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const poolConfig = { ...server.poolConfig, database: TEMPLATE };
  await migrateDatabase({ poolConfig, log: pino({ level: 'error' }) });
}

/** One PostgreSQL for a whole run of vitest, with one migrated database that each test file's is cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftOvers();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // Under root the server is somebody else, who must get through to its own folder.
  await chmod(folder, 0o711);
  const flags = ['-c', 'max_connections=200', '-c', 'autovacuum=off'];
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), durable: false, flags });
  const teardown = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgres', { server: server.poolConfig, template: TEMPLATE });
  return teardown;
}
