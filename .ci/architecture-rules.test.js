import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as architecture from './architecture-rules/rule-lists.js';
import { OWNERS } from './architecture-rules/read-table-owners.js';

// The rules are tried on a tree of their own, with one file a snippet, below folders that are called like a package and like what is
// excepted: where a clone lies must not matter.

const REPOSITORY = join(import.meta.dirname, '..');
const PLACE = ['backend', 'adapters', 'testing', 'clone'];

const CLAIMS = 'backend/src/claims';
const SIGNS = 'backend/src/signs';

/** What the snippets' architecture is like: the real one, but for its rooms and tables. */
const ARCHITECTURE = `
  export * from './real-architecture.js';
  export const ORDER = { backend: [['app', 'main', 'process'], ['claims'], ['signs', 'bulk'], ['db', 'adapters', 'adapters-too', 'config']] };
  export const TABLES_OF_LIBRARIES = { 'queue._private_jobs': 'signs' };
  const why = 'one statement';
  export const READS_BELOW = {
    'backend/src/claims/listed.ts': { tables: ['sign', 'device_usage'], why },
    'backend/src/claims/listed-too-much.ts': { tables: ['sign', 'device_usage'], why },
    'backend/src/claims/listed-too-little.ts': { tables: ['sign'], why },
    'backend/src/signs/above-listed-as-below.ts': { tables: ['claim'], why },
    'backend/src/bulk/both.ts': { tables: ['row'], why },
    'backend/src/bulk/both-as-below.ts': { tables: ['claim', 'row'], why },
  };
  export const READS_ABOVE = {
    'backend/src/claims/below-listed-as-above.ts': { tables: ['sign'], why },
    'backend/src/signs/above.ts': { tables: ['claim'], why },
    'backend/src/signs/above-too-much.ts': { tables: ['claim'], why },
    'backend/src/bulk/beside.ts': { tables: ['sign'], why },
    'backend/src/bulk/both.ts': { tables: ['claim'], why },
  };
  export const UNSEEN_TABLES = ['backend/src/claims/any-table.ts'];`;
const TABLES = {
  'backend/src/db/tables.ts': `export interface DbTables {\n  row: Row;\n}\n`,
  [`${CLAIMS}/tables.ts`]: `export interface ClaimTables {\n  claim: ClaimTable;\n}\ninterface ClaimTable {\n  id: string;\n}\n`,
  [`${SIGNS}/tables.ts`]: `/** A sign. */\nexport interface SignTables {\n  sign: Sign;\n  /** By day. */\n  deviceUsage: {\n    day: Json<{ of: string }>;\n  };\n}\n`,
};

const KYSELY = `import { sql, type Kysely } from 'kysely'; declare const db: Kysely<any>; declare const name: string;`;
const query = (text) => `export const query = ${text}; ${KYSELY}`;

