import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { chooseAccount } from './choose-os-account.ts';
import { monotonicMs, pause } from './adapters/machine-time.ts';
import { findBinaries, type Binaries } from './find-binaries.ts';
import { NO_SPACE, prepareCluster } from './prepare-cluster.ts';
import { DataDirectoryError, EmbeddedPostgresError } from './errors.ts';
import { makeFolder } from './make-folder-and-parents.ts';
import {
  findServerOf,
  isServerOf,
  readPostmasterFile,
  readSocketLock,
  removePostmasterFile,
  removeSocketLock,
} from './server-lock-files.ts';
import { findBarrier } from './folders-account-can-enter.ts';
import { serverEnvironment, type RunAs } from './run-program.ts';
import { spawnServer, type Exit, type Log } from './spawn-server.ts';
import { readSocket } from './find-running-server.ts';
import { prepareServiceRole, SERVICE_ROLE } from './prepare-service-role.ts';
import { prepareSocketFolder } from './prepare-socket-folder.ts';
import { lockStart, type StartLock } from './start-lock.ts';

/**
 * The real PostgreSQL that npm installed, run by us on one folder.
 *
 * Invariants: at most one server on a cluster; a cluster is whole or absent; nothing that isn't ours is touched; no server outlives
 * our process, however that ends; whatever was killed (we, the server, an initdb) can simply be started again.
 */
export interface EmbeddedPostgres {
  pid: number;
  /** For a pool: the socket's folder, the service's role (no superuser) and its database. There is no TCP port. */
  poolConfig: { host: string; port: number; user: string; database: string };
  /** The same as the superuser, for tests and tools that make databases. */
  adminConfig: { host: string; port: number; user: string; database: string };
  /** Resolves when the server is gone, by `stop` or by accident. It can be started again then. */
  exited: Promise<Exit>;
  /** Shuts it down and resolves when it is gone: some 50 ms, at most 4 s. Harmless when called again. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster's folder: absent or empty (a cluster is made), or a cluster of ours. */
  dataDirectory: string;
  log?: Log;
  /** More arguments of `postgres`, such as `-c`, `work_mem=8MB`. */
  flags?: string[];
  /** False: a power cut may lose everything (a killed server still loses nothing). For tests, which it makes faster. */
  durable?: boolean;
}

const PORT = 5432;
/** A predecessor that is stopping may have a large checkpoint to write. */
const STOPPING_MS = 30_000;
/** One that doesn't say so may just have lost its parent: its watchdog acts within milliseconds. */
const NOTICED_MS = 1_000;
/** Another start may have to make the cluster, or to recover it from a crash. */
const STARTING_MS = 60_000;
const POLL_MS = 25;

/**
 * Waits until no server is on the cluster, and removes lock files that would keep a new one from starting. Gives the pid of a dead server whose lock file
 * is whole, or null. Postgres itself judges such a file: it also says which memory the dead server's children may still hold.
 */
async function awaitPredecessor(cluster: string, socketFolder: string, as: RunAs): Promise<number | null> {
  const begin = monotonicMs();
  for (;;) {
    const file = await readPostmasterFile(cluster);
    const serverPid = await findPredecessor(cluster, socketFolder, file?.pid ?? 0, as);
    const waitedMs = monotonicMs() - begin;
    if (serverPid !== null) {
      if (waitedMs > (file?.status === 'stopping' ? STOPPING_MS : NOTICED_MS)) throw inUse(cluster, serverPid);
    } else if (file?.pid !== 0 || waitedMs > NOTICED_MS) {
      // Postgres refuses to start over a lock file that was cut short, and over one of a socket whose number any process has.
      if (file?.pid === 0) await removePostmasterFile(cluster);
      await removeSocketLock(socketFolder);
      return file?.pid || null;
    }
    await pause(POLL_MS);
  }
}

/** The server that one of the lock files names. Where either names none, any server on the cluster: somebody may have cut the file short. */
async function findPredecessor(cluster: string, socketFolder: string, pid: number, as: RunAs): Promise<number | null> {
  if (await isServerOf(cluster, pid, as)) return pid;
  const socketPid = (await readSocketLock(socketFolder))?.pid ?? 0;
  if (await isServerOf(cluster, socketPid, as)) return socketPid;
  return pid === 0 || socketPid === 0 ? await findServerOf(cluster, as) : null;
}

function inUse(cluster: string, pid: number): DataDirectoryError {
  return new DataDirectoryError(
    'in_use',
    `The database in ${cluster} is in use by process ${pid}: the service is already running. Stop that process, or use another DATA_DIR.`,
  );
}

