import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDatabase } from '../db/open-database.ts';
import { createTestDatabase } from './create-test-database.ts';

test('a test database is migrated, reached by its parts and by its address, and gone after drop', async () => {
  const { db, url, poolConfig, drop } = await createTestDatabase();
  expect(await db.selectFrom('sign').selectAll().execute()).toEqual([]);

  const second = openDatabase({ connectionString: url, log: pino({ level: 'silent' }) });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(second.db);
  expect(rows).toEqual([{ name: poolConfig.database }]);
  await drop();
  await expect(sql`select 1`.execute(second.db)).rejects.toThrow(/does not exist/);
  await second.close();
});

test('databases made at once are apart', async () => {
  const databases = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase()));
  expect(new Set(databases.map(({ url }) => url)).size).toBe(6);
  await Promise.all(databases.map(({ drop }) => drop()));
});

test('an unmigrated test database is empty', async () => {
  const { db, drop } = await createTestDatabase({ migrated: false });
  expect(await db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([]);
  await drop();
});