/** What is refused, by the rule that refuses it: [file's folder or file, code]. */
const RED = {
  imports: [
    [CLAIMS, `import { systemClock } from '../adapters/system-clock.ts'; systemClock.now();`],
    [CLAIMS, `import type { systemClock } from '../adapters/system-clock.ts'; export type A = typeof systemClock;`],
    [CLAIMS, `import { systemClock } from '@sign-display/backend/adapters/system-clock'; systemClock.now();`],
    [CLAIMS, `export { systemClock } from './../../src/adapters/system-clock.ts';`],
    [CLAIMS, `export * from '../adapters/system-clock.ts';`],
    [CLAIMS, `export const clock = () => import('../adapters/system-clock.ts');`],
    [`${CLAIMS}/adapters`, `import { systemClock } from '../../adapters/system-clock.ts'; systemClock.now();`],
    ['simulator/src/plan', `import { systemClock } from '../adapters/system-clock.ts'; systemClock.now();`],
    [CLAIMS, `import { createManualClock } from '../testing/manual-clock.ts'; createManualClock(0);`],
    ['backend/src/adapters', `import { createManualClock } from '../testing/manual-clock.ts'; createManualClock(0);`],
    [
      'simulator/src',
      `import { createTestDatabase } from '@sign-display/backend/testing/create-test-database'; createTestDatabase();`,
    ],
    [CLAIMS, `import { start } from './claims-service.test.ts'; start();`],
    ['kiosk/agent/src', `import { buildApp } from '@sign-display/backend/app'; buildApp();`],
    ['contracts/src', `import { readFile } from 'node:fs/promises'; readFile('x');`],
    ['contracts/src', `import { createClient } from '@sign-display/client/client'; createClient({ origin: '' });`],
    ['contracts/client/src', `import { readFile } from 'node:fs/promises'; readFile('x');`],
    ['contracts/client/src', `import { buildApp } from '@sign-display/backend/app'; buildApp();`],
    ['contracts/client/src', `import { ROUTES } from '../../src/routes.ts'; export const routes = ROUTES;`],
    ['simulator/src', `import { sql } from '@sign-display/backend/db/open-database'; sql();`],
    [CLAIMS, `import { sha256 } from '../../../contracts/src/sha256.ts'; sha256('');`],
    ['load-tests/src/crew', `import { sha256 } from '../../../contracts/src/sha256.ts'; sha256('');`],
    ['load-tests/src/contract.ts', `import { connect } from '../../backend/src/db/open-database.ts'; connect();`],
    ['load-tests/src', `import { readScenario } from '@sign-display/simulator/plan/scenario'; readScenario('');`],
    [CLAIMS, `import { runInitdb } from '@sign-display/embedded-postgres/initdb'; runInitdb();`],
    [CLAIMS, `import { runInitdb } from '../../embedded-postgres/src/initdb.ts'; runInitdb();`],
    ['backend/embedded-postgres/src', `import { sha256 } from '@sign-display/contracts/sha256'; sha256('');`],
    ['backend/embedded-postgres/src', `import { buildApp } from '@sign-display/backend/app'; buildApp();`],
    ['backend/embedded-postgres/src', `import { pause } from './adapters/machine-time.ts'; pause(1);`],
    [CLAIMS, `export type Run = import('@sign-display/simulator/run/run').RunResult;`],
    [CLAIMS, 'export const run = () => import(`@sign-display/simulator/run/run`);'],
    [CLAIMS, `export const run = (name: string) => import(name);`],
    [CLAIMS, `import run = require('@sign-display/simulator/run/run'); run();`],
    [CLAIMS, `export type Own = import('./own.ts').Own;`],
    [CLAIMS, `export const own = () => import('./own.ts');`],
    ['dashboard/src/words/newcomer.ts', `export const german = () => import('./german.ts');`],
    [CLAIMS, `import own = require('@sign-display/backend/claims/own'); own();`],
    [CLAIMS, `import { run } from '@sign-display/unheard-of'; run();`],
    [CLAIMS, `import { run } from '/elsewhere/run.ts'; run();`],
    [CLAIMS, `import { run } from '#claims/run.ts'; run();`],
  ],
  layers: [
    [SIGNS, `import { claim } from '../claims/claim.ts'; claim();`],
    [SIGNS, `import type { Claim } from '../claims/claim.ts'; export type A = Claim;`],
    [SIGNS, `export { claim } from './../../src/claims/claim.ts';`],
    [SIGNS, `export * from '../claims/deep/claim.ts';`],
    [SIGNS, `export const claim = () => import('../claims/claim.ts');`],
    [SIGNS, `export type Claim = import('../claims/claim.ts').Claim;`],
    [SIGNS, `import claim = require('../claims/claim.ts'); claim();`],
    [`${SIGNS}/deep`, `import { claim } from '@sign-display/backend/claims/claim'; claim();`],
    [SIGNS, `import { bulk } from '../bulk/bulk.ts'; bulk();`],
    [SIGNS, `import { main } from '../main.ts'; main();`],
    ['backend/src/app.ts', `import { end } from './process/end.ts'; end();`],
    ['backend/src/newcomers', `export const a = 1;`],
    ['backend/src/newcomer.ts', `export const a = 1;`],
    ['backend/launder.ts', `export const a = 1;`],
    ['kiosk/agent/launder.ts', `export const a = 1;`],
  ],
  routes: [
    ...['get', 'post', 'put', 'delete', 'all'].map((method) => [
      CLAIMS,
      `export const add = (http: any) => http.${method}('/api/bypass', () => {});`,
    ]),
    [CLAIMS, 'export const add = (http: any, name: string) => http.get(`/api/${name}`, () => {});'],
    [CLAIMS, `export const add = (http: any) => http['post']('/api/bypass', () => {});`],
    [CLAIMS, `export const add = (http: any) => http.get('*', () => {});`],
    [CLAIMS, `export const add = (http: any) => http.route({ method: 'GET', url: '/', handler: () => {} });`],
  ],
  tables: [
    ...['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'].map((write) => [CLAIMS, query(`db.${write}('sign')`)]),
    [CLAIMS, query(`db.updateTable('sign as s')`)],
    [CLAIMS, query(`db['updateTable']('sign')`)],
    [CLAIMS, query('db.updateTable(`sign`)')],
    [CLAIMS, query(`db.deleteFrom(['claim', 'deviceUsage'])`)],
    [CLAIMS, query(`({ insertInto }: Kysely<any>) => insertInto('sign')`)],
    [CLAIMS, query(`({ insertInto: put }: Kysely<any>) => put('sign')`)],
    [CLAIMS, query(`db.insertInto.bind(db)('sign')`)],
    [CLAIMS, query(`db.with('a', (trx) => trx.deleteFrom('sign')).selectFrom('claim')`)],
    [CLAIMS, query(`db.insertInto(name)`)],
    [CLAIMS, query('db.insertInto(`${name}`)')],
    [CLAIMS, query(`db.selectFrom(name)`)],
    [CLAIMS, query(`db.insertInto('unheardOf')`)],
    ...['db[name]', '(db as any)[name]', '(db[name] as any)', 'db[`${name}`]', 'db[name]!', 'db[name]?.']
      .concat(["db['insertInto' as const]", '(db satisfies any).insertInto', 'db[(name as string)]'])
      .map((method) => [CLAIMS, query(`(db: any) => ${method}('sign')`)]),
    [CLAIMS, query(`(db: any) => db[name]('deviceUsage as d')`)],
    [CLAIMS, query(`(db: any) => db[name](['claim', 'sign'])`)],
    [CLAIMS, `const put = 'insertInto'; ${query(`(db: any, table: string) => db[put](table)`)}`],
    [CLAIMS, query(`({ ['insertInto']: put }: Kysely<any>) => put(name)`)],
    ...['updateTable', 'selectFrom', 'leftJoin', 'from', 'using'].flatMap((method) => [
      [CLAIMS, `const T = 'sign'; ${query(`(db: any) => db.${method}(T)`)}`],
      [CLAIMS, query(`(db: any) => db.${method}('sign' as 'sign')`)],
      [CLAIMS, query(`(db: any) => db.${method}('sign as s' satisfies string)`)],
      [CLAIMS, query(`(db: any) => db.${method}(['claim', 'sign' as const] as const)`)],
    ]),
    [CLAIMS, `const T = { sign: 'sign' }; ${query(`(db: any) => db.updateTable('claim').from(T.sign)`)}`],
    [CLAIMS, query("sql`update ${sql.table('sign' as string)} set a = 1`")],
    ...['insert into sign (id) values (1)', 'INSERT  INTO "sign" (id) select 1', 'update only sign set a = 1']
      .concat(['update sign as s set a = 1', 'delete from public.sign', 'delete from device_usage where true'])
      .concat(['merge into sign using claim on true', 'truncate sign', 'alter table sign add a int', 'drop table sign'])
      .concat(['with a as (delete from sign returning id) select from a', 'update queue._private_jobs set a = 1'])
      .concat(['select 1 from claim for update; update sign set a = 1', 'insert into unheard_of values (1)'])
      .concat(['update sign * set a = 1', 'update only sign* as s set a = 1', 'truncate claim, sign'])
      .concat([
        'drop table if exists claim, sign',
        'lock table sign in share mode',
        'lock sign',
        'LOCK TABLE claim, "sign"',
      ])
      .concat(['lock table only sign *', 'lock table claim *, only sign in exclusive mode nowait'])
      .concat([
        'copy sign from stdin',
        'copy public.sign (id, a) from stdin',
        'copy claim (id) from stdin; copy sign from stdin',
      ])
      .concat([
        'select a into sign from claim',
        'select a into temporary table sign from claim',
        'select 1 into unlogged sign',
      ])
      .map((text) => [CLAIMS, query(`sql\`${text}\``)]),
    [CLAIMS, query("sql`insert into ${sql.table('sign')} values (1)`")],
    [CLAIMS, query("sql`update ${sql.id('public', 'sign')} set a = 1`")],
    [CLAIMS, query("sql`delete from ${sql.ref('deviceUsage')}`")],
    [CLAIMS, query('sql`delete from ${sql.table(name)}`')],
    [CLAIMS, query('sql`delete from ${sql.id(name)}`')],
    [CLAIMS, query('sql`select from ${sql.table(name)}`')],
    [CLAIMS, query(`(client: any) => client.query('update sign set a = 1')`)],
    [CLAIMS, query('(client: any) => client.query(`delete from sign where a = ${name}`)')],
    ['backend/src/bulk', query(`db.updateTable('sign')`)],
    ['backend/src/simulation-exports.ts', query(`db.updateTable('sign')`)],
    ...[
      'selectFrom',
      'innerJoin',
      'leftJoin',
      'rightJoin',
      'fullJoin',
      'crossJoin',
      'innerJoinLateral',
      'using',
      'from',
    ].map((read) => [CLAIMS, query(`(db as any).${read}('sign as s')`)]),
    [CLAIMS, query(`db.selectFrom(['claim', 'sign'])`)],
    [CLAIMS, query(`db.updateTable('claim').from('sign')`)],
    [CLAIMS, query(`db.selectFrom('claim').where(({ exists, selectFrom }) => exists(selectFrom('sign')))`)],
    [CLAIMS, query('(client: any) => client.query(`lock table sign`)')],
    [CLAIMS, query(`(client: any) => client.query('copy sign (id) from stdin')`)],
    [CLAIMS, query(`(client: any) => client.query('select 1 into sign')`)],
    ...[
      'select from sign',
      'copy sign to stdout',
      'copy device_usage (id) to stdout',
      'select from claim join sign on true',
      'select from claim, sign',
      'select from claim as c join "sign" s on true',
    ]
      .concat(['delete from claim using sign', 'select from claim c, lateral (select from device_usage) d'])
      .concat(['with s as (select from sign) select from s', 'update claim set a = 1 from sign'])
      .map((text) => [CLAIMS, query(`sql\`${text}\``)]),
    [CLAIMS, query(`(client: any) => client.query('select a from sign')`)],
    ['backend/src/bulk/tables.ts', `export type BulkTables = { bulk: Bulk };`],
    ['backend/src/adapters/tables.ts', `export interface AdapterTables {\n  db: Generated<Db>;\n}\n`],
    ['backend/src/process/tables.ts', `export interface ATables {\n  end: End;\n}\n`],
    ['backend/src/config/tables.ts', `export interface BTables {\n  end: End;\n}\n`],
    [`${CLAIMS}/listed-too-much.ts`, query('sql`select from sign`')],
    [`${CLAIMS}/listed-too-little.ts`, query('sql`select from sign, device_usage`')],
    [SIGNS, query('sql`select from claim`')],
    [`${SIGNS}/above-listed-as-below.ts`, query('sql`select from claim`')],
    [`${SIGNS}/above-too-much.ts`, query('sql`select from sign`')],
    [`${CLAIMS}/below-listed-as-above.ts`, query('sql`select from sign`')],
    ['backend/src/bulk/both-as-below.ts', query('sql`select from claim, row`')],
    ['backend/src/bulk', query('sql`select from sign`')],
  ],
  seams: [
    [CLAIMS, `export const at = Date.now();`],
    [CLAIMS, `export const at = new Date();`],
    [CLAIMS, `export const at = Date();`],
    [CLAIMS, `export const at = Date['now']();`],
    [CLAIMS, `const { now } = Date; export const at = now();`],
    [CLAIMS, `const Time = Date; export const at = new Time();`],
    [CLAIMS, `export class Time extends Date {}`],
    [CLAIMS, `export const at = globalThis.Date.now();`],
    [CLAIMS, `const { Date: Time } = globalThis; export const at = Time.now();`],
    [CLAIMS, `export const at = performance.now();`],
    [CLAIMS, `import { performance } from 'node:perf_hooks'; export const at = performance.now();`],
    [CLAIMS, `export const wait = (task: () => void) => setTimeout(task, 1);`],
    ['backend/embedded-postgres/src', `export const wait = (task: () => void) => setTimeout(task, 1);`],
    [CLAIMS, `import { promisify } from 'node:util'; export const wait = promisify(setTimeout);`],
    [CLAIMS, `export const clock = { after: setTimeout };`],
    [CLAIMS, `export const clock = { setTimeout };`],
    [CLAIMS, `export const signal = AbortSignal.timeout(1);`],
    [CLAIMS, `const { timeout } = AbortSignal; export const signal = timeout(1);`],
    [CLAIMS, `export const wait = (task: () => void) => process.nextTick(task);`],
    [CLAIMS, `import { hrtime } from 'node:process'; export const at = hrtime();`],
    [CLAIMS, `export const at = process.hrtime.bigint();`],
    [CLAIMS, `const { uptime } = process; export const at = uptime();`],
    [CLAIMS, `export const timers = await import('node:timers/promises');`],
    [CLAIMS, `import { setTimeout as wait } from 'timers/promises'; wait(1);`],
    [CLAIMS, `export { setTimeout } from 'node:timers';`],
    [CLAIMS, `import { createRequire } from 'node:module'; export const require = createRequire(import.meta.url);`],
    [CLAIMS, `export const timers = process.getBuiltinModule('timers');`],
    [CLAIMS, `export const float = Math.random();`],
    [CLAIMS, `const { random } = Math; export const float = random();`],
    [CLAIMS, `export const id = crypto.randomUUID();`],
    [CLAIMS, `import { randomUUID } from 'node:crypto'; export const id = randomUUID();`],
    [CLAIMS, `import { randomUUID as hash } from 'crypto'; export const id = hash();`],
    [CLAIMS, `import * as c from 'node:crypto'; export const id = c.randomUUID();`],
    [CLAIMS, `import c from 'node:crypto'; export const id = c.randomUUID();`],
    [CLAIMS, `import { default as c } from 'node:crypto'; export const id = c.randomUUID();`],
    [CLAIMS, `import { randomFill, generateKeySync } from 'node:crypto'; randomFill(generateKeySync);`],
    [CLAIMS, `export const c = await import('node:crypto');`],
    [CLAIMS, `export * from 'node:crypto';`],
    [CLAIMS, `import { nanoid } from 'nanoid'; export const id = nanoid();`],
    [`${CLAIMS}/adapters`, `export const at = Date.now();`],
    ['backend/src/adapters-too', `export const at = Date.now();`],
    ['kiosk/agent/src/adapters', `export const at = Date.now();`],
    [CLAIMS, `export const at = (eb: any) => eb.fn('now');`],
    [CLAIMS, `export const at = (eb: any) => eb.fn.agg<Date>('clock_timestamp');`],
    [CLAIMS, `import { sql } from 'kysely'; export const at = sql.raw('something');`],
    [CLAIMS, `import { sql as s } from 'kysely'; export const at = s.raw('something');`],
    [CLAIMS, `import { sql } from 'kysely'; const { raw } = sql; export const at = raw('something');`],
    [CLAIMS, `import * as kysely from 'kysely'; export const at = kysely.sql.raw('something');`],
    [CLAIMS, `export const at = (pool: any) => pool.query('select now()');`],
    ...['now()', 'NOW ()', 'uuidv7()', 'localtimestamp', 'current_timestamp', 'transaction_timestamp()', 'random()']
      .concat(['gen_random_uuid()', 'statement_timestamp()', 'pg_catalog.now()', `'now'::timestamptz`, `date 'today'`])
      .map((call) => [CLAIMS, `import { sql } from 'kysely'; export const at = sql<Date>\`select \${1}, ${call}\`;`]),
    [
      'backend/migrations',
      "import { sql } from 'kysely'; export const up = sql`create table x (at date default now())`;",
    ],
  ],
  closures: [
    [CLAIMS, `export const f = (query: { told?: () => void }) => { query.told = () => {}; };`],
    [CLAIMS, `export const f = (query: { told?: () => void }) => { query['told'] ??= async () => {}; };`],
    [CLAIMS, `export const f = (query: { told?: () => void }) => { query.told = function () {}; };`],
  ],
  environment: [
    [CLAIMS, `export const { PORT } = process.env;`],
    [CLAIMS, `export const port = process['env'].PORT;`],
    [CLAIMS, `const { env } = process; export const port = env.PORT;`],
    [CLAIMS, `import { env } from 'node:process'; export const port = env.PORT;`],
    [CLAIMS, `import node from 'process'; export const port = node.env.PORT;`],
    [CLAIMS, `export const port = globalThis.process.env.PORT;`],
    [CLAIMS, `export const read = (option: any) => option.env('PORT').default(1);`],
    [`${CLAIMS}/config.ts`, `export const port = process.env.PORT;`],
    [`${CLAIMS}/main.ts`, `export const port = process.env.PORT;`],
    ['backend/src/config/config.ts', `export const port = process.env.PORT;`],
    ['backend/src/adapters', `export const port = process.env.PORT;`],
  ],
};

