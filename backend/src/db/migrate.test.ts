import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { openDatabase } from './open-database.ts';
import { migrateDatabase, migrateToLatest } from './migrate.ts';

const log = pino({ level: 'silent' });
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** A released migration, from which the tests below bring a database with rows to the newest one. */
const RELEASED = '0020-sign-search';
/** The newest migration that is released: a node that is updated has run it before. */
const NEWEST_RELEASED = '0040-warm-up-counts';
let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function writeMigration(name: string, statement: string): Promise<void> {
  const code = `export const up = (db) => db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: '${name}' } });`;
  await writeFile(join(folder, `${name}.ts`), code);
}

async function executed<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

test('R3: any number of nodes migrate an empty database at once, and each migration runs once', async () => {
  const { poolConfig } = database;
  await Promise.all(Array.from({ length: 5 }, () => migrateDatabase({ poolConfig, log })));
  expect((await executed(database.db)).length).toBeGreaterThan(0);
  expect(await database.db.selectFrom('sign').selectAll().execute()).toEqual([]);
});

describe('the migrations that are not released yet', () => {
  /** The schema: each column, index and constraint of the service's own tables. */
  async function schemaOf<Schema>(db: Kysely<Schema>): Promise<unknown[]> {
    const { rows } = await sql`
      select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public'
      union all select tablename, indexname, indexdef, null, null from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid), null, null from pg_constraint
        where connamespace = 'public'::regnamespace
      order by 1, 2, 3`.execute(db);
    return rows;
  }

  async function migrateToReleased(released = RELEASED): Promise<string[]> {
    const files = (await readdir(MIGRATIONS)).filter((file) => /^\d{4}-.*\.ts$/.test(file)).sort();
    for (const file of files.filter((each) => each <= `${released}.ts`))
      await copyFile(join(MIGRATIONS, file), join(folder, file));
    await migrateToLatest(database.db, log, folder);
    expect((await executed(database.db)).at(-1)).toBe(released);
    return files.filter((file) => file > `${released}.ts`);
  }

  test('R3: a database of the released version comes to the same schema as an empty one', async () => {
    const empty = await createTestDatabase({ migrated: false });
    onTestFinished(() => empty.drop());
    await migrateToLatest(empty.db, log);
    await migrateToReleased();
    await migrateToLatest(database.db, log);
    expect(await executed(database.db)).toEqual(await executed(empty.db));
    expect(await schemaOf(database.db)).toEqual(await schemaOf(empty.db));
  });

  test('U12: the migration fills existing outages from the audit log and history, and leaves unknown facts null', async () => {
    await migrateToReleased();
    const uuid = (name: string) => `00000000-0000-7000-8000-${Buffer.from(name.padEnd(6)).toString('hex')}`;
    const [organization, event] = [uuid('opera'), uuid('ball')];
    const at = (minute: number) => new Date(Date.parse('2026-11-20T19:00:00Z') + minute * 60_000);
    const { db } = database;
    await sql`insert into organization (id, name, created_at, updated_at) values (${organization}, 'Opera', ${at(0)}, ${at(0)})`.execute(
      db,
    );
    await sql`
      insert into event (id, organization_id, name, time_zone, created_at, updated_at)
      values (${event}, ${organization}, 'Ball', 'UTC', ${at(0)}, ${at(0)})`.execute(db);
    const addSign = (name: string) =>
      sql`
      insert into sign (id, organization_id, event_id, name, location, url, content_id, created_at, updated_at)
      values (${uuid(name)}, ${organization}, ${event}, ${name}, 'Hall 2', 'https://now.example', ${event}, ${at(0)}, ${at(90)})`.execute(
        db,
      );
    const addOutage = (name: string, sign: string, kind: string) =>
      sql`
      insert into outage (id, organization_id, event_id, sign_record_id, sign_name, kind, since, opened_at)
      values (${uuid(name)}, ${organization}, ${event}, ${uuid(sign)}, ${sign}, ${kind}, ${at(10)}, ${at(10)})`.execute(
        db,
      );
    let seq = 0;
    const addAudit = (sign: string, action: string, minute: number, detail: object) =>
      sql`
      insert into audit (organization_id, seq, at, action, target_type, target_id, sign_id, outcome, detail, prev_hash, hash)
      values (${organization}, ${(seq += 1)}, ${at(minute)}, ${action}, 'sign', ${uuid(sign)}, ${uuid(sign)}, 'ok',
        ${JSON.stringify(detail)}::jsonb, '', '')`.execute(db);
    const addReport = (sign: string, kind: string, minute: number, url: string) =>
      sql`
      insert into history (id, at, kind, organization_id, event_id, sign_record_id, url)
      values (${uuid(`${sign}${minute}`)}, ${at(minute)}, ${kind}, ${organization}, ${event}, ${uuid(sign)}, ${url})`.execute(
        db,
      );
    const moved = (from: string, to: string) => ({ changes: { location: { from, to } } });
    // Its location is as it was: what changed was its page.
    await addSign('stay');
    await addAudit('stay', 'sign.update', 5, moved('Hall 0', 'Hall 2'));
    await addAudit('stay', 'sign.update', 20, { changes: { url: { from: 'https://then.example', to: null } } });
    await addReport('stay', 'content_error', 9, 'https://Then.example:8443/page');
    await addReport('stay', 'content_displayed', 30, 'https://now.example');
    await addOutage('one', 'stay', 'error');
    // It was moved twice since, and the last report before is of another problem.
    await addSign('move');
    await addAudit('move', 'sign.update', 20, moved('Hall 1, left', 'Hall 3'));
    await addAudit('move', 'sign.update', 21, moved('Hall 3', 'Hall 2'));
    await addReport('move', 'content_error', 9, 'https://then.example');
    await addOutage('two', 'move', 'unreachable');
    await addOutage('three', 'move', 'offline');
    // It is deleted; of another one nothing is known at all.
    await addAudit('del', 'sign.delete', 20, { name: 'del', location: 'Bars', url: null });
    await addReport('del', 'content_displayed', 9, 'https://blank.example/');
    await addOutage('four', 'del', 'blank');
    await addOutage('five', 'none', 'offline');
    await migrateToLatest(db, log);
    const outages = await db.selectFrom('outage').select(['id', 'location', 'placeSigns', 'host']).execute();
    const factsOf = (name: string) => {
      const { id: _, ...facts } = outages.find(({ id }) => id === uuid(name))!;
      return facts;
    };
    expect(factsOf('one')).toEqual({ location: 'Hall 2', placeSigns: null, host: 'then.example' });
    expect(factsOf('two')).toEqual({ location: 'Hall 1, left', placeSigns: null, host: null });
    expect(factsOf('three')).toEqual({ location: 'Hall 1, left', placeSigns: null, host: null });
    expect(factsOf('four')).toEqual({ location: 'Bars', placeSigns: null, host: 'blank.example' });
    expect(factsOf('five')).toEqual({ location: null, placeSigns: null, host: null });
    // An older node runs on, and names the columns that it knows.
    await addOutage('six', 'stay', 'offline');
  });

  test('G21: the migration stores existing names and places as people read them, and finds signs by them', async () => {
    await migrateToReleased();
    const { db } = database;
    const id = '00000000-0000-7000-8000-000000000001';
    const at = new Date('2026-11-20T19:00:00Z');
    const written = ' Bu\u0308hne\u00a0\u3000links';
    await sql`insert into organization (id, name, created_at, updated_at) values (${id}, ${written}, ${at}, ${at})`.execute(
      db,
    );
    await sql`
      insert into event (id, organization_id, name, venue, time_zone, created_at, updated_at)
      values (${id}, ${id}, ${written}, null, 'UTC', ${at}, ${at})`.execute(db);
    await sql`
      insert into sign (id, organization_id, event_id, name, location, created_at, updated_at)
      values (${id}, ${id}, ${id}, ${written}, 'Plain  text', ${at}, ${at})`.execute(db);
    await migrateToLatest(db, log);
    const { rows } = await sql`
      select organization.name as organization, event.name as event, event.venue, sign.name, location, text
      from organization cross join event cross join sign cross join sign_search`.execute(db);
    const name = 'Bühne links';
    const location = 'Plain text';
    expect(rows).toEqual([
      { organization: name, event: name, venue: null, name, location, text: `${name}\u001f${location}` },
    ]);
  });

  test('R3: those that lock `node` come last, so that older nodes renew their leases while the others run', async () => {
    const files = await migrateToReleased(NEWEST_RELEASED);
    const lockers = await database.db.transaction().execute(async (trx) => {
      const locking: string[] = [];
      for (const file of files) {
        const { up } = (await import(pathToFileURL(join(MIGRATIONS, file)).href)) as Migration;
        await up(trx.withoutPlugins() as unknown as Kysely<unknown>);
        const { rows } = await sql`
          select from pg_locks where pid = pg_backend_pid() and relation = 'node'::regclass
            and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`.execute(trx);
        if (rows.length > 0) locking.push(file);
      }
      return locking;
    });
    // Whatever runs after the first of them runs under its lock.
    expect(lockers).toEqual(files.slice(files.length - lockers.length));
  });
});

