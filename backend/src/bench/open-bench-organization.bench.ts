import { pino } from 'pino';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Role } from '@sign-display/contracts/roles';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { hashOfPassword, insertUser } from '../access/users-repository.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { startListeningApp } from '../process/testing/listening-app.ts';

/** What benchmarks of single routes share: a database with one organization, one member of it, and a service that this member asks over HTTP. */

const [EMAIL, PASSWORD] = ['bench@example.com', 'correct horse battery staple'];

/** Starts a PostgreSQL of its own. `role`: of the member. `at`: when everything was made. */
export async function openBenchOrganization(role: Role) {
  const log = pino({ level: 'error' });
  const folder = await makeTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDirectory: `${folder.path}/postgres`, durable: false });
  await migrateDatabase({ poolConfig: postgres.poolConfig, log });
  const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log });
  const at = new Date();
  const organizationId = makeUuidV7(systemClock, systemRandom);
  const organization = { id: organizationId, name: 'Fair', linkHandshakeEnabled: null, createdAt: at, updatedAt: at };
  await db.insertInto('organization').values(organization).execute();
  const person = { email: EMAIL, name: 'Bench', passwordHash: await hashOfPassword(PASSWORD) };
  const userId = await db
    .transaction()
    .execute((trx) => insertUser(trx, { clock: systemClock, random: systemRandom }, person));
  await db.insertInto('member').values({ organizationId, userId, role, createdAt: at }).execute();
  let node: Awaited<ReturnType<typeof startListeningApp>> | undefined;
  return {
    db,
    at,
    organizationId,
    userId,
    /** Starts the service, once the rows are there. `headers`: of the member's requests. */
    async startNode() {
      node = await startListeningApp(db, { env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
      const signedIn = await fetch(`${node.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
      });
      const headers = { authorization: `Bearer ${signedIn.headers.get('set-auth-token')}` };
      return { url: node.url, app: node.app, headers };
    },
    async close(): Promise<void> {
      await node?.close();
      await close();
      await postgres.stop();
      await folder.remove();
    },
  };
}

/** Adds to `into` how long a run takes, in ms. */
export async function measure(into: number[], run: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await run();
  into.push(performance.now() - begin);
}
