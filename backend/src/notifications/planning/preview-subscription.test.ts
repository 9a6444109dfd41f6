import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { OUTAGE_KINDS, type OutageKind } from '@sign-display/contracts/rest/outages';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type Subscription,
  type SubscriptionPreview,
} from '@sign-display/contracts/rest/subscriptions';
import { recordNotices, type NewNotice } from '../../outages/notice-queue.ts';
import { OUTAGE_NOTICES, type NoticeKind } from '../../outages/notice-types.ts';
import { pruneTakenNotices } from '../../outages/taken-notices.ts';
import { insertOrganization } from '../../testing/claim-world.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { putSubscription } from '../inbox/subscriptions-repository.ts';
import { createPlanner } from './planner.ts';
import { createPreviews } from './preview-subscription.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIMITS = { offlineGraceMs: 30 * SECOND, groupWindowMs: 30 * SECOND };
const SETTINGS: Subscription = {
  kinds: [...NOTIFICATION_KINDS],
  channels: [...NOTIFICATION_CHANNELS],
  excluded: [],
  graceSeconds: null,
  quietHours: null,
  snoozedUntil: null,
  snoozedSigns: [],
};

const random = createSeededRandom('previews');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/**
 * Starts an event on its own clock that runs the planner with each notice, and whenever the planner asked to run again.
 */
async function startEvent() {
  const clock = createManualClock();
  const organization = await insertOrganization(database.db, { clock, random }, {});
  const { db } = database;
  const log = pino({ level: 'silent' });
  const planner = createPlanner({ db, clock, random, log, feed: { toUser: () => {} }, settings: LIMITS });
  const preview = createPreviews({ db, clock, settings: LIMITS });
  const event = { id: organization.eventId, organizationId: organization.id, offlineGraceSeconds: null };
  const wakeAtMs = async (): Promise<number> => {
    const key = `wake:${event.id}`;
    const { rows } = await sql<{ at: Date }>`select run_at as at from graphile_worker.jobs where key = ${key}`.execute(
      db,
    );
    return rows[0]?.at.getTime() ?? Infinity;
  };
  const plan = async (): Promise<void> => {
    await sql`delete from graphile_worker._private_jobs where key = ${`wake:${event.id}`}`.execute(db);
    await planner.planEvent(event.id);
  };
  return {
    clock,
    event,
    plan,
    newId: () => makeUuidV7(clock, random),
    async passUntil(untilMs: number): Promise<void> {
      for (let atMs = await wakeAtMs(); atMs <= untilMs; atMs = await wakeAtMs()) {
        clock.advance(Math.max(0, atMs - clock.now()));
        await plan();
      }
      clock.advance(Math.max(0, untilMs - clock.now()));
    },
    record: (notices: Pick<NewNotice, 'kind' | 'outageId' | 'signRecordId' | 'stableAt'>[]) =>
      db.transaction().execute((trx) =>
        recordNotices(
          trx,
          notices.map((notice) => ({
            ...notice,
            organizationId: event.organizationId,
            eventId: event.id,
            signName: 'Foyer',
            at: new Date(clock.now()),
          })),
        ),
      ),
    async subscribe(settings: Subscription): Promise<string> {
      const userId = makeUuidV7(clock, random);
      const at = new Date(clock.now());
      const times = { createdAt: at, updatedAt: at };
      const user = {
        id: userId,
        name: 'Ada',
        email: `${userId}@example.org`,
        emailVerified: true,
        image: null,
        ...times,
      };
      await db.insertInto('user').values(user).execute();
      const member = { organizationId: event.organizationId, userId, role: 'viewer' as const, createdAt: at };
      await db.insertInto('member').values(member).execute();
      await putSubscription(db, event.id, userId, settings, at);
      return userId;
    },
    async preview(settings: Subscription): Promise<SubscriptionPreview> {
      const snoozedUntil = settings.snoozedUntil === null ? null : new Date(settings.snoozedUntil);
      const previewed = await preview('mia', event, { ...settings, snoozedUntil }, () => false);
      if ('code' in previewed) throw new Error(`the preview was refused: ${previewed.code}`);
      return previewed;
    },
    /** Counts the messages that the planner sent a person in the last 24 hours. */
    async countSent(userId: string): Promise<SubscriptionPreview['counts']> {
      const counts = { email: 0, push: 0, inbox: 0 };
      const rows = await db
        .selectFrom('notification')
        .select('channel')
        .where('userId', '=', userId)
        .where('at', '>', new Date(clock.now() - DAY))
        .execute();
      for (const { channel } of rows) counts[channel] += 1;
      return counts;
    },
  };
}
type TestEvent = Awaited<ReturnType<typeof startEvent>>;

