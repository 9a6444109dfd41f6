import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Schedule, ScheduleSet } from '@sign-display/contracts/rest/schedules';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { changeVersion, problemOf, type Reply } from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { insertUnlinkedSign } from '../signs-repository.ts';
import { beat, connectKiosk, linkKiosk, startSignsWorld, type SignsWorld } from '../testing/signs-world.ts';
import { authorNamed, composeMemoryNode } from '../../testing/claim-world.ts';
import { createGatedDatabase } from '../../testing/gated-database.ts';

let world: SignsWorld;

beforeAll(async () => {
  // One heartbeat of each kiosk is enough, however long a test takes.
  world = await startSignsWorld({ OFFLINE_AFTER_MS: '86400000' });
});
afterAll(() => world.service.close());
beforeEach(async () => {
  await world.service.database.db.deleteFrom('schedule').execute();
  await world.service.database.db.deleteFrom('sign').execute();
});

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const HOUR_MS = 3_600_000;
const given = (more: Partial<Schedule> = {}): Omit<Schedule, 'id'> & { id?: string } => ({
  url: 'https://schedule.example/',
  startsAt: inMs(-HOUR_MS),
  endsAt: inMs(HOUR_MS),
  recurrence: null,
  timeZone: 'Europe/Berlin',
  priority: 0,
  enabled: true,
  ...more,
});
const pathOf = (sign: Sign) => `/api/signs/${sign.id}/schedules`;
const eventPath = () => `/api/events/${world.eventId}/schedules`;
const put = (path: string, schedules: object[], person = world.people.operator): Promise<Reply> =>
  changeVersion(person, 'PUT', path, { schedules });