test('R3: the second waits until the first is done, under an advisory lock', async () => {
  await writeMigration('0001-slow', 'select * from gate');
  await writeMigration('0002-once', 'create table once ()');
  const second = openDatabase({ poolConfig: database.poolConfig, log });
  onTestFinished(() => second.close());
  await sql`create table gate ()`.execute(database.db);

  const locks = () =>
    sql<{ held: boolean }>`
      select granted as held from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database()) order by granted
    `
      .execute(database.db)
      .then(({ rows }) => rows.map(({ held }) => held));
  const both = await database.db.transaction().execute(async (trx) => {
    await sql`lock table gate`.execute(trx);
    const migrating = [migrateToLatest(database.db, log, folder), migrateToLatest(second.db, log, folder)];
    while (JSON.stringify(await locks()) !== '[false,true]');
    return { end: Promise.all(migrating) };
  });
  await both.end;
  expect(await executed(database.db)).toEqual(['0001-slow', '0002-once']);
  expect(await locks()).toEqual([]);
});

test('R3: a migration that meets a deadlock with a node of the previous version is tried again', async () => {
  const { db } = database;
  for (const table of ['claims', 'devices', 'gate'])
    await sql`create table ${sql.table(table)} (id integer)`.execute(db);
  await writeMigration('0001-first', 'alter table claims add column name text');
  await writeMigration('0002-slow', 'select * from gate');
  await writeMigration('0003-last', 'alter table devices add column name text');
  const waits = async (table: string): Promise<void> => {
    for (let isWaiting = false; !isWaiting;) {
      const { rows } = await sql`select from pg_locks where relation = ${table}::regclass and not granted`.execute(db);
      isWaiting = rows.length > 0;
    }
  };
  const gate = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const gating = db.transaction().execute(async (trx) => {
    await sql`lock table gate`.execute(trx);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const migrating = migrateToLatest(db, log, folder);
  await waits('gate');
  // It locks both tables in the other order, and the server does not end it for the deadlock.
  const writing = db.transaction().execute(async (trx) => {
    await sql`set local deadlock_timeout = '1h'`.execute(trx);
    await sql`insert into devices (id) values (1)`.execute(trx);
    await sql`insert into claims (id) values (1)`.execute(trx);
  });
  await waits('claims');
  gate.resolve();
  await Promise.all([gating, writing, migrating]);
  expect(await executed(db)).toEqual(['0001-first', '0002-slow', '0003-last']);
  for (const table of ['claims', 'devices'])
    expect((await sql`select id, name from ${sql.table(table)}`.execute(db)).rows).toEqual([{ id: 1, name: null }]);
});

test('a migration that fails is named, and nothing of that run stays', async () => {
  await writeMigration('0001-good', 'create table good ()');
  await writeMigration('0002-bad', 'create table bad (column nonsense)');
  await expect(migrateToLatest(database.db, log, folder)).rejects.toMatchObject({
    name: 'MigrationError',
    migration: '0002-bad',
    message: expect.stringMatching(/0002-bad failed.*Nothing was changed/) as string,
  });
  expect(await executed(database.db)).toEqual([]);
  await expect(sql`select from good`.execute(database.db)).rejects.toThrow('does not exist');
});

test('a database of another version is named, with what to do, and stays as it is', async () => {
  await writeMigration('0001-theirs', 'create table theirs ()');
  await migrateToLatest(database.db, log, folder);
  await rm(join(folder, '0001-theirs.ts'));
  await writeMigration('0002-ours', 'create table ours ()');
  await expect(migrateToLatest(database.db, log, folder)).rejects.toMatchObject({
    name: 'MigrationError',
    migration: null,
    message: expect.stringMatching(/Nothing was changed.*0001-theirs.*another version.*DATA_DIR/) as string,
  });
  expect(await executed(database.db)).toEqual(['0001-theirs']);
});

test('R3: an old node starts beside a database that a newer one has migrated', async () => {
  await writeMigration('0001-old', 'create table old ()');
  await writeMigration('0002-new', 'create table new ()');
  await migrateToLatest(database.db, log, folder);
  await rm(join(folder, '0002-new.ts'));
  await migrateToLatest(database.db, log, folder);
  expect(await executed(database.db)).toEqual(['0001-old', '0002-new']);
});

test('a migration that was taken away or put in between is refused', async () => {
  await writeMigration('0001-first', 'select 1');
  await writeMigration('0003-third', 'select 1');
  await migrateToLatest(database.db, log, folder);
  await writeMigration('0002-between', 'select 1');
  await expect(migrateToLatest(database.db, log, folder)).rejects.toThrow('0002-between');
  await rm(join(folder, '0001-first.ts'));
  await rm(join(folder, '0002-between.ts'));
  await expect(migrateToLatest(database.db, log, folder)).rejects.toThrow('0001-first');
});

test('a file that is no migration is refused by name', async () => {
  await writeFile(join(folder, '0001-empty.ts'), 'export {};');
  await expect(migrateToLatest(database.db, log, folder)).rejects.toThrow(
    '0001-empty.ts does not export a function named up',
  );
});

test('a database that is not there is an error with its cause', async () => {
  const address = { poolConfig: { host: '/nowhere' } };
  await expect(migrateDatabase({ ...address, log })).rejects.toMatchObject({
    name: 'MigrationError',
    migration: null,
    cause: { code: 'ENOENT' },
  });
});