/** Stores an outage and its notice as the service does. */
async function beginOutage(event: TestEvent, kind: OutageKind, signRecordId: string, stableAt: Date | null = null) {
  const id = event.newId();
  const at = new Date(event.clock.now());
  const place = { organizationId: event.event.organizationId, eventId: event.event.id };
  await database.db
    .insertInto('outage')
    .values({ id, ...place, signRecordId, signName: 'Foyer', kind, since: at, openedAt: at })
    .execute();
  await event.record([{ kind: OUTAGE_NOTICES[kind].begins, outageId: id, signRecordId, stableAt }]);
  return id;
}
async function endOutage(event: TestEvent, outageId: string, kind: NoticeKind, signRecordId: string) {
  const outage = database.db.updateTable('outage').where('id', '=', outageId);
  const at = new Date(event.clock.now());
  if (kind === 'outage_acknowledged') await outage.set({ acknowledgedAt: at, acknowledgedName: 'Ada' }).execute();
  else await outage.set({ closedAt: at, closedBy: kind === 'outage_left' ? 'left' : 'recovered' }).execute();
  await event.record([{ kind, outageId, signRecordId, stableAt: null }]);
}

const SIGNS = 4;
/** Each run calls the planner a few hundred times on Postgres. */
const RUNS = 5;
interface Step {
  gapMs: number;
  lateMs: number;
  sign: number;
  does: OutageKind | 'end' | 'leave' | 'acknowledge' | 'claim';
  isUnstable: boolean;
}
const anyStep = fc.record({
  gapMs: fc.oneof(
    fc.integer({ min: 0, max: 20 * SECOND }),
    fc.integer({ min: 20 * SECOND, max: 4 * MINUTE }),
    fc.integer({ min: 4 * MINUTE, max: 6 * HOUR }),
  ),
  lateMs: fc.constantFrom(0, 0, 700, 2_000),
  sign: fc.nat(SIGNS - 1),
  does: fc.oneof(
    fc.constantFrom('offline', 'end', 'claim'),
    fc.constantFrom(...OUTAGE_KINDS, 'end', 'leave', 'acknowledge'),
  ),
  isUnstable: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
});

/** Plays the steps, leaving out impossible ones: a sign has at most one outage of a kind. */
async function live(event: TestEvent, steps: readonly Step[], signIds: readonly string[]): Promise<void> {
  const open: { id: string; kind: OutageKind; sign: number }[] = [];
  for (const { gapMs, lateMs, sign, does, isUnstable } of steps) {
    await event.passUntil(event.clock.now() + gapMs);
    const signRecordId = signIds[sign]!;
    const own = open.findLastIndex((outage) => outage.sign === sign);
    const stableAt = isUnstable ? new Date(event.clock.now() + 15 * MINUTE) : null;
    if (does === 'claim')
      await event.record([{ kind: 'claim_completed', outageId: null, signRecordId, stableAt: null }]);
    else if (does === 'end' || does === 'leave' || does === 'acknowledge') {
      if (own < 0) continue;
      const { id, kind } = open[own]!;
      if (does !== 'acknowledge') open.splice(own, 1);
      const ends = {
        end: OUTAGE_NOTICES[kind].ends,
        leave: 'outage_left',
        acknowledge: 'outage_acknowledged',
      } as const;
      await endOutage(event, id, ends[does], signRecordId);
    } else if (!open.some((outage) => outage.sign === sign && outage.kind === does))
      open.push({ id: await beginOutage(event, does, signRecordId, stableAt), kind: does, sign });
    await event.passUntil(event.clock.now() + lateMs);
    await event.plan();
  }
}

