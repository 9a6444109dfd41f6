import { join } from 'node:path';
import { pino } from 'pino';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openDatabase } from '../db/open-database.ts';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { migrateDatabase } from '../db/migrate.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createAuth } from './better-auth.ts';
import { bootstrapOwner } from './create-first-owner.ts';
import { createSessionLookup } from './find-caller.ts';

/**
 * What it costs to find a request's caller: our own lookup against better-auth's `getSession`, one after the other on a database of
 * its own.
 *
 *     node backend/src/access/find-caller.bench.ts
 *
 * On 2 shared cores, three runs: ours 0.31 to 0.33 ms (p95 1 to 2 ms), getSession 0.87 to 1.04 ms (p95 3 to 8 ms).
 */

const ROUNDS = 2_000;
const publicUrl = (): string => 'http://127.0.0.1:3000';
const secret = 'a secret that is long enough for a benchmark';
const password = 'a password for a benchmark';

async function measure(title: string, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    if ((await run()) === null) throw new Error(`${title}: not signed in`);
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.floor(share * times.length)]!.toFixed(3);
  console.log(`${title}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

const log = pino({ level: 'error' });
const folder = await makeTemporaryFolder();
const server = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: false });
await migrateDatabase({ poolConfig: server.poolConfig, log });
const { db, close } = openDatabase({ poolConfig: server.poolConfig, log });
const machine = { db, clock: systemClock, random: systemRandom };
const bootstrap = { email: null, password, organization: 'Benchmark' };
const { email } = await bootstrapOwner({ ...machine, config: { bootstrap } });

const betterAuth = createAuth({ ...machine, log, secret, publicUrl, async sendPasswordReset() {} })();
const { findCaller } = createSessionLookup({ ...machine, secret, publicUrl });
const { headers } = await betterAuth.api.signInEmail({ body: { email, password }, returnHeaders: true });
const authorization = `Bearer ${headers.get('set-auth-token')}`;

await measure('our lookup', () => findCaller({ authorization }));
await measure('better-auth getSession', () => betterAuth.api.getSession({ headers: new Headers({ authorization }) }));

await close();
await server.stop();
await folder.remove();
