import { spawn, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { watch } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive } from './server-lock-files.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';

const PROGRAM = join(import.meta.dirname, 'testing/run-server-until-killed.ts');
const isRoot = process.getuid?.() === 0;

type Folder = Awaited<ReturnType<typeof makeTemporaryFolder>>;

let lasting: Folder;
let temporary: Folder;
let folder: string;
/** Absent at first. */
let cluster: string;

beforeAll(async () => {
  lasting = await makeTemporaryFolder();
  await (await startEmbeddedPostgres({ dataDirectory: join(lasting.path, 'postgres'), durable: false })).stop();
});

afterAll(() => lasting.remove());

/**
 * To make a cluster takes a second, so most tests share one, one after the other. That each can start it is proof that what was done
 * to it before has left no harm.
 */
function useLastingCluster(): void {
  cluster = join(lasting.path, 'postgres');
}

beforeEach(async () => {
  temporary = await makeTemporaryFolder();
  folder = temporary.path;
  cluster = join(folder, 'postgres');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await temporary.remove();
});

async function start(dataDirectory = cluster): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory, durable: false });
  onTestFinished(() => server.stop());
  return server;
}

async function query(poolConfig: EmbeddedPostgres['poolConfig'], text: string): Promise<unknown[]> {
  const client = new Client(poolConfig);
  await client.connect();
  try {
    // Of several statements there are several results.
    const results = [await client.query({ text, rowMode: 'array' })].flat();
    return results.flatMap(({ rows }) => rows).flat();
  } finally {
    await client.end();
  }
}

type Told =
  { pid: number; poolConfig: EmbeddedPostgres['poolConfig'] } | { name: string; message: string; reason: string };

/** Starts the launcher in a process of its own. */
async function startElsewhere(): Promise<{ child: ChildProcess; told: Promise<Told> }> {
  const child = spawn(process.execPath, [PROGRAM, cluster], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const told = once(createInterface({ input: child.stdout! }), 'line').then(
    ([line]) => JSON.parse(line as string) as Told,
  );
  return { child, told };
}

async function startedElsewhere() {
  const { child, told } = await startElsewhere();
  const server = await told;
  if (!('pid' in server)) throw new Error(server.message);
  // Its server ends itself, and removes its lock file: the next test on the cluster writes one of its own.
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await expect.poll(() => processesNaming(cluster), { timeout: 60_000 }).toEqual([]);
  });
  return { child, ...server };
}

/** Everything that runs and names `text` in its command line: servers and watchdogs. */
async function processesNaming(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(text)) found.push(command.replaceAll('\0', ' '));
  }
  return found;
}

/**
 * What lies beside the cluster, in order. Not the programs: where the package is below a private folder and we are root, a copy of them
 * belongs there (`findBinaries`).
 */
async function listFolder(): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => !name.startsWith('postgres-programs-') || name.includes('.init-')).sort();
}

describe('a life', () => {
  test('R1: a cluster is made where nothing is, kept over a restart, and nothing runs after a stop', async () => {
    const first = await start();
    expect(await query(first.poolConfig, `create table kept as select 42 as answer`)).toEqual([]);
    await first.stop();
    expect(await first.exited).toEqual({ code: 0, signal: null });
    await expect.poll(() => processesNaming(cluster), { timeout: 60_000 }).toEqual([]);

    const second = await start();
    expect(await query(second.poolConfig, 'select answer from kept')).toEqual([42]);
    expect(await listFolder()).toEqual(['postgres']);
  });

  test('neither the locale nor the PG variables around it change what it is', async () => {
    useLastingCluster();
    for (const [name, value] of Object.entries({ LC_ALL: 'tr_TR.UTF-8', LANG: 'de_DE', TZ: 'Asia/Tokyo' }))
      vi.stubEnv(name, value);
    for (const [name, value] of Object.entries({ PGPORT: '1', PGDATA: '/nowhere', PGTZ: 'Asia/Tokyo' }))
      vi.stubEnv(name, value);
    const { poolConfig } = await start();
    const settings = await query(
      poolConfig,
      `select current_setting('TimeZone'), current_setting('server_encoding'), datlocale, upper('i'), upper('ä')
         from pg_database where datname = current_database()`,
    );
    expect(settings).toEqual(['UTC', 'UTF8', 'C.UTF-8', 'I', 'Ä']);
  });

  test('no other user may enter its folder, and it listens on no port', async () => {
    useLastingCluster();
    const { poolConfig } = await start();
    expect(
      await query(poolConfig, `select current_setting('data_directory_mode'), current_setting('listen_addresses')`),
    ).toEqual(['0700', '']);
  });

  test('a path with blanks, quotes and commas in it works as well', async () => {
    const { poolConfig } = await start(join(folder, `Anna's "data", new`, 'postgres'));
    expect(await query(poolConfig, 'select 1')).toEqual([1]);
  });

  test('a path too long for a socket works as well', async () => {
    const { poolConfig } = await start(join(folder, 'long'.repeat(20), 'longer'.repeat(20), 'postgres'));
    expect(await query(poolConfig, 'select 1')).toEqual([1]);
    expect(poolConfig.host.length).toBeLessThan(90);
    await rm(poolConfig.host, { recursive: true });
  });
});