const clockTime = fc
  .record({ hour: fc.nat(23), minute: fc.constantFrom(0, 30) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
/** Snoozes end during the scenario or after it; their lengths are in hours from its beginning. */
const anySettings = fc.record({
  kinds: fc.oneof(
    fc.constant<NotificationKind[]>([...NOTIFICATION_KINDS]),
    fc.subarray<NotificationKind>([...NOTIFICATION_KINDS], { minLength: 4 }),
  ),
  channels: fc.oneof(
    fc.constant<NotificationChannel[]>([...NOTIFICATION_CHANNELS]),
    fc.subarray<NotificationChannel>([...NOTIFICATION_CHANNELS]),
  ),
  excluded: fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom('sign_offline', 'sign_online', 'content_error', 'claim_completed' as const),
      channel: fc.constantFrom(...NOTIFICATION_CHANNELS),
    }),
    { maxLength: 2, selector: ({ kind, channel }) => `${kind} ${channel}` },
  ),
  graceSeconds: fc.constantFrom(null, null, 0, 10, 120, 3_600),
  quietHours: fc.option(
    fc
      .record({ start: clockTime, end: clockTime, timeZone: fc.constantFrom('UTC', 'Europe/Vienna', 'Asia/Kolkata') })
      .filter(({ start, end }) => start !== end),
  ),
  snoozedHours: fc.option(fc.integer({ min: 1, max: 90 }), { freq: 2 }),
  snoozedSignHours: fc.option(fc.integer({ min: 1, max: 90 }), { freq: 2 }),
});

type DrawnSettings = typeof anySettings extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Subscribes people at the beginning, runs the planner through the steps, and compares each person's messages with
 * another person's preview of the same settings.
 */
async function comparePreviews(steps: readonly Step[], people: readonly DrawnSettings[], tailMs: number) {
  const event = await startEvent();
  const signIds = Array.from({ length: SIGNS }, event.newId);
  const beganMs = event.clock.now();
  const isoAfter = (hours: number) => new Date(beganMs + hours * HOUR).toISOString();
  const subscribed: { settings: Subscription; userId: string }[] = [];
  for (const { snoozedHours, snoozedSignHours, ...given } of people) {
    const settings: Subscription = {
      ...given,
      snoozedUntil: snoozedHours === null ? null : isoAfter(snoozedHours),
      snoozedSigns: snoozedSignHours === null ? [] : [{ signId: signIds[0]!, until: isoAfter(snoozedSignHours) }],
    };
    subscribed.push({ settings, userId: await event.subscribe(settings) });
  }
  await live(event, steps, signIds);
  await event.passUntil(event.clock.now() + tailMs);
  await pruneTakenNotices(database.db, event.clock.now());
  const total = { email: 0, push: 0, inbox: 0 };
  for (const { settings, userId } of subscribed) {
    const sent = await event.countSent(userId);
    expect((await event.preview(settings)).counts).toEqual(sent);
    for (const channel of NOTIFICATION_CHANNELS) total[channel] += sent[channel];
  }
  return total;
}

