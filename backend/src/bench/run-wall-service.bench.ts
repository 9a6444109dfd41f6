import { pino } from 'pino';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { hashOfPassword, insertUser } from '../access/users-repository.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { organizationRoom } from '../cluster/dashboard-feed.ts';
import type { Carrier } from '../cluster/node-messaging.ts';
import { openDatabase } from '../db/open-database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { startListeningApp } from '../process/testing/listening-app.ts';
import { insertBenchSigns } from '../signs/testing/insert-bench-signs.ts';

/**
 * The service that `npm run bench:wall` records: an event of many signs, and changes of so many of them a second. It is the whole service with its database. The changes are
 * written into the database, and the service is told of them as another node would tell it; so what walls are sent is what it makes of them.
 *
 * A process of its own: `fork(…, [signs, changes a second, folder of the pages])`. It sends `WallService` first. `{ do: 'touch' }` changes one sign, so that the next snapshot is made anew, and is
 * answered with 'touched'; `{ do: 'start' }` lets the changes begin. It ends when its parent disconnects.
 */

export interface WallService {
  url: string;
  email: string;
  password: string;
  organizationId: string;
  eventId: string;
}

const [SIGNS, RATE] = [Number(process.argv[2]), Number(process.argv[3])];
const PAGES = process.argv[4]!;
const STEP_MS = 100;
const A_STEP = Math.round((RATE * STEP_MS) / 1_000);
/** How often each sign changes until all are as they were and the changes begin anew: a recording of so long can be played again and again. */
const PASSES = 5;
/** Signs that follow each other do not change together: a prime, so that all have their turn. */
const STRIDE = 7_919;
const IN_A_HALL = 240;

type State = readonly [presence: string, content: string, mode: string, blank: boolean];
const HEALTHY: State = ['online', 'showing', 'foreground', false];
/** How a sign may be, each until so much of 1; every change of twenty is of one that loads its page, and one of eighty is trouble. */
const STATES: readonly (readonly [below: number, state: State])[] = [
  [0.05, ['online', 'loading', 'foreground', false]],
  [0.054, ['offline', 'showing', 'foreground', false]],
  [0.056, ['online', 'error', 'foreground', false]],
  [0.058, ['online', 'showing', 'foreground', true]],
  [0.063, ['online', 'unreachable', 'foreground', false]],
  [0.065, ['online', 'showing', 'background', false]],
  [1, HEALTHY],
];

/** The same for the same sign and pass, in [0, 1). */
function chanceOf(sign: number, pass: number): number {
  const mixed = Math.imul(sign * PASSES + pass + 1, 2_654_435_761);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
const stateOf = (sign: number, pass: number): State =>
  STATES.find(([below]) => chanceOf(sign, pass) < below)?.[1] ?? HEALTHY;

const log = pino({ level: 'error' });
const folder = await makeTemporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDirectory: `${folder.path}/postgres`, durable: false });
await migrateDatabase({ poolConfig: postgres.poolConfig, log });
const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log });
const at = new Date();
const times = { createdAt: at, updatedAt: at };
const newId = (): string => makeUuidV7(systemClock, systemRandom);
const [organizationId, eventId] = [newId(), newId()];
await db
  .insertInto('organization')
  .values({ id: organizationId, name: 'Fair', linkHandshakeEnabled: null, ...times })
  .execute();
await db
  .insertInto('event')
  .values({ id: eventId, organizationId, name: 'Fair', timeZone: 'UTC', ...times })
  .execute();
const ids = await insertBenchSigns(db, { organizationId, eventId }, SIGNS);
await sql`
  update sign set
    name = 'Stand ' || placed.number % ${IN_A_HALL}::int + 1,
    location = 'Hall ' || placed.number / ${IN_A_HALL}::int + 1 || ', ' || case placed.number % 2 when 0 then 'left' else 'right' end
  from (select id, row_number() over (order by name) - 1 as number from sign) placed where placed.id = sign.id`.execute(
  db,
);
await sql`vacuum analyze`.execute(db);
const [EMAIL, PASSWORD] = ['bench@example.com', 'correct horse battery staple'];
const person = { email: EMAIL, name: 'Bench', passwordHash: await hashOfPassword(PASSWORD) };
const userId = await db
  .transaction()
  .execute((trx) => insertUser(trx, { clock: systemClock, random: systemRandom }, person));
await db.insertInto('member').values({ organizationId, userId, role: 'operator', createdAt: at }).execute();

let tell: (room: string, message: unknown) => void = () => {};
const carrier: Carrier = { send: () => {}, receive: (hear) => void (tell = hear) };
// No kiosk is there: the node would find all signs offline in the midst of it.
const env = { RATE_LIMIT_PER_MINUTE: '1000000', OFFLINE_AFTER_MS: '86400000', WARM_UP_MS: '1000' };
const node = await startListeningApp(db, { env, carrier, pages: Promise.resolve(PAGES) });

let next = 0;
async function change(): Promise<void> {
  const changes = Array.from({ length: A_STEP }, () => {
    const sign = (next * STRIDE) % ids.length;
    const pass = Math.floor(next / ids.length) % PASSES;
    next += 1;
    return { id: ids[sign]!, state: stateOf(sign, pass) };
  });
  const told = changes.map(({ id }) => id);
  const column = (index: 0 | 1 | 2 | 3) => changes.map(({ state }) => state[index]);
  await sql`
    update sign set status_since = ${new Date()}, last_seen_at = ${new Date()}, presence = new.presence, content_state = new.content_state, mode = new.mode, blank = new.blank
    from unnest(${told}::uuid[], ${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::boolean[])
      as new (id, presence, content_state, mode, blank) where sign.id = new.id`.execute(db);
  tell(organizationRoom(organizationId), { type: 'signs', ids: told });
}
const over = new AbortController();
async function changeOn(): Promise<void> {
  for (let dueMs = performance.now(); !over.signal.aborted; dueMs += STEP_MS) {
    await change();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs + STEP_MS - performance.now())));
  }
}

let changing = Promise.resolve();
process.on('message', (order: { do: 'touch' | 'start' }) => {
  if (order.do === 'start') changing = changeOn();
  else
    void sql`update sign set status_since = ${new Date()} where id = ${ids[0]}`
      .execute(db)
      .then(() => process.send!('touched'));
});
process.once('disconnect', () => {
  over.abort();
  void changing
    .then(() => node.close())
    .then(close)
    .then(() => postgres.stop())
    .then(() => folder.remove())
    .then(() => process.exit());
});
process.send!({ url: node.url, email: EMAIL, password: PASSWORD, organizationId, eventId } satisfies WallService);
