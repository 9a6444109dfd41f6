import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { checkSharedSecret } from '../cluster/shared-secret-check.ts';
import { openDatabase } from '../db/open-database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { superviseEmbeddedDatabase } from './supervise-embedded-database.ts';
import { processesNaming } from './testing/service-process.ts';

test('R1: the embedded server is started again when it dies under us, and not after a stop', async () => {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const cluster = join(folder.path, 'postgres');
  const clock = createManualClock();
  const told = new Map<string, PromiseWithResolvers<void>>();
  const logged = (message: string): PromiseWithResolvers<void> => {
    const known = told.get(message) ?? Promise.withResolvers<void>();
    told.set(message, known);
    return known;
  };
  const log = pino({}, { write: (line: string) => logged((JSON.parse(line) as { msg: string }).msg).resolve() });

  const database = await superviseEmbeddedDatabase({ clock, log, dataDirectory: cluster });
  onTestFinished(() => database.stop());
  process.kill(Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
  await logged('embedded database stopped unexpectedly').promise;
  clock.advance(2_000);
  await logged('embedded database restarted').promise;
  // Where it was before: a pool finds it by itself.
  const client = new Client(database.poolConfig);
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();

  told.clear();
  await database.stop();
  clock.advance(60_000);
  // The shell that would have ended the server with us notices a moment after the server's end.
  await expect.poll(() => processesNaming(cluster), { timeout: 60_000 }).toEqual([]);
  expect([...told.keys()]).not.toContain('embedded database stopped unexpectedly');
});

test('X9: a database that an older version migrated as a superuser is migrated and used on without one', async () => {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const options = { dataDirectory: join(folder.path, 'postgres'), durable: false };
  const log = pino({ level: 'silent' });
  const older = await startEmbeddedPostgres(options);
  await migrateDatabase({ poolConfig: older.adminConfig, log });
  await older.stop();

  const server = await startEmbeddedPostgres(options);
  onTestFinished(() => server.stop());
  const { poolConfig } = server;
  await migrateDatabase({ poolConfig, log });
  const { db, close } = openDatabase({ poolConfig, log });
  onTestFinished(close);
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema' and relowner <> current_user::regrole`.execute(db);
  expect(rows).toEqual([]);
  expect(await checkSharedSecret({ db, clock: createManualClock() }, 'a secret')).toBe('first');
  await sql`alter table sign add column of_a_later_version text`.execute(db);
});