describe('D18: a preview counts the messages that the planner sends', () => {
  test('a preview equals the messages sent to a person with the same settings on each channel, for any notices and settings', async () => {
    const seen = { email: 0, push: 0, inbox: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 10, maxLength: 45 }),
        fc.array(anySettings, { minLength: 4, maxLength: 6 }),
        fc.integer({ min: 0, max: 10 * HOUR }),
        async (steps, people, tailMs) => {
          const total = await comparePreviews(steps, people, tailMs);
          for (const channel of NOTIFICATION_CHANNELS) seen[channel] += total[channel];
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
    // Without messages, the comparison would prove nothing.
    for (const channel of NOTIFICATION_CHANNELS) expect(seen[channel]).toBeGreaterThan(RUNS);
  });

  test('a preview counts one mail for a storm after the hourly limit, and one mail at the end of quiet hours', async () => {
    const event = await startEvent();
    const quiet = { ...SETTINGS, quietHours: { start: '22:00', end: '07:00', timeZone: 'UTC' } };
    const ada = await event.subscribe(SETTINGS);
    const bob = await event.subscribe(quiet);
    // For an hour from midnight on, a sign goes offline each minute.
    for (let nth = 0; nth < 60; nth += 1) {
      await beginOutage(event, 'offline', event.newId());
      await event.plan();
      await event.passUntil(event.clock.now() + MINUTE);
    }
    await event.passUntil(event.clock.now() + 7 * HOUR);
    expect(await event.countSent(ada)).toEqual({ email: 7, push: 7, inbox: 7 });
    expect(await event.countSent(bob)).toEqual({ email: 1, push: 1, inbox: 7 });
    expect((await event.preview(SETTINGS)).counts).toEqual({ email: 7, push: 7, inbox: 7 });
    expect((await event.preview(quiet)).counts).toEqual({ email: 1, push: 1, inbox: 7 });
    const { from, to } = await event.preview(SETTINGS);
    expect([Date.parse(from), Date.parse(to)]).toEqual([event.clock.now() - DAY, event.clock.now()]);
  });

  test('a preview counts the messages of an event without subscribers, whose planner never runs', async () => {
    const event = await startEvent();
    const signRecordId = event.newId();
    const id = await beginOutage(event, 'offline', signRecordId);
    event.clock.advance(10 * MINUTE);
    await endOutage(event, id, 'sign_online', signRecordId);
    await event.record([{ kind: 'claim_completed', outageId: null, signRecordId, stableAt: null }]);
    event.clock.advance(HOUR);
    expect(await database.db.selectFrom('notice').select('seq').execute()).toEqual([]);
    // The sign comes back online and is claimed in the same window, which makes one message.
    expect((await event.preview(SETTINGS)).counts).toEqual({ email: 2, push: 2, inbox: 2 });
    expect((await event.preview({ ...SETTINGS, kinds: ['sign_offline'] })).counts.email).toBe(1);
    expect((await event.preview({ ...SETTINGS, graceSeconds: 3_600 })).counts.email).toBe(1);
    const excluded = [{ kind: 'sign_offline', channel: 'email' } as const];
    expect((await event.preview({ ...SETTINGS, excluded })).counts).toEqual({ email: 1, push: 2, inbox: 2 });
    const snoozedUntil = new Date(event.clock.now() + HOUR).toISOString();
    expect((await event.preview({ ...SETTINGS, snoozedUntil })).counts).toEqual({ email: 0, push: 0, inbox: 2 });
    expect((await event.preview({ ...SETTINGS, channels: ['push'] })).counts).toEqual({ email: 0, push: 2, inbox: 0 });
    event.clock.advance(DAY);
    expect((await event.preview(SETTINGS)).counts).toEqual({ email: 0, push: 0, inbox: 0 });
  });

  test('a preview counts the end of an outage that began more than two days ago, unless the outage was acknowledged before its message was due', async () => {
    const event = await startEvent();
    const [one, other] = [event.newId(), event.newId()];
    const ada = await event.subscribe(SETTINGS);
    const outages = [await beginOutage(event, 'offline', one), await beginOutage(event, 'error', other)] as const;
    event.clock.advance(10 * SECOND);
    await endOutage(event, outages[1], 'outage_acknowledged', other);
    await event.plan();
    await event.passUntil(event.clock.now() + 4 * DAY);
    await endOutage(event, outages[0], 'sign_online', one);
    await endOutage(event, outages[1], 'content_recovered', other);
    await event.plan();
    await event.passUntil(event.clock.now() + HOUR);
    await pruneTakenNotices(database.db, event.clock.now());
    expect(await event.countSent(ada)).toEqual({ email: 1, push: 1, inbox: 1 });
    expect((await event.preview(SETTINGS)).counts).toEqual({ email: 1, push: 1, inbox: 1 });
  });
});