describe('killed', () => {
  test('R1: when our process is killed, the server ends and can be started again', async () => {
    useLastingCluster();
    const { child, pid, poolConfig } = await startedElsewhere();
    await query(poolConfig, 'create table kept_1 as select 42 as answer');
    child.kill('SIGKILL');

    const again = await start();
    expect(again.pid).not.toBe(pid);
    expect(await query(again.poolConfig, 'select answer from kept_1')).toEqual([42]);
  });

  test('when our process is killed, the server and its watchdog go by themselves', async () => {
    useLastingCluster();
    const { child } = await startedElsewhere();
    expect((await processesNaming(cluster)).length).toBeGreaterThanOrEqual(3);
    child.kill('SIGKILL');
    await expect.poll(() => processesNaming(cluster), { timeout: 60_000 }).toEqual([]);
  });

  test('a killed server is noticed, and can be started again with all that was committed', async () => {
    useLastingCluster();
    const first = await start();
    await query(first.poolConfig, 'create table kept_2 as select 42 as answer');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });

    const second = await start();
    expect(await query(second.poolConfig, 'select answer from kept_2')).toEqual([42]);
  });

  test('a start that is killed while it makes the cluster leaves nothing that the next one trips over', async () => {
    const watcher = watch(folder);
    const { child, told } = await startElsewhere();
    told.catch(() => {});
    // The programs may be copied first.
    for await (const [, name] of on(watcher, 'change')) if (String(name).startsWith('postgres.init-')) break;
    watcher.close();
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { poolConfig } = await start();
    expect(await query(poolConfig, 'select 1')).toEqual([1]);
  });

  test('what a killed start left is removed, what a living one is making is not', async () => {
    const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(dead, 'exit');
    await mkdir(join(folder, `postgres.init-${dead.pid}-abcdef`, 'base'), { recursive: true });
    await mkdir(join(folder, `postgres.init-${process.ppid}-abcdef`));
    await start();
    expect(await listFolder()).toEqual(['postgres', `postgres.init-${process.ppid}-abcdef`]);
  });

  test('a server that hangs is stopped all the same', async () => {
    useLastingCluster();
    const server = await start();
    process.kill(server.pid, 'SIGSTOP');
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
  });

  test('Ctrl-C in the terminal does not reach the server', async () => {
    useLastingCluster();
    const { child, poolConfig } = await startedElsewhere();
    // What a terminal does: the signal goes to the whole group.
    process.kill(-child.pid!, 'SIGINT');
    expect(await query(poolConfig, 'select 1')).toEqual([1]);
  });
});

/** A lock file as Postgres writes it, of a server `pid` on `of`. */
const lockFile = (pid: number | string, of = '/elsewhere', status = 'ready'): string =>
  `${pid}\n${of}\n1700000000\n5432\n${of}\n\n  5432001     32768\n${status}  \n`;

const LOCK_FILES = ['postmaster.pid', '.s.PGSQL.5432.lock'] as const;

/** Leaves lock files in the cluster, as their owner would. Null: none. */
async function leave(...contents: (string | null)[]): Promise<void> {
  const { uid, gid } = await stat(cluster);
  for (const [nth, name] of LOCK_FILES.entries()) {
    const content = contents[nth] ?? null;
    if (content === null) continue;
    await writeFile(join(cluster, name), content);
    await chown(join(cluster, name), uid, gid);
  }
}

/** A process of `uid`, by default of the account that servers run as: Postgres takes only those for a server. */
async function startStranger({ uid, cwd = '/' }: { uid?: number; cwd?: string } = {}): Promise<number> {
  const owner = await stat(cluster);
  const account = isRoot ? { uid: uid ?? owner.uid, gid: owner.gid } : {};
  const stranger = spawn('sleep', ['60'], { ...account, cwd, stdio: 'ignore' });
  onTestFinished(() => void stranger.kill());
  await once(stranger, 'spawn');
  return stranger.pid!;
}