const setOf = ({ body }: Reply): Schedule[] => (body as ScheduleSet).schedules;
const rowOf = (id: string) =>
  world.service.database.db.selectFrom('sign').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a set of schedules', () => {
  test('is replaced as a whole, in its order; what an answer holds fits into the next PUT', async () => {
    const sign = await world.makeRecord();
    expect((await world.people.viewer.call('GET', pathOf(sign))).body).toEqual({
      schedules: [],
      version: 0,
      updatedAt: null,
      updatedBy: null,
    });
    const first = await put(pathOf(sign), [
      given({ priority: 2, recurrence: 'FREQ=WEEKLY;BYDAY=FR' }),
      given({ priority: 1 }),
    ]);
    expect(first.status).toBe(200);
    expect(setOf(first).map(({ priority }) => priority)).toEqual([2, 1]);
    const again = await put(pathOf(sign), setOf(first));
    expect(setOf(again)).toEqual(setOf(first));
    const second = await put(pathOf(sign), [given(), setOf(first)[1]!]);
    expect(setOf(second)[1]).toEqual(setOf(first)[1]);
    expect((await world.people.viewer.call('GET', pathOf(sign))).body).toEqual(second.body);
    expect((await changeVersion(world.people.operator, 'DELETE', pathOf(sign))).status).toBe(204);
    expect(setOf(await world.people.viewer.call('GET', pathOf(sign)))).toEqual([]);
  });

  test('M5: who replaced it is in the history and in the audit log', async () => {
    const sign = await world.makeRecord();
    await put(pathOf(sign), [given()]);
    const history = (await world.people.viewer.call('GET', `/api/signs/${sign.id}/history`)).body as {
      items: object[];
    };
    expect(history.items[0]).toMatchObject({ kind: 'schedules', actor: { name: 'operator' }, detail: '1 schedules' });
    const audit = await world.service.database.db
      .selectFrom('audit')
      .selectAll()
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(audit).toMatchObject({
      action: 'schedules.replace',
      targetType: 'sign',
      targetId: sign.id,
      actorId: world.people.operator.id,
    });
  });

  test('C8: unregister and replace keep it, delete takes it away', async () => {
    const kiosk = await connectKiosk(world);
    const sign = await linkKiosk(world, kiosk, (await world.makeRecord()).id);
    await put(pathOf(sign), [given()]);
    await world.people.admin.call('POST', `/api/signs/${sign.id}/unregister`);
    expect(setOf(await world.people.viewer.call('GET', pathOf(sign)))).toHaveLength(1);
    const other = await connectKiosk(world);
    await linkKiosk(world, other, sign.id);
    expect(setOf(await world.people.viewer.call('GET', pathOf(sign)))).toHaveLength(1);
    await world.people.admin.call('DELETE', `/api/signs/${sign.id}`);
    expect(await world.service.database.db.selectFrom('schedule').selectAll().execute()).toEqual([]);
  });

  test.each([
    ['/schedules/0/endsAt', { endsAt: inMs(-2 * HOUR_MS) }],
    ['/schedules/0/timeZone', { timeZone: 'Europe/Atlantis' }],
    ['/schedules/0/recurrence', { recurrence: 'FREQ=SECONDLY' }],
    [
      '/schedules/0/recurrence',
      {
        recurrence:
          'FREQ=DAILY;BYSECOND=1,2;BYMINUTE=1,2,3' +
          ',4'.repeat(0) +
          ';BYHOUR=' +
          Array.from({ length: 24 }, (_, hour) => hour).join(','),
      },
    ],
    ['/schedules/0/recurrence', { recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['/schedules/0/recurrence', { recurrence: 'HOURLYISH' }],
    ['/schedules/0/id', { id: '018f0000-0000-7000-8000-000000000000' }],
    ['/schedules/0/priority', { priority: 5_000 }],
    ['/schedules/0/exdates', { exdates: ['2027-10-31'] }],
    ['/schedules/0/exdates/1', { recurrence: 'FREQ=DAILY', exdates: ['2027-10-31', '2027-02-29'] }],
    ['/schedules/0/exdates/0', { recurrence: 'FREQ=DAILY', exdates: ['31.10.2027'] }],
    ['/schedules/0/exdates', { recurrence: 'FREQ=DAILY', exdates: Array.from({ length: 101 }, () => '2027-10-31') }],
  ])('is refused with where it is wrong: %s of %j', async (path, wrong) => {
    const sign = await world.makeRecord();
    const problem = problemOf(await put(pathOf(sign), [given(wrong), given()]));
    expect(problem.code).toBe('validation_failed');
    expect(problem.errors!.map((error) => error.path)).toEqual([path]);
  });

  test('M2: exdates are returned in order without duplicates, and a PUT of the returned set of schedules changes nothing', async () => {
    const sign = await world.makeRecord();
    const exdates = ['2027-12-25', '2027-10-31', '2027-12-25'];
    const first = await put(pathOf(sign), [
      given({ recurrence: 'FREQ=DAILY', exdates }),
      given({ exdates: [] }),
      given(),
    ]);
    expect(setOf(first).map((one) => one.exdates)).toEqual([['2027-10-31', '2027-12-25'], [], []]);
    expect(setOf(await put(pathOf(sign), setOf(first)))).toEqual(setOf(first));
  });

  test('M2: a sign shows its assigned page on a day in exdates, and the schedule’s page once the day is taken out', async () => {
    const sign = await linkKiosk(world, await connectKiosk(world), (await world.makeRecord()).id);
    const nightly = { recurrence: 'FREQ=DAILY', timeZone: 'UTC', endsAt: inMs(60_000), startsAt: inMs(-60_000) };
    const today = nightly.startsAt.slice(0, 10);
    const shown = async () => ((await world.people.viewer.call('GET', `/api/signs/${sign.id}`)).body as Sign).shown;
    await put(pathOf(sign), [given({ ...nightly, exdates: [today] })]);
    expect(await shown()).toMatchObject({ source: 'assigned', url: sign.url });
    await put(pathOf(sign), [given({ ...nightly, exdates: [] })]);
    expect(await shown()).toMatchObject({ source: 'schedule', url: given().url });
  });

  test('an id that is there twice, or of another set, is refused', async () => {
    const sign = await world.makeRecord();
    const [one] = setOf(await put(pathOf(sign), [given()]));
    expect(problemOf(await put(pathOf(sign), [one!, one!])).errors!.map(({ path }) => path)).toEqual([
      '/schedules/1/id',
    ]);
    expect(problemOf(await put(eventPath(), [one!])).errors!.map(({ path }) => path)).toEqual(['/schedules/0/id']);
  });

  test('A4: a page must be one that may be shown, here and in this organization', async () => {
    const sign = await world.makeRecord();
    const { db } = world.service.database;
    const restrict = (allowedUrlHosts: string[]) =>
      db.updateTable('organization').set({ allowedUrlHosts }).where('id', '=', world.organizationId).execute();
    const codeOf = async (url: string) => problemOf(await put(pathOf(sign), [given(), given({ url })]));
    expect(await codeOf('ftp://schedule.example/')).toMatchObject({
      code: 'invalid_url',
      errors: [{ path: '/schedules/1/url' }],
    });
    await restrict(['schedule.example']);
    expect(await codeOf('https://other.example/')).toMatchObject({
      code: 'invalid_url',
      errors: [{ path: '/schedules/1/url' }],
    });
    await restrict([]);
  });

  test('what a look at a whole set costs is bounded; 500 ordinary rules are below it', async () => {
    const sign = await world.makeRecord();
    const sparse = given({ recurrence: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29' });
    const tooMuch = await put(pathOf(sign), [...Array.from({ length: 3 }, () => sparse), sparse]);
    expect(problemOf(tooMuch).errors).toMatchObject([{ path: '/schedules/3/recurrence' }]);
    expect((await put(pathOf(sign), [sparse])).status).toBe(200);
    const yearly = given({ recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29' });
    const weekly = given({ recurrence: 'FREQ=WEEKLY;BYDAY=MO' });
    const daily = given({ recurrence: 'FREQ=DAILY;BYDAY=MO' });
    const ordinary = [yearly, weekly, daily].flatMap((one) => Array.from({ length: 166 }, () => one));
    expect((await put(pathOf(sign), ordinary)).status).toBe(200);
  });

  test.each([
    ['FREQ=WEEKLY;BYSETPOS=300;BYDAY=MO,TU', /makes 2 starts a week at the most: take a position from 1 to 2/],
    [`FREQ=WEEKLY;BYSETPOS=300;BYDAY=MO,TU;BYHOUR=0,1,2,3;BYMINUTE=0,5,10,15,20`, /makes 40 starts a week/],
    ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTHDAY=30;BYMONTH=2', /a rarer FREQ|no occurrence/],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=1000', /counting them takes too long: say with UNTIL/],
  ])('H3: %s is refused with what to do instead', async (recurrence, words) => {
    const sign = await world.makeRecord();
    const problem = problemOf(await put(pathOf(sign), [given(), given({ recurrence })]));
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path: '/schedules/1/recurrence' }] });
    expect(problem.errors![0]!.message).toMatch(words);
  });

  test('A1: is for operators of the organization to write and for its members to read; it is not there for anybody else', async () => {
    const sign = await world.makeRecord();
    const { viewer, stranger } = world.people;
    for (const path of [pathOf(sign), eventPath()]) {
      expect(problemOf(await put(path, [given()], viewer)).code).toBe('forbidden');
      expect(problemOf(await viewer.call('DELETE', path)).code).toBe('forbidden');
      expect(problemOf(await put(path, [given()], stranger)).code).toBe('not_found');
      expect(problemOf(await stranger.call('GET', path)).code).toBe('not_found');
      expect(problemOf(await stranger.call('DELETE', path)).code).toBe('not_found');
      expect(setOf(await viewer.call('GET', path))).toEqual([]);
    }
  });
});