describe('previews that are too many or too long', () => {
  /**
   * Makes previews on a clock that advances 10 ms with each reading, so each plan fills a slice. Each pause lasts until
   * the test ends it.
   */
  async function startSlowPreviews(mostComputingMs?: number) {
    const event = await startEvent();
    for (let nth = 0; nth < 3; nth += 1) {
      await beginOutage(event, 'offline', event.newId());
      event.clock.advance(5 * MINUTE);
    }
    event.clock.advance(HOUR);
    let passedMs = 0;
    const paused: (() => void)[] = [];
    let onPause = (): void => {};
    const clock: Clock = {
      now: () => event.clock.now(),
      monotonicMs: () => (passedMs += 10),
      after(_, resume) {
        paused.push(resume);
        onPause();
        return () => {};
      },
    };
    const limit = mostComputingMs === undefined ? {} : { mostComputingMs };
    const preview = createPreviews({ db: database.db, clock, settings: LIMITS, ...limit });
    return {
      paused,
      preview: (userId: string, isAbandoned = () => false) =>
        preview(userId, event.event, { ...SETTINGS, snoozedUntil: null }, isAbandoned),
      untilPause: () => (paused.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => (onPause = resolve))),
      /** Ends every pause until the previews resolve. */
      async finish<Result>(previews: Promise<Result>): Promise<Result> {
        onPause = () => paused.shift()!();
        for (const resume of paused.splice(0)) resume();
        return await previews;
      },
    };
  }
  const counts = { counts: { email: 3, push: 3, inbox: 3 } };

  test('D18: a preview that computes for longer than the limit is refused as unavailable', async () => {
    const slow = await startSlowPreviews(50);
    expect(await slow.finish(slow.preview('ada'))).toMatchObject({ code: 'unavailable', retryAfterMs: MINUTE });
    const fast = await startSlowPreviews();
    expect(await fast.finish(fast.preview('ada'))).toMatchObject(counts);
  });

  test('R4: a node computes one preview at a time; a newer preview of the same person immediately replaces a waiting one', async () => {
    const slow = await startSlowPreviews();
    const running = slow.preview('ada');
    await slow.untilPause();
    const [replaced, other, newest] = [slow.preview('ada'), slow.preview('bob'), slow.preview('ada')];
    expect(await replaced).toMatchObject({ code: 'unavailable', retryAfterMs: 5_000 });
    expect(slow.paused).toHaveLength(1);
    expect(await slow.finish(Promise.all([running, other, newest]))).toMatchObject([counts, counts, counts]);
  });

  test('R4: the replay of a closed request stops, and a waiting preview whose request is closed never runs', async () => {
    const slow = await startSlowPreviews();
    let isClosed = false;
    const running = slow.preview('ada', () => isClosed);
    await slow.untilPause();
    const waiting = slow.preview('ada', () => isClosed);
    isClosed = true;
    // Ends the only open pause; no slice follows.
    slow.paused.shift()!();
    expect(await Promise.all([running, waiting])).toMatchObject([{ code: 'unavailable' }, { code: 'unavailable' }]);
    expect(slow.paused).toEqual([]);
  });
});

test('taken notices are retained for 48 hours', async () => {
  const event = await startEvent();
  await event.record([{ kind: 'claim_completed', outageId: null, signRecordId: event.newId(), stableAt: null }]);
  const stored = async () =>
    (await database.db.selectFrom('takenNotice').select('id').where('eventId', '=', event.event.id).execute()).length;
  event.clock.advance(2 * DAY);
  await pruneTakenNotices(database.db, event.clock.now());
  expect(await stored()).toBe(1);
  event.clock.advance(1);
  await pruneTakenNotices(database.db, event.clock.now());
  expect(await stored()).toBe(0);
});
