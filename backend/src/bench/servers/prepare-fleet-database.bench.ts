import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { hashOfPassword, insertUser } from '../../access/users-repository.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { openDatabase } from '../../db/open-database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@sign-display/embedded-postgres';
import { removeLeftOvers } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { migrateDatabase } from '../../db/migrate.ts';
import type { Handshake } from '../../testing/virtual-device.ts';
import { onEnd } from '../benchmark-cleanup.bench.ts';
import { pin, type Cores } from './assign-cores.ts';
import { familyOf } from './process-usage.ts';

/** What a claimed device knows of its record. */
export const RECORD_URL = 'https://example.com/';

export interface Fleet {
  /** Of this run, removed with it. */
  folder: string;
  postgresPid: number;
  organizationId: string;
  eventId: string;
  /** The devices' records, in their order. */
  recordIds: readonly string[];
  /** Of a service on this fleet's database. */
  environment: Record<string, string>;
  /** It ends with the benchmark (`runToEnd`) where nobody called this. */
  remove(): Promise<void>;
}

const FOLDER_PREFIX = 'sign-display-bench-';

const ROWS_AT_ONCE = 500;
/** Of somebody who may do everything in the fleet's organization. */
export const BENCH_PERSON = { email: 'bench@example.com', password: 'correct horse battery staple' } as const;

/**
 * A database in which these devices have records that were claimed long ago; the service and its Postgres are what everybody runs. It is durable and on
 * a disk, and has the server's core.
 */
export async function prepareFleet(claimed: readonly Handshake[], cores: Cores | null): Promise<Fleet> {
  // Runs that were killed leave theirs.
  await removeLeftOvers(tmpdir(), FOLDER_PREFIX);
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  let postgres: EmbeddedPostgres | null = null;
  // From here on: a benchmark may be broken off while its database is made.
  const removed = onEnd(remove);
  async function remove(): Promise<void> {
    removed();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  // The database's own account goes through it.
  await chmod(folder, 0o711);
  postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), durable: true });
  for (const pid of await familyOf(postgres.pid)) pin(pid, cores?.server);
  const { poolConfig } = postgres;
  const log = pino({ level: 'error' });
  await migrateDatabase({ poolConfig, log });
  const { db, close } = openDatabase({ poolConfig, log });
  const at = new Date();
  const times = { createdAt: at, updatedAt: at };
  const newId = () => makeUuidV7(systemClock, systemRandom);
  const organizationId = newId();
  const eventId = newId();
  await db
    .insertInto('organization')
    .values({ id: organizationId, name: 'Benchmark', linkHandshakeEnabled: null, ...times })
    .execute();
  await db
    .insertInto('event')
    .values({ id: eventId, organizationId, name: 'Benchmark', timeZone: 'UTC', ...times })
    .execute();
  const person = {
    email: BENCH_PERSON.email,
    name: 'Bench',
    passwordHash: await hashOfPassword(BENCH_PERSON.password),
  };
  const userId = await db
    .transaction()
    .execute((trx) => insertUser(trx, { clock: systemClock, random: systemRandom }, person));
  await db.insertInto('member').values({ organizationId, userId, role: 'owner', createdAt: at }).execute();
  const recordIds: string[] = [];
  for (let made = 0; made < claimed.length; made += ROWS_AT_ONCE) {
    const rows = claimed.slice(made, made + ROWS_AT_ONCE).map(({ signId, macAddress }, index) => {
      const device = { deviceSignId: signId, macAddress, shortCode: deriveShortCode(signId) };
      const content = { url: RECORD_URL, contentId: newId() };
      const place = { organizationId, eventId, name: `Sign ${made + index}`, location: 'Hall 1' };
      return { id: newId(), ...place, ...device, ...content, ...times };
    });
    await db.insertInto('sign').values(rows).execute();
    recordIds.push(...rows.map(({ id }) => id));
  }
  await close();
  const { host, port, user, database } = poolConfig;
  return {
    folder,
    postgresPid: postgres.pid,
    organizationId,
    eventId,
    recordIds,
    environment: {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
      PORT: '0',
      METRICS_PORT: '0',
      // All kiosks have one address here.
      NEW_KIOSKS_PER_ADDRESS: '1000000',
      SOCKETS_PER_ADDRESS: '1000000',
      UNAUTHORIZED_PER_ADDRESS: '1000000',
      RATE_LIMIT_PER_MINUTE: '1000000000',
    },
    remove,
  };
}