const GONE = 2 ** 22 - 7;

describe('G20: lock files that a server left behind', () => {
  const broken: [form: string, content: string][] = [
    ['empty', ''],
    ['full of zeros', '\0'.repeat(64)],
    ['garbage', 'garbage\n'],
    ['whole, with a number that no process can have', `${2 ** 53}\n`],
    ['whole, with the number 0', lockFile(0)],
  ];
  const pids: [whose: string, pid: () => number | Promise<number>][] = [
    ['no process any more', () => GONE],
    ['a stranger', () => startStranger()],
    ['a stranger that stands in the folder', () => startStranger({ cwd: cluster })],
    ['another user’s process', () => startStranger({ uid: 1 })],
    ['our own process', () => process.pid],
    ['the first process of the machine', () => 1],
  ];
  const forms: [form: string, (pid: number) => [data: string | null, socket: string | null]][] = [
    ['both are whole', (pid) => [lockFile(pid, cluster), lockFile(pid, cluster)]],
    ['both are cut short behind the number', (pid) => [String(pid), `${pid}\n`]],
    ['only the socket’s is left', (pid) => [null, lockFile(pid, cluster)]],
    ['only the folder’s is left', (pid) => [lockFile(pid, cluster), null]],
    ['the folder’s is empty', (pid) => ['', lockFile(pid, cluster)]],
    ['the socket’s is empty', (pid) => [lockFile(pid, cluster), '']],
    ['the folder’s names another server', (pid) => [lockFile(GONE, cluster), lockFile(pid, cluster)]],
    ['a server for one user wrote them', (pid) => [lockFile(-pid, cluster, ''), null]],
  ];

  const cases = pids.flatMap(([whose, pidOf]) =>
    forms.map(([form, contents]) => [`${whose}, ${form}`, pidOf, contents] as const),
  );
  test.for(cases)('a start succeeds where their number belongs to %s', async ([, pidOf, contents]) => {
    useLastingCluster();
    await leave(...contents(await pidOf()));
    expect(await query((await start()).poolConfig, 'select 1')).toEqual([1]);
  });

  test.for(broken)('a start succeeds where both are %s', async ([, content]) => {
    useLastingCluster();
    await leave(content, content);
    expect(await query((await start()).poolConfig, 'select 1')).toEqual([1]);
  });

  test('a start succeeds on a copied folder, whose lock files name the original’s server, while that serves', async () => {
    useLastingCluster();
    const original = await start();
    const copy = join(folder, 'copy');
    await cp(cluster, copy, { recursive: true, filter: (path) => !path.endsWith('.5432') });
    const { uid, gid } = await stat(cluster);
    for (const name of ['', ...(await readdir(copy, { recursive: true }))]) await chown(join(copy, name), uid, gid);
    expect(await readFile(join(copy, 'postmaster.pid'), 'utf8')).toContain(String(original.pid));
    const second = await start(copy);
    expect(await query(second.adminConfig, `show data_directory`)).toEqual([copy]);
    expect(await query(original.adminConfig, `show data_directory`)).toEqual([cluster]);
  });
});

describe('G20: two servers on one folder', () => {
  const refused = (pid: number): unknown => ({
    name: 'DataDirectoryError',
    reason: 'in_use',
    message: expect.stringContaining(`in use by process ${pid}`) as string,
  });

  test('a start is refused while a server runs, with that server’s number', async () => {
    useLastingCluster();
    const { pid } = await start();
    await expect(startEmbeddedPostgres({ dataDirectory: cluster })).rejects.toMatchObject(refused(pid) as object);
  });

  test.for<[string, string[]]>([
    ['the folder’s lock file is empty', ['postmaster.pid']],
    ['the socket’s lock file is empty', ['.s.PGSQL.5432.lock']],
    ['both lock files are empty', [...LOCK_FILES]],
  ])('a start is refused while a server runs, even if %s', async ([, names]) => {
    useLastingCluster();
    const { pid, poolConfig } = await start();
    for (const name of names) await truncate(join(cluster, name));
    await expect(startEmbeddedPostgres({ dataDirectory: cluster })).rejects.toMatchObject(refused(pid) as object);
    expect(await query(poolConfig, 'select 1')).toEqual([1]);
  });

  test.for<[string, string | null]>([
    ['an empty folder', null],
    ['one with an empty lock file', ''],
    ['one with a lock file of a server that is gone', lockFile(GONE)],
    ['one with a lock file that names a living process', lockFile(process.pid)],
  ])('of two starts at the same time on %s, one serves and the other is refused', async ([, content]) => {
    if (content !== null) {
      await (await start()).stop();
      await leave(content, content);
    }
    const { told } = await startElsewhere();
    const here = startEmbeddedPostgres({ dataDirectory: cluster, durable: false });
    const [mine, theirs] = await Promise.allSettled([here, told]);
    if (mine.status === 'fulfilled') onTestFinished(() => mine.value.stop());
    const winner = mine.status === 'fulfilled' ? mine.value : (theirs as PromiseFulfilledResult<Told>).value;
    const loser =
      mine.status === 'fulfilled' ? (theirs as PromiseFulfilledResult<Told>).value : (mine.reason as unknown);
    expect(loser).toMatchObject({ name: 'DataDirectoryError', reason: 'in_use' });
    expect(await query((winner as EmbeddedPostgres).poolConfig, 'select 1')).toEqual([1]);
    expect(await listFolder()).toEqual(['postgres']);
  });
});

