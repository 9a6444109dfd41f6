import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The rules are tried on a tree of their own, with one file a snippet, below folders that are called like a package and like what is
// excepted: where a clone lies must not matter.

const REPOSITORY = join(import.meta.dirname, '..');
const PLACE = ['backend', 'adapters', 'testing', 'clone'];

const CLAIMS = 'backend/src/claims';

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
      `import { createTestDatabase } from '@sign-display/backend/testing/postgres'; createTestDatabase();`,
    ],
    [CLAIMS, `import { start } from './claims-service.test.ts'; start();`],
    ['kiosk/agent/src', `import { buildApp } from '@sign-display/backend/app'; buildApp();`],
    ['contracts/src', `import { readFile } from 'node:fs/promises'; readFile('x');`],
    ['contracts/src', `import { createClient } from '@sign-display/client/client'; createClient({ origin: '' });`],
    ['contracts/client/src', `import { readFile } from 'node:fs/promises'; readFile('x');`],
    ['contracts/client/src', `import { buildApp } from '@sign-display/backend/app'; buildApp();`],
    ['contracts/client/src', `import { ROUTES } from '../../src/routes.ts'; export const routes = ROUTES;`],
    ['simulator/src', `import { sql } from '@sign-display/backend/db/connection'; sql();`],
    [CLAIMS, `import { sha256 } from '../../../contracts/src/sha256.ts'; sha256('');`],
    [CLAIMS, `import { runInitdb } from '@sign-display/embedded-postgres/initdb'; runInitdb();`],
    [CLAIMS, `import { runInitdb } from '../../embedded-postgres/src/initdb.ts'; runInitdb();`],
    ['backend/embedded-postgres/src', `import { sha256 } from '@sign-display/contracts/sha256'; sha256('');`],
    ['backend/embedded-postgres/src', `import { buildApp } from '@sign-display/backend/app'; buildApp();`],
    ['backend/embedded-postgres/src', `import { pause } from './adapters/machine-time.ts'; pause(1);`],
    [CLAIMS, `export type Run = import('@sign-display/simulator/run/run').RunResult;`],
    [CLAIMS, 'export const run = () => import(`@sign-display/simulator/run/run`);'],
    [CLAIMS, `export const run = (name: string) => import(name);`],
    [CLAIMS, `import run = require('@sign-display/simulator/run/run'); run();`],
    [CLAIMS, `import { run } from '@sign-display/unheard-of'; run();`],
    [CLAIMS, `import { run } from '/elsewhere/run.ts'; run();`],
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
  environment: [
    [CLAIMS, `export const { PORT } = process.env;`],
    [CLAIMS, `export const port = process['env'].PORT;`],
    [CLAIMS, `const { env } = process; export const port = env.PORT;`],
    [CLAIMS, `import { env } from 'node:process'; export const port = env.PORT;`],
    [CLAIMS, `import node from 'process'; export const port = node.env.PORT;`],
    [CLAIMS, `export const port = globalThis.process.env.PORT;`],
    [`${CLAIMS}/config.ts`, `export const port = process.env.PORT;`],
    [`${CLAIMS}/main.ts`, `export const port = process.env.PORT;`],
    ['backend/src/config/config.ts', `export const port = process.env.PORT;`],
    ['backend/src/adapters', `export const port = process.env.PORT;`],
  ],
};

/** What is fine. */
const GREEN = [
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
  [CLAIMS, `import { makeUuidV7 } from '@sign-display/contracts/identifiers'; export const make = makeUuidV7;`],
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
  ['simulator/src/own.test.ts', `export type { TestDatabase } from '@sign-display/backend/testing/postgres';`],
  [
    'contracts/client/src',
    `import { io } from 'socket.io-client'; import { ROUTES } from '@sign-display/contracts/routes'; io(ROUTES);`,
  ],
  ['dashboard/src', `import { createClient } from '@sign-display/client/client'; createClient({ origin: '' });`],
  ['backend/src/db/migrate.ts', `export const read = (file: string) => import(file);`],
  ['tools', `export const at = Date.now();`],
];

const CASES = [...Object.entries(RED), ['nothing', GREEN]]
  .flatMap(([rule, snippets]) => snippets.map(([place, code]) => ({ rule, place, code })))
  .map((one, index) => ({ ...one, file: one.place.endsWith('.ts') ? one.place : `${one.place}/snippet-${index}.ts` }));

let folder;
/** What refused each file: the house's rules alone. */
const refusals = new Map(CASES.map(({ file }) => [file, new Set()]));

/** One run over all, by the repository's own configuration. */
async function lint(clone) {
  const program = join(REPOSITORY, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise((resolve) => {
    const options = { cwd: clone, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [program, '--format', 'json'], options, (_, stdout) => resolve(stdout));
  });
  for (const { code = '', filename } of JSON.parse(output).diagnostics) {
    const rule = /^house\((\w+)\)$/.exec(code)?.[1];
    if (rule) refusals.get(filename).add(rule);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'house-rules-'));
  const clone = join(folder, ...PLACE);
  for (const part of ['.oxlintrc.json', '.ci/house-rules.js', '.ci/house-rules'])
    await cp(join(REPOSITORY, part), join(clone, part), { recursive: true });
  await writeFile(join(clone, 'package.json'), '{ "type": "module" }');
  for (const { file, code } of CASES) {
    await mkdir(dirname(join(clone, file)), { recursive: true });
    await writeFile(join(clone, file), code);
  }
  await lint(clone);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('each snippet is a file of its own', () => expect(refusals.size).toBe(CASES.length));

describe.for(Object.keys(RED))('the rule %s', (rule) => {
  test.for(CASES.filter((one) => one.rule === rule))('refuses in $place: $code', ({ file }) => {
    expect([...refusals.get(file)]).toContain(rule);
  });
});

test.for(CASES.filter((one) => one.rule === 'nothing'))('allows in $place: $code', ({ file }) => {
  expect([...refusals.get(file)]).toEqual([]);
});