describe('what is right now', () => {
  test('M2: a schedule that is on when it is put is shown at once, told with its end, and gone when it is taken away', async () => {
    const kiosk = await connectKiosk(world);
    const sign = await linkKiosk(world, kiosk, (await world.makeRecord()).id);
    const { configVersion } = await rowOf(sign.id);
    const [schedule] = setOf(await put(pathOf(sign), [given()]));
    const shown = { url: schedule!.url, source: 'schedule', until: schedule!.endsAt };
    const told = await kiosk.next('sign:display_content');
    expect(told).toMatchObject(shown);
    expect(await kiosk.next('sign:config')).toMatchObject({
      configVersion: configVersion + 1,
      content: { url: schedule!.url, contentId: told.contentId },
      until: schedule!.endsAt,
      assigned: { url: sign.url },
    });
    // The same again changes nothing: nobody is told.
    await put(pathOf(sign), [schedule!]);
    expect((await rowOf(sign.id)).configVersion).toBe(configVersion + 1);
    await changeVersion(world.people.operator, 'DELETE', pathOf(sign));
    expect(await kiosk.next('sign:display_content')).toMatchObject({ url: sign.url, source: 'assigned' });
    const config = await kiosk.next('sign:config');
    expect(config).toMatchObject({ configVersion: configVersion + 2, content: { url: sign.url } });
    expect(config).not.toHaveProperty('until');
  });

  test('M2: the sign’s own is over its event’s, the larger priority over both, and a disabled one counts for nothing', async () => {
    const sign = await world.makeRecord();
    const shownUrl = async () => (await rowOf(sign.id)).shownUrl;
    await put(eventPath(), [given({ url: 'https://event.example/' })]);
    expect(await shownUrl()).toBe('https://event.example/');
    await put(pathOf(sign), [given({ url: 'https://sign.example/' })]);
    expect(await shownUrl()).toBe('https://sign.example/');
    const urgent = given({ url: 'https://urgent.example/', priority: 1 });
    const [put1] = setOf(await put(eventPath(), [urgent]));
    expect(await shownUrl()).toBe('https://urgent.example/');
    await put(eventPath(), [{ ...put1!, enabled: false }]);
    expect(await shownUrl()).toBe('https://sign.example/');
    await changeVersion(world.people.operator, 'DELETE', pathOf(sign));
    expect(await shownUrl()).toBeNull();
  });

  test('a sign without an assigned page shows a schedule’s while its kiosk says so, and says since when', async () => {
    const kiosk = await connectKiosk(world);
    const { id } = await linkKiosk(world, kiosk, (await world.makeRecord({ url: null })).id);
    beat(kiosk, { contentState: 'idle' });
    const now = async () => (await world.people.viewer.call('GET', `/api/signs/${id}`)).body as Sign;
    // A record without a page is idle before its first heartbeat, too.
    await expect.poll(now, { timeout: 60_000 }).toMatchObject({ status: 'idle', contentState: 'idle' });
    const idle = await now();
    const moment = Date.now();
    const scheduled = given();
    await put(`/api/signs/${id}/schedules`, [scheduled]);
    const shown = { url: scheduled.url, source: 'schedule', until: scheduled.endsAt };
    // It was told the page, and has not said yet that it shows it. Its last heartbeat may be written meanwhile.
    expect(await now()).toEqual({ ...idle, shown, lastSeenAt: expect.any(String) });
    beat(kiosk, { contentState: 'loading' });
    beat(kiosk, { contentState: 'showing' });
    await expect.poll(async () => (await now()).status, { timeout: 5_000 }).toBe('showing');
    const showing = await now();
    expect(showing).toMatchObject({ url: null, updatedAt: idle.updatedAt });
    expect(Date.parse(showing.statusSince!)).toBeGreaterThanOrEqual(moment);
    await put(`/api/signs/${id}/schedules`, [given({ url: 'https://second.example/' })]);
    expect((await now()).statusSince).toBe(showing.statusSince);
    await changeVersion(world.people.operator, 'DELETE', `/api/signs/${id}/schedules`);
    beat(kiosk, { contentState: 'idle' });
    await expect.poll(async () => (await now()).status, { timeout: 5_000 }).toBe('idle');
    expect((await now()).statusSince! > showing.statusSince!).toBe(true);
  });

  test('M2: a record that is made or claimed into an event is in its schedules at once', async () => {
    await put(eventPath(), [given()]);
    const made = await world.makeRecord();
    expect((await rowOf(made.id)).shownUrl).toBe('https://schedule.example/');
    const kiosk = await connectKiosk(world);
    await linkKiosk(world, kiosk, made.id);
    expect(kiosk.received.find(({ event }) => event === 'sign:claimed')!.payload).toMatchObject({
      content: { url: 'https://schedule.example/' },
      assigned: { url: made.url },
    });
  });

  test('M2: of a set that is put and a record that is made at the same moment neither misses the other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [made] = await Promise.all([world.makeRecord(), put(eventPath(), [given()])]);
      expect((await rowOf(made.id)).shownUrl).toBe('https://schedule.example/');
      await changeVersion(world.people.operator, 'DELETE', eventPath());
      expect((await rowOf(made.id)).shownUrl).toBeNull();
    }
  });

  test('M2: a record that is made while its event’s set is being put waits for it, and is in it', async () => {
    const { database } = world.service;
    const gated = await createGatedDatabase(database);
    onTestFinished(() => gated.close());
    const putting = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    // It has looked at the signs of the event by then.
    const slow = gated.open(async (statement) => {
      if (!statement.startsWith('insert into "schedule"')) return;
      putting.resolve();
      await mayGoOn.promise;
    });
    const deps = { clock: systemClock, random: systemRandom };
    const node = composeMemoryNode({ db: slow.db, ...deps });
    const { organizationId, eventId } = world;
    const set = { schedules: [{ ...given(), recurrence: null }] };
    const owner = { eventId };
    const seen = { owner, version: (await node.schedules.list(owner)).version };
    const put = node.schedules.replace(seen, organizationId, set, authorNamed('olga'));
    await putting.promise;
    const sign = {
      id: makeUuidV7(systemClock, systemRandom),
      organizationId,
      eventId,
      name: 'Lobby',
      location: 'Hall 1',
    };
    const made = gated
      .open()
      .db.transaction()
      .execute((trx) => insertUnlinkedSign(trx, { ...sign, url: null, contentId: null }, systemClock.now()));
    await gated.settled();
    mayGoOn.resolve();
    await Promise.all([put, made]);
    expect((await rowOf(sign.id)).shownUrl).toBe('https://schedule.example/');
  });

  test('C7: a new assignment below a schedule changes the config, and not what is shown', async () => {
    const kiosk = await connectKiosk(world);
    const sign = await linkKiosk(world, kiosk, (await world.makeRecord()).id);
    await put(pathOf(sign), [given()]);
    await kiosk.next('sign:display_content');
    await kiosk.next('sign:config');
    const reply = await world.patch(
      world.people.operator,
      sign.id,
      { url: 'https://below.example/' },
      `"${sign.version}"`,
    );
    expect(reply.status).toBe(200);
    const config = await kiosk.next('sign:config');
    expect(config).toMatchObject({
      content: { url: 'https://schedule.example/' },
      assigned: { url: 'https://below.example/' },
    });
    expect(kiosk.received.filter(({ event }) => event === 'sign:display_content')).toHaveLength(1);
  });
});