/** What is fine. */
const GREEN = [
  [CLAIMS, `export const f = () => { let told = () => {}; told = () => {}; return { told: () => told() }; };`],
  [CLAIMS, `export const f = (query: { told?: () => void }, told: () => void) => { query.told = told; };`],
  [`${CLAIMS}/told.test.ts`, `export const f = (query: { told?: () => void }) => { query.told = () => {}; };`],
  [CLAIMS, `export const at = (ms: number): Date => new Date(ms);`],
  [CLAIMS, `export const day = (x: unknown) => (x instanceof Date ? x : new Date(Date.parse(String(x))));`],
  [CLAIMS, `export type Timer = ReturnType<typeof setTimeout>;`],
  [CLAIMS, `export const wait = (setTimeout: () => void, { now }: { now(): number }) => (setTimeout(), now());`],
  [CLAIMS, `export const most = Math.max(1, 2);`],
  [CLAIMS, `export const both = (a: AbortSignal, b: AbortSignal) => AbortSignal.any([a, b]);`],
  [
    CLAIMS,
    `import { createHash, timingSafeEqual, type Hash } from 'node:crypto'; export const a = (h: Hash) => [createHash, timingSafeEqual, h];`,
  ],
  [CLAIMS, `import type { KeyObject } from 'node:crypto'; export type Key = KeyObject;`],
  [
    CLAIMS,
    `import { sql } from 'kysely'; export const one = sql<Date>\`select at, \${sql.ref('known')} from claim where random_seed = 1\`;`,
  ],
  [CLAIMS, `export const text = 'Signs are known (now and then), not at random (see below).';`],
  [
    CLAIMS,
    `import { makeUuidV7 } from '@sign-display/contracts/identifier-generation'; export const make = makeUuidV7;`,
  ],
  [CLAIMS, `export const end = () => process.exit(process.pid);`],
  [CLAIMS, `export const hash = () => import('@sign-display/contracts/sha256');`],
  [
    `${CLAIMS}/some.test.ts`,
    `import { systemClock } from '../adapters/system-clock.ts'; export const at = [Date.now(), systemClock];`,
  ],
  [`${CLAIMS}/testing`, `import { manual } from '../../testing/manual-clock.ts'; setTimeout(manual, 1);`],
  [`${CLAIMS}/some.bench.ts`, `export const at = performance.now();`],
  [
    'backend/src/adapters',
    `import { randomBytes } from 'node:crypto'; export const a = () => [Date.now(), setTimeout, randomBytes];`,
  ],
  [
    'backend/src/main.ts',
    `import { systemClock } from './adapters/system-clock.ts'; export const a = [systemClock, process.env];`,
  ],
  [
    CLAIMS,
    `import { startEmbeddedPostgres } from '@sign-display/embedded-postgres'; export const start = startEmbeddedPostgres;`,
  ],
  [
    'simulator/src/plan',
    `import { seededRandom } from '../adapters/seeded-random.ts'; export const random = seededRandom;`,
  ],
  [
    'simulator/src/own.test.ts',
    `export type { TestDatabase } from '@sign-display/backend/testing/create-test-database';`,
  ],
  [
    'contracts/client/src',
    `import { io } from 'socket.io-client'; import { ROUTES } from '@sign-display/contracts/routes'; io(ROUTES);`,
  ],
  ['dashboard/src', `import { createClient } from '@sign-display/client/client'; createClient({ origin: '' });`],
  ['backend/src/db/migrate.ts', `export const read = (file: string) => import(file);`],
  ['dashboard/src/words/words.ts', `export const german = () => import('./german.ts');`],
  ['app-context', `export const at = Date.now();`],
  [CLAIMS, `import { sign } from '../signs/sign.ts'; export { own } from './own.ts'; sign();`],
  [`${CLAIMS}/deep`, `import { sign } from '@sign-display/backend/signs/sign'; sign();`],
  [`${SIGNS}/some.test.ts`, `import { claim } from '../claims/claim.ts'; claim();`],
  [`${SIGNS}/testing`, `import { claim } from '../../claims/claim.ts'; claim();`],
  ['backend/src/bench', `import { claim } from '../claims/claim.ts'; claim();`],
  ['backend/src/testing', `import { claim } from '../claims/claim.ts'; claim();`],
  ['backend/migrations', `import { claim } from '../src/claims/claim.ts'; claim();`],
  ['kiosk/agent/src/newcomer.ts', `import { step } from './step-helpers.ts'; step();`],
  [SIGNS, query(`[db.insertInto('sign'), db.deleteFrom('deviceUsage as u'), db.updateTable(['sign', 'deviceUsage'])]`)],
  [SIGNS, query('sql`insert into sign (id) values (1) on conflict (id) do update set a = 1`')],
  [
    SIGNS,
    query('sql`select id from device_usage for update of sign skip locked; update queue._private_jobs set a = 1`'),
  ],
  [
    CLAIMS,
    query(
      'sql`select from unnest(${name}) as told join ${sql`claim`} on told.a is distinct from sign.a for no key update`',
    ),
  ],
  [CLAIMS, query('sql`-- as update sign does\n select extract(epoch from at) from claim`')],
  [
    CLAIMS,
    query(
      `db.selectFrom(db.selectFrom('claim').as('sign')).innerJoin((eb) => eb.selectFrom('claim').as('b'), 'a', 'b')`,
    ),
  ],
  [CLAIMS, query(`[Array.from(name), Buffer.from('select'), 'To update sign and screen, delete from the list.']`)],
  [CLAIMS, query(`[Buffer.from('sign' as string), 'Copy the sign from the list into sign and screen, and lock it.']`)],
  [CLAIMS, query(`(all: any) => [all[name](name), all[name]('other'), all['told']('sign'), all.told('sign')]`)],
  [CLAIMS, query(`(all: any) => [Array.from(all.rows), all.using(), new Set(all.from(1))]`)],
  [CLAIMS, query(`(db: Pick<Kysely<any>, 'insertInto'>) => db.insertInto('claim')`)],
  [CLAIMS, query('sql`lock table claim in share mode; copy claim (id) from stdin; select into_sign from claim`')],
  [CLAIMS, query('sql`select a from claim for update of sign`')],
  [
    SIGNS,
    query('sql`lock table only sign, device_usage *; update sign * set a = 1; select a into sign from device_usage`'),
  ],
  [`${CLAIMS}/listed.ts`, query(`db.selectFrom('sign').where(sql<boolean>\`exists (select from device_usage)\`)`)],
  [`${SIGNS}/above.ts`, query('sql`select from claim`')],
  ['backend/src/bulk/beside.ts', query('sql`select from sign`')],
  ['backend/src/bulk/both.ts', query('sql`select from claim, row`')],
  [`${CLAIMS}/any-table.ts`, query('sql`drop table ${sql.table(name)}`')],
  [`${CLAIMS}/tables.test.ts`, query(`db.insertInto('sign')`)],
  ['backend/migrations', query(`db.updateTable('sign')`)],
  ['simulator/src', query(`db.updateTable('sign')`)],
  ...Object.entries(TABLES),
];

