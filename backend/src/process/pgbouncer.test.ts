import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/open-database.ts';
import { pgbouncerProgram, startPgbouncer, type Pgbouncer } from '../testing/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createServiceProcesses, ownerPrintedIn, signIn } from './testing/service-process.ts';

/** The service behind a real pgbouncer in session mode, with the pooler's stock settings. */

const log = pino({ level: 'silent' });
const services = createServiceProcesses();
afterEach(() => services.end());

describe.skipIf(pgbouncerProgram.mayBeSkipped)(`behind pgbouncer; ${pgbouncerProgram.need}`, () => {
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  let database: TestDatabase;
  let pooler: Pgbouncer;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    database = await createTestDatabase({ migrated: false });
    pooler = await startPgbouncer(database.poolConfig);
  });
  afterAll(async () => {
    await pooler?.stop();
    await database?.drop();
    await folder?.remove();
  });

  test('F3: the service gets ready, and its owner signs in', async () => {
    const service = services.start({ DATA_DIR: join(folder.path, 'data'), DATABASE_URL: pooler.url });
    const { url } = await service.ready();
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await signIn(url, ownerPrintedIn(service)!)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
  });

  test('F3: the server’s own deadlines hold from a connection’s first query on', async () => {
    const { db, close } = openDatabase({ poolConfig: pooler.poolConfig, log, queryTimeoutMs: 4_321 });
    onTestFinished(close);
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
    `.execute(db);
    expect(rows.map(({ setting }) => setting)).toEqual(['4321', '4321']);
    const impatient = openDatabase({ poolConfig: pooler.poolConfig, log, queryTimeoutMs: 100 });
    onTestFinished(() => impatient.close());
    await expect(sql`select pg_sleep(60)`.execute(impatient.db)).rejects.toMatchObject({ code: '57014' });
  });

  test('F3: a setting that the pooler refuses ends the start with one sentence and exit code 2', async () => {
    // `options` is a startup parameter that this pooler does not know.
    const DATABASE_URL = `${pooler.url}?options=-c%20search_path%3Dpublic`;
    const service = services.start({ DATA_DIR: join(folder.path, 'data'), DATABASE_URL });
    expect(await service.exited).toEqual({ code: 2, signal: null });
    expect(service.stderr).toBe(
      `The server at 127.0.0.1:${pooler.poolConfig.port} does not accept DATABASE_URL: unsupported startup parameter: options. Remove that setting from DATABASE_URL, or allow it at the server (pgbouncer: ignore_startup_parameters).\n`,
    );
  });
});