describe('a folder that is not ours', () => {
  async function refusal(): Promise<unknown> {
    return startEmbeddedPostgres({ dataDirectory: cluster }).then(
      () => null,
      (error: unknown) => error,
    );
  }

  test('is refused by name, and nothing in it is touched', async () => {
    await mkdir(cluster);
    await writeFile(join(cluster, 'holiday.jpg'), 'a beach');
    const error = await refusal();
    expect(error).toMatchObject({ name: 'DataDirectoryError', reason: 'not_ours' });
    expect((error as Error).message).toContain(cluster);
    expect((error as Error).message).toContain('holiday.jpg');
    expect(await readdir(cluster)).toEqual(['holiday.jpg']);
    expect(await listFolder()).toEqual(['postgres']);
  });

  test('is refused when it is a file', async () => {
    await writeFile(cluster, 'a file');
    expect(await refusal()).toMatchObject({ name: 'DataDirectoryError', reason: 'not_ours' });
    expect(await readFile(cluster, 'utf8')).toBe('a file');
  });

  test('is refused when another major version made it, with both versions and what to do', async () => {
    useLastingCluster();
    await writeFile(join(cluster, 'PG_VERSION'), '15\n');
    onTestFinished(() => writeFile(join(cluster, 'PG_VERSION'), '18\n'));
    const error = await refusal();
    expect(error).toMatchObject({ name: 'DataDirectoryError', reason: 'other_major' });
    expect((error as Error).message).toMatch(/PostgreSQL 15.*PostgreSQL 18.*DATABASE_URL/);
  });

  test('is refused when it lies in a file, or where nobody may write', async () => {
    await writeFile(join(folder, 'file'), '');
    cluster = join(folder, 'file', 'postgres');
    expect(await refusal()).toMatchObject({ name: 'DataDirectoryError', reason: 'no_access' });
    cluster = '/proc/postgres';
    expect(await refusal()).toMatchObject({ name: 'DataDirectoryError', reason: 'no_access' });
  });
});

// Who the tests run as decides what can be seen: as an ordinary user all of the above was seen as one.
// oxlint-disable-next-line vitest/no-conditional-tests
if (isRoot) {
  describe('as root', () => {
    const nobody = 65_534;

    test('the server is run by an account without rights', async () => {
      useLastingCluster();
      const { pid } = await start();
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t(?!0\t)(\d+)\t\1\t\1\t\1$/m);
    });

    test('a cluster stays with its owner, whichever account would be chosen today', async () => {
      const chosen = await start();
      await chosen.stop();
      const { uid } = await stat(cluster);
      const other = uid === nobody ? 1 : nobody;
      for (const name of ['', ...(await readdir(cluster, { recursive: true }))])
        await chown(join(cluster, name), other, other);
      const again = await start();
      expect(await readFile(`/proc/${again.pid}/status`, 'utf8')).toContain(`Uid:\t${other}\t`);
      expect(await query(again.poolConfig, 'select 1')).toEqual([1]);
    });

    test('a path too long for a socket works where TMPDIR is root’s alone', async () => {
      await mkdir(join(folder, 'private'), { mode: 0o700 });
      vi.stubEnv('TMPDIR', join(folder, 'private'));
      cluster = join(folder, 'long'.repeat(25), 'postgres');
      const { poolConfig } = await start();
      expect(poolConfig.host).toMatch(/^\/tmp\//);
      expect(await query(poolConfig, 'select 1')).toEqual([1]);
    });

    test('a folder that the account may not enter is refused, with the folder that bars the way', async () => {
      await mkdir(join(folder, 'private'), { mode: 0o700 });
      cluster = join(folder, 'private', 'below', 'postgres');
      const { told } = await startElsewhere();
      expect(await told).toMatchObject({ name: 'DataDirectoryError', reason: 'no_access' });
      expect((await told) as { message: string }).toHaveProperty(
        'message',
        expect.stringContaining(join(folder, 'private')),
      );
    });
  });
}