/** Files that import each other in a circle: each of them is refused. */
const CIRCLES = [
  [
    'types',
    `import type { B } from './b.ts'; export type A = B;`,
    `import type { A } from './a.ts'; export type B = A;`,
  ],
  [
    'values',
    `import { b } from './b.ts'; export const a = () => b;`,
    `import { a } from './a.ts'; export const b = a;`,
  ],
  ['exports', `export * from './b.ts'; export type A = 1;`, `export type { A } from './a.ts'; export type B = 1;`],
  [
    'names',
    `import type { B } from '@sign-display/backend/claims/names/b'; export type A = B;`,
    `import type { A } from './a.ts'; export type B = A;`,
  ],
].flatMap(([name, a, b]) => [
  [`${CLAIMS}/${name}/a.ts`, a],
  [`${CLAIMS}/${name}/b.ts`, b],
]);

const CASES = [...Object.entries(RED), ['no-cycle', CIRCLES], ['nothing', GREEN]]
  .flatMap(([rule, snippets]) => snippets.map(([place, code]) => ({ rule, place, code })))
  .map((one, index) => ({ ...one, file: one.place.endsWith('.ts') ? one.place : `${one.place}/snippet-${index}.ts` }));

let folder;
/** What refused each file: the architecture's rules, and the one about circles. */
const refusals = new Map(CASES.map(({ file }) => [file, new Set()]));