function serverArguments(cluster: string, socketFolder: string, durable: boolean, flags: string[]): string[] {
  const settings = {
    // Postgres reads the option as a list with quotes and commas.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    listen_addresses: '',
    port: String(PORT),
    timezone: 'UTC',
    lc_messages: 'C',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    // Errors of statements come back to whoever sent them; repeated here they would be noise, with people's data in it.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    max_connections: '90',
    max_wal_size: '256MB',
    // With `mmap` a killed server leaves nothing outside of its folder, which a test removes.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', dynamic_shared_memory_type: 'mmap' }),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]), ...flags];
}

function roleFailed(cluster: string, error: Error): Error {
  if (NO_SPACE.test(error.message))
    return new DataDirectoryError(
      'no_space',
      `The disk that contains ${cluster} is full. Free up some space, then start the service again.`,
      {
        cause: error,
      },
    );
  const message = `The database in ${cluster} could not be handed to the service's role: ${error.message}`;
  return new EmbeddedPostgresError('start_failed', message, { cause: error });
}

/** Creates the folder above the cluster, and makes sure that the server may go there. */
async function prepareParent(cluster: string, as: RunAs): Promise<void> {
  const parent = dirname(cluster);
  try {
    await makeFolder(parent);
    await access(parent, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { message } = error as Error;
    throw new DataDirectoryError(
      'no_access',
      `The data directory can't be used: ${message}. Set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const barrier = await findBarrier(as, parent);
  if (barrier === null) return;
  throw new DataDirectoryError(
    'no_access',
    `PostgreSQL can't run as root, and the account that runs it (user id ${as.account?.uid}) has no access to ${barrier}. Set DATA_DIR to a folder that this account can access, or start the service as another user.`,
  );
}

/** A server that was just killed leaves children that hold its memory until they notice, which takes them a moment. */
const CHILDREN_LEFT = /is still in use|shared memory block/;
const CHILDREN_MS = 10_000;

async function startServer(cluster: string, as: RunAs, binaries: Binaries, options: EmbeddedPostgresOptions) {
  const begin = monotonicMs();
  for (;;) {
    const socketFolder = await prepareSocketFolder(cluster, as);
    const stalePid = await awaitPredecessor(cluster, socketFolder, as);
    // Postgres takes a lock file for alive when any process has its pid, after a reboot somebody else's; except its "grandparent's".
    const env = stalePid ? { ...as.env, PG_GRANDPARENT_PID: String(stalePid) } : as.env;
    const args = serverArguments(cluster, socketFolder, options.durable ?? true, options.flags ?? []);
    const server = spawnServer({ ...as, env }, binaries.postgres, args, options.log);
    const lastWords = await server.ready;
    if (lastWords === null) return { server, socketFolder };
    const other = /Is another (?:postmaster|postgres) \(PID (\d+)\) running/.exec(lastWords);
    if (other) throw inUse(cluster, Number(other[1]));
    if (NO_SPACE.test(lastWords))
      throw new DataDirectoryError(
        'no_space',
        `The database in ${cluster} can't start, because the disk is full. Free up at least 256 MB.`,
      );
    if (!CHILDREN_LEFT.test(lastWords) || monotonicMs() - begin > CHILDREN_MS) {
      throw new EmbeddedPostgresError('start_failed', `The database in ${cluster} did not start:\n${lastWords}`);
    }
    await pause(POLL_MS);
  }
}

/** Waits until no other start is under way on the cluster. */
async function awaitTurn(cluster: string): Promise<StartLock> {
  const begin = monotonicMs();
  for (;;) {
    const lock = await lockStart(cluster);
    if (lock !== null) return lock;
    if (monotonicMs() - begin > STARTING_MS)
      throw new DataDirectoryError(
        'in_use',
        `The database in ${cluster} is being started by another process. Stop that process, or use another DATA_DIR.`,
      );
    await pause(POLL_MS);
  }
}

/**
 * Starts the embedded PostgreSQL on `dataDirectory`, making a cluster there first where there is none (a second; later
 * starts 0.05 s), and resolves once it takes connections. As root it is run as `postgres` or `nobody`.
 *
 * Throws a DataDirectoryError where the folder can't be used, and an EmbeddedPostgresError where this machine can't run it; both
 * with a message for the person who started the service.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      'The embedded PostgreSQL does not run on Windows yet, because it needs a Unix socket. Set DATABASE_URL to a PostgreSQL server instead.',
    );
  }
  const cluster = resolve(options.dataDirectory);
  const as: RunAs = { account: await chooseAccount(cluster), env: serverEnvironment(process.env) };
  await prepareParent(cluster, as);
  const binaries = await findBinaries(as, resolve(dirname(cluster), 'postgres-programs'));
  const lock = await awaitTurn(cluster);
  try {
    await prepareCluster(cluster, as, binaries, options.durable ?? true);
    const { server, socketFolder } = await startServer(cluster, as, binaries, options);
    const adminConfig = { host: socketFolder, port: PORT, user: 'postgres', database: 'postgres' };
    try {
      // Flags may name another port.
      await prepareServiceRole({ ...adminConfig, ...(await readSocket(cluster)) });
    } catch (error) {
      await server.stop();
      throw roleFailed(cluster, error as Error);
    }
    return {
      pid: server.pid,
      poolConfig: { ...adminConfig, user: SERVICE_ROLE },
      adminConfig,
      exited: server.exited,
      stop: server.stop,
    };
  } finally {
    await lock.release();
  }
}