test('nobody comes in by TCP, were it switched on, nor into a cluster that was made when everybody did', async () => {
  const made = await start();
  await made.stop();
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  await once(listener.close(), 'close');
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`];
  const server = await startEmbeddedPostgres({ dataDirectory: cluster, durable: false, flags });
  onTestFinished(() => server.stop());
  const { poolConfig } = server;
  await expect(query({ ...poolConfig, host: '127.0.0.1', port }, 'select 1')).rejects.toMatchObject({ code: '28000' });
  expect(await query({ ...poolConfig, port }, 'select 1')).toEqual([1]);
});

describe('X9: the role of the service', () => {
  const OWNED = `
    select 'relation ' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relowner = 'postgres'::regrole
    union all select 'routine ' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'jobs') and p.proowner = 'postgres'::regrole
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all select 'type ' || t.typname from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ('public', 'jobs') and t.typowner = 'postgres'::regrole
      and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
      and not exists (select from pg_depend where objid = t.typelem and deptype = 'e')
    union all select 'schema ' || nspname from pg_namespace where nspname in ('public', 'jobs') and nspowner = 'postgres'::regrole`;

  test('X9: it is no superuser, and makes what the service needs', async () => {
    useLastingCluster();
    const { poolConfig } = await start();
    const rights = 'rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls';
    expect(await query(poolConfig, `select ${rights} from pg_roles where rolname = current_user`)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
    for (const refused of [
      `select pg_read_file('PG_VERSION')`,
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/never'`,
      'alter system set work_mem = 1',
      `create role another superuser`,
      `set session authorization postgres`,
      'set role postgres',
      `alter role ${poolConfig.user} superuser`,
      `create function f() returns int language c as 'libc', 'getpid'`,
    ])
      await expect(query(poolConfig, refused)).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|0LP01)$/) as string,
      });
    await query(
      poolConfig,
      `create schema own; create extension if not exists pg_trgm; create table own.t (id int); drop schema own cascade`,
    );
  });

  test('X9: everything in a database of an older version is handed over at the start, and stays as it was', async () => {
    const { adminConfig, poolConfig, stop } = await start();
    await query(
      adminConfig,
      `drop role if exists nobody_has_this; alter database postgres owner to postgres; alter role ${poolConfig.user} superuser createdb;
      create extension pg_trgm;
      create schema jobs;
      create type jobs.spec as (a int, b text);
      create type mood as enum ('good', 'bad');
      create domain positive as int check (value > 0);
      create sequence counted;
      create table kept (id int generated always as identity primary key, at serial, feeling mood, amount positive, name text);
      create index kept_name on kept using gin (name gin_trgm_ops);
      create table days (day date not null) partition by range (day);
      create table days_2026 partition of days for values from ('2026-01-01') to ('2027-01-01');
      create view seen as select name from kept;
      create materialized view counts as select count(*) from kept;
      create function jobs.add(a int) returns int language sql as 'select a + 1';
      create procedure clean() language sql as 'delete from kept';
      create function noted() returns trigger language plpgsql as 'begin return new; end';
      create trigger noted before insert on kept for each row execute function noted();
      insert into kept (feeling, amount, name) values ('good', 7, 'Foyer')`,
    );
    expect(await query(adminConfig, OWNED)).not.toEqual([]);
    await stop();

    const converted = await start();
    expect(await query(converted.adminConfig, OWNED)).toEqual([]);
    expect(await query(converted.poolConfig, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      false,
    ]);
    expect(await query(converted.poolConfig, 'select feeling, amount, name from kept')).toEqual(['good', 7, 'Foyer']);
    await query(
      converted.poolConfig,
      `insert into kept (feeling, amount, name) values ('bad', 1, 'Bar');
      alter table kept add column more text; create index on kept (more); alter type mood add value 'fine';
      create table days_2027 partition of days for values from ('2027-01-01') to ('2028-01-01'); drop table days_2026;
      refresh materialized view counts; select jobs.add(nextval('counted')::int); call clean();
      create or replace function noted() returns trigger language plpgsql as 'begin return null; end';
      drop schema jobs cascade; drop domain positive cascade`,
    );
  });
});