/** One run over all, by the repository's own configuration. */
async function lint(clone) {
  const program = join(REPOSITORY, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise((resolve) => {
    const options = { cwd: clone, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [program, '--format', 'json'], options, (_, stdout) => resolve(stdout));
  });
  for (const { code = '', filename } of JSON.parse(output).diagnostics) {
    const rule = /^(?:architecture|import)\(([\w-]+)\)$/.exec(code)?.[1];
    if (rule) refusals.get(filename).add(rule);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'house-rules-'));
  const clone = join(folder, ...PLACE);
  for (const part of ['.oxlintrc.json', '.ci/architecture-rules.js', '.ci/architecture-rules'])
    await cp(join(REPOSITORY, part), join(clone, part), { recursive: true });
  await rename(
    join(clone, '.ci/architecture-rules/rule-lists.js'),
    join(clone, '.ci/architecture-rules/real-architecture.js'),
  );
  await writeFile(join(clone, '.ci/architecture-rules/rule-lists.js'), ARCHITECTURE);
  await writeFile(join(clone, 'package.json'), '{ "type": "module" }');
  await mkdir(join(clone, 'node_modules/@sign-display'), { recursive: true });
  await cp(join(REPOSITORY, 'backend/package.json'), join(clone, 'backend/package.json'));
  await symlink(join(clone, 'backend'), join(clone, 'node_modules/@sign-display/backend'));
  for (const { file, code } of CASES) {
    await mkdir(dirname(join(clone, file)), { recursive: true });
    await writeFile(join(clone, file), code);
  }
  await lint(clone);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('each snippet is a file of its own', () => expect(refusals.size).toBe(CASES.length));

describe.for([...Object.keys(RED), 'no-cycle'])('the rule %s', (rule) => {
  test.for(CASES.filter((one) => one.rule === rule))('refuses in $place: $code', ({ file }) => {
    expect([...refusals.get(file)]).toContain(rule);
  });
});

test.for(CASES.filter((one) => one.rule === 'nothing'))('allows in $place: $code', ({ file }) => {
  expect([...refusals.get(file)]).toEqual([]);
});

describe('the lists of the real architecture', () => {
  test('have an order for the backend, the dashboard, the agent, the sign’s program, its screens, the load tests and the simulator', () => {
    const packages = [
      'backend',
      'dashboard',
      'kiosk/agent',
      'kiosk/browser',
      'kiosk/electron',
      'kiosk/screen',
      'kiosk/shell',
      'load-tests',
      'simulator',
    ];
    expect(Object.keys(architecture.ORDER).toSorted()).toEqual(packages);
  });

  test.for(Object.keys(architecture.ORDER))('name each room of %s once, and no other', (name) => {
    const rooms = architecture.ORDER[name].flat();
    expect(rooms).toEqual([...new Set(rooms)]);
    const source = join(REPOSITORY, name, 'src');
    const isThere = (room) => ['', '.ts', '.tsx'].some((ending) => existsSync(join(source, room + ending)));
    expect(rooms.filter((room) => !isThere(room))).toEqual([]);
  });

  test('know who owns the tables of the migrations', async () => {
    const folder = join(REPOSITORY, 'backend/migrations');
    const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
    const made = texts.flatMap((text) => Array.from(text.matchAll(/create table "?(\w+)/gi), ([, table]) => table));
    expect(made.length).toBeGreaterThan(30);
    // The index of names for searching, which triggers alone write.
    expect(made.filter((table) => !OWNERS.has(table))).toEqual(['sign_search']);
  });

  test('name files that exist', () => {
    const lists = [
      architecture.ALSO_FOR_SIMULATIONS,
      architecture.BUILDERS,
      architecture.COMPOSITION_ROOTS,
      architecture.DYNAMIC_IMPORTERS,
    ]
      .concat([architecture.ENVIRONMENT_READERS, architecture.HARMLESS_ADAPTERS, architecture.UNSEEN_TABLES])
      .flat();
    const files = [
      ...lists,
      ...Object.keys(architecture.READS_BELOW),
      ...Object.keys(architecture.READS_ABOVE),
      ...Object.keys(architecture.ROUTES_WITHOUT_ROWS),
      ...Object.keys(architecture.LAZY_IMPORTERS),
    ];
    expect(files.filter((file) => !existsSync(join(REPOSITORY, file)))).toEqual([]);
  });

  test('give a reason for each file that reads tables of others', () => {
    expect(
      [architecture.READS_BELOW, architecture.READS_ABOVE]
        .flatMap(Object.values)
        .filter(({ tables, why }) => tables.length === 0 || !/\w \w/.test(why)),
    ).toEqual([]);
  });
});
