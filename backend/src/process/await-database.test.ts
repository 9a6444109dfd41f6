import { pino } from 'pino';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { Client } from 'pg';
import { migrateDatabase } from '../db/migrate.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { awaitDatabase } from './await-database.ts';
import { createServiceProcesses } from './testing/service-process.ts';

/** What a person is told of a database that is away at the start, or that does not let the service in. */

const services = createServiceProcesses();
afterEach(() => services.end());

const SECRET = 'the-password';

test('a database that is away is one readable line every 5 s at most, and after a minute what to check', async () => {
  const clock = createManualClock();
  const lines: Record<string, unknown>[] = [];
  let logged = Promise.withResolvers<void>();
  const log = pino(
    { base: null, timestamp: false },
    {
      write(line: string) {
        lines.push({ atMs: clock.monotonicMs(), ...(JSON.parse(line) as Record<string, unknown>) });
        logged.resolve();
      },
    },
  );
  const aborted = new AbortController();
  const address = { connectionString: `postgresql://ada:${SECRET}@127.0.0.1:1/signs` };
  const beganAtMs = clock.monotonicMs();
  const waiting = awaitDatabase({
    prepare: () => migrateDatabase({ ...address, log: pino({ level: 'silent' }) }),
    address,
    clock,
    log,
    signal: aborted.signal,
    listening: 'http://127.0.0.1:3000',
  });
  const isTold = () => lines.some(({ check }) => check !== undefined);
  while (!isTold()) {
    await logged.promise;
    logged = Promise.withResolvers();
    if (!isTold()) clock.advance(lines.at(-1)!.retryInMs as number);
  }
  aborted.abort();
  await waiting;
  const tries = lines.filter(({ check }) => check === undefined);
  expect(tries[0]).toEqual({
    atMs: beganAtMs,
    level: 50,
    server: '127.0.0.1:1',
    reason: 'connect ECONNREFUSED 127.0.0.1:1',
    code: 'unavailable',
    listening: 'http://127.0.0.1:3000',
    retryInMs: 1_000,
    msg: 'database unreachable, waiting',
  });
  for (const [nth, { atMs }] of tries.entries())
    if (nth > 0) expect((atMs as number) - (tries[nth - 1]!.atMs as number)).toBeLessThanOrEqual(5_000);
  const [told] = lines.filter(({ check }) => check !== undefined);
  expect(told).toMatchObject({ msg: 'database unreachable for a minute', server: '127.0.0.1:1' });
  expect((told!.atMs as number) - beganAtMs).toBeLessThan(66_000);
  expect(JSON.stringify(told)).toMatch(/pg_isready.*firewall.*pg_hba.*sslmode/);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

async function useDatabase() {
  const folder = await makeTemporaryFolder();
  const database = await createTestDatabase({ migrated: false });
  const { host, port, database: name } = database.poolConfig;
  const admin = new Client(database.poolConfig);
  await admin.connect();
  const role = `role_${name}`;
  onTestFinished(async () => {
    await services.end();
    await admin.end();
    await database.drop();
    await folder.remove();
  });
  const urlFor = (user: string, its: string) =>
    `postgresql://${user}:${SECRET}@/${its}?host=${encodeURIComponent(host)}&port=${port}`;
  return { folder, admin, name, role, at: `${host}/.s.PGSQL.${port}`, urlFor };
}

test('what a person must mend first ends the start with exit code 2 and one sentence, without the password', async () => {
  const { folder, admin, name, role, at, urlFor } = await useDatabase();
  await admin.query(`create role ${role} login; grant usage on schema public to ${role}`);
  onTestFinished(async () => void (await admin.query(`drop owned by ${role}; drop role ${role}`)));
  const refused = [
    {
      url: urlFor('nobody_of_that_name', name),
      told: `The database server at ${at} does not accept the user nobody_of_that_name: role "nobody_of_that_name" does not exist. `,
    },
    { url: urlFor(role, 'no_such_database'), told: `The database server at ${at} has no database no_such_database. ` },
    {
      url: urlFor(role, name),
      told: `The database user ${role} lacks a right that the service needs: permission denied for schema public. docs/operations/database.md `,
    },
    { url: `${urlFor(role, name)}&sslmode=verify-full`, told: `The database server at ${at} does not offer TLS, ` },
  ];
  for (const { url, told } of refused) {
    const service = services.start({ DATA_DIR: `${folder.path}/data`, DATABASE_URL: url });
    expect(await service.exited).toEqual({ code: 2, signal: null });
    expect(service.stderr).toContain(told);
    expect(service.stderr.trimEnd()).not.toContain('\n');
    expect(service.stdout + service.stderr).not.toContain(SECRET);
  }
});

test('the rights that docs/operations/database.md lists are enough', async () => {
  const { folder, admin, name, role, urlFor } = await useDatabase();
  await admin.query(`create role ${role} login`);
  onTestFinished(async () => void (await admin.query(`drop owned by ${role}; drop role ${role}`)));
  await admin.query(`revoke all on database ${name} from public; revoke all on schema public from public`);
  await admin.query(`grant connect, create, temporary on database ${name} to ${role}`);
  await admin.query(`grant usage, create on schema public to ${role}`);
  const service = services.start({ DATA_DIR: `${folder.path}/data`, DATABASE_URL: urlFor(role, name) });
  const { url } = await service.ready();
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const { rows } = await admin.query(`select extname from pg_extension where extname = 'pg_trgm'`);
  expect(rows).toHaveLength(1);
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
});
