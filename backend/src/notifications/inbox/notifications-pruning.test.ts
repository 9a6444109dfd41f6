import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { insertOrganization, insertRecord, type TestOrganization } from '../../testing/claim-world.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { pruneClones } from '../../clones/clones-repository.ts';
import { pruneSupersededJobs } from '../../jobs/prune-and-hasten-jobs.ts';
import { pruneOutages } from '../../outages/outages-repository.ts';
import { pruneNotifications } from './notifications-pruning.ts';
import { insertNotifications } from '../testing/insert-notifications.ts';

const random = createSeededRandom('pruning');
const DAY_MS = 86_400_000;
let database: TestDatabase;
let clock: ManualClock;
let organization: TestOrganization;

beforeEach(async () => {
  database = await createTestDatabase();
  clock = createManualClock();
  organization = await insertOrganization(database.db, { clock, random }, { ada: 'viewer' });
});
afterEach(() => database.drop());

const newId = () => makeUuidV7(clock, random);

async function tell(channel: 'inbox' | 'email', count: number): Promise<string[]> {
  const { id: organizationId, eventId } = organization;
  const of = { userId: 'ada', organizationId, eventId, eventName: 'Ball', channel, kind: 'sign_offline' as const };
  const messages = Array.from({ length: count }, () => ({
    id: newId(),
    ...of,
    title: 'Foyer is offline – Ball',
    text: 'Foyer is offline, since 19:00',
    entries: [],
    at: new Date(clock.now()),
  }));
  await insertNotifications(database.db, messages);
  return messages.map(({ id }) => id);
}

async function outage(closedAt: Date | null): Promise<string> {
  const id = newId();
  const [organizationId, eventId, at] = [organization.id, organization.eventId, new Date(clock.now())];
  const of = { organizationId, eventId, signRecordId: newId(), signName: 'Foyer', kind: 'offline' as const };
  const closedBy = closedAt && ('recovered' as const);
  await database.db
    .insertInto('outage')
    .values({ id, ...of, since: at, openedAt: at, closedAt, closedBy })
    .execute();
  return id;
}

const ids = async (table: 'notification' | 'message' | 'outage' | 'clone') =>
  (await database.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

test('messages are retained for their retention period, and messages that are not yet sent are kept beyond it', async () => {
  await tell('inbox', 600);
  const [queued] = await tell('email', 1);
  clock.advance(DAY_MS);
  const [young] = await tell('inbox', 1);
  await pruneNotifications(database.db, clock.now());
  expect(await ids('notification')).toEqual([queued, young]);
  expect(await ids('message')).toEqual([queued, young]);
});

test('ended outages are retained for their retention period from their end on, and open outages stay', async () => {
  const open = await outage(null);
  await outage(new Date(clock.now() + 1));
  const long = await outage(new Date(clock.now() + DAY_MS));
  clock.advance(DAY_MS);
  const young = await outage(new Date(clock.now()));
  await pruneOutages(database.db, clock.now());
  expect(await ids('outage')).toEqual([open, long, young].toSorted());
});

test('a job that was given up because there is another one is gone; one that somebody may look at stays', async () => {
  await sql`
    select graphile_worker.add_job('plan_notices', '{}', job_key := key)
    from unnest(array['superseded', 'dead', 'running', 'waiting']) as given (key)`.execute(database.db);
  await sql`
    update graphile_worker._private_jobs set
      attempts = case when key = 'waiting' then 0 else max_attempts end,
      locked_at = case when key = 'running' then now() end,
      priority = case key when 'superseded' then 1 when 'running' then 2 else 0 end,
      key = case when key in ('superseded', 'running') then null else key end`.execute(database.db);
  await pruneSupersededJobs(database.db);
  const { rows } = await sql`select key, priority from graphile_worker.jobs order by id`.execute(database.db);
  expect(rows).toEqual([
    { key: 'dead', priority: 0 },
    { key: null, priority: 2 },
    { key: 'waiting', priority: 0 },
  ]);
});

test('a machine that came no more is forgotten; one that comes still, and what binds a machine, is not', async () => {
  const ports = { clock, random };
  const signRecordId = await insertRecord(database.db, ports, organization);
  const at = () => new Date(clock.now());
  const signId = makeUuidV4(random);
  const machine = { macAddress: '00:00:00:00:00:01', bootId: makeUuidV4(random), appVersion: '1.0.0' };
  const device = { signId, secretHash: 'hash', shortCode: 'ABCD-EFGH', ...machine, firstSeenAt: at() };
  await database.db.insertInto('device').values(device).execute();
  const claimRequestId = newId();
  await database.db
    .updateTable('sign')
    .set({ deviceSignId: signId, macAddress: machine.macAddress, shortCode: device.shortCode, claimRequestId })
    .where('id', '=', signRecordId)
    .execute();
  const [first, newcomer] = [JSON.stringify({}), JSON.stringify({})];
  async function meet(decided: boolean, ofClaim = claimRequestId): Promise<string> {
    const id = newId();
    const decision = { decision: 'keep_first' as const, decidedAt: at(), decidedById: 'ada', decidedByName: 'ada' };
    const machines = { deviceSignId: signId, signRecordId, claimRequestId: ofClaim, first, newcomer };
    const times = { openedAt: at(), lastSeenAt: at(), attempts: 1 };
    await database.db
      .insertInto('clone')
      .values({ id, ...machines, ...times, ...(decided && decision) })
      .execute();
    return id;
  }
  await meet(false);
  const comes = await meet(false);
  const binds = await meet(true);
  await meet(true, newId());
  clock.advance(DAY_MS);
  await database.db.updateTable('clone').set({ lastSeenAt: at() }).where('id', '=', comes).execute();
  await pruneClones(database.db, clock.now());
  expect(await ids('clone')).toEqual([comes, binds].toSorted());
});
