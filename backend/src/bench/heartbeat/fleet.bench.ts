import { join } from 'node:path';
import { pino } from 'pino';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { openDatabase } from '../../db/connection.ts';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { migrateDatabase } from '../../db/migrate.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import type { Handshake } from '../../testing/virtual-device.ts';

export interface Fleet {
  postgresPid: number;
  /** Of a service on this fleet's database. */
  environment: Record<string, string>;
  remove(): Promise<void>;
}

const ROWS_AT_ONCE = 500;

/** A database in which these devices have records that were claimed long ago; the service and its Postgres are what everybody runs. */
export async function prepareFleet(claimed: readonly Handshake[]): Promise<Fleet> {
  const folder = await makeTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: true });
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
  for (let made = 0; made < claimed.length; made += ROWS_AT_ONCE) {
    const rows = claimed.slice(made, made + ROWS_AT_ONCE).map(({ signId, macAddress }, index) => {
      const device = { deviceSignId: signId, macAddress, shortCode: deriveShortCode(signId) };
      const content = { url: 'https://example.com/', contentId: newId() };
      const place = { organizationId, eventId, name: `Sign ${made + index}`, location: 'Hall 1' };
      return { id: newId(), ...place, ...device, ...content, ...times };
    });
    await db.insertInto('sign').values(rows).execute();
  }
  await close();
  const { host, port, user, database } = poolConfig;
  return {
    postgresPid: postgres.pid,
    environment: {
      DATA_DIR: join(folder.path, 'data'),
      DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
      PORT: '0',
      METRICS_PORT: '0',
      // All kiosks have one address here.
      NEW_KIOSKS_PER_ADDRESS: '1000000',
      SOCKETS_PER_ADDRESS: '1000000',
      UNAUTHORIZED_PER_ADDRESS: '1000000',
    },
    async remove() {
      await postgres.stop();
      await folder.remove();
    },
  };
}
