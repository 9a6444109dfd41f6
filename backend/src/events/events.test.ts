import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../access/testing/test-service.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { isTimeZone } from '../recurrence/time-zone-check.ts';
import { checkEventTimes } from './check-start-and-end.ts';

let service: TestService;
let owner: Person;
let organizationId: string;

beforeAll(async () => {
  service = await startTestService();
  owner = await service.makePerson('owner');
  organizationId = idOf(await owner.call('POST', '/api/organizations', { name: 'Opera' }));
});
afterAll(() => service.close());

const create = (body: object): Promise<Reply> =>
  owner.call('POST', `/api/organizations/${organizationId}/events`, body);
const idOf = (reply: Reply): string => (reply.body as { id: string }).id;

describe('events', () => {
  test('are kept as they were given, and what is not given is null', async () => {
    const full = {
      name: 'Ball',
      timeZone: 'America/New_York',
      venue: 'Hall 2',
      startsAt: '2026-12-31T20:00:00.000Z',
      endsAt: '2027-01-01T04:00:00.000Z',
      offlineGraceSeconds: 0,
    };
    const made = await create(full);
    expect(made).toMatchObject({ status: 201, body: { ...full, organizationId } });
    expect((await owner.call('GET', `/api/events/${idOf(made)}`)).body).toEqual(made.body);
    expect((await create({ name: 'Bare', timeZone: 'UTC' })).body).toMatchObject({
      venue: null,
      startsAt: null,
      endsAt: null,
      offlineGraceSeconds: null,
    });
  });

  test('are changed in part; a null takes a detail away', async () => {
    const id = idOf(await create({ name: 'Ball', timeZone: 'UTC', venue: 'Hall', startsAt: '2026-12-31T20:00:00Z' }));
    const changed = await owner.call('PATCH', `/api/events/${id}`, { venue: null, timeZone: 'Asia/Tokyo' });
    expect(changed.body).toMatchObject({
      name: 'Ball',
      venue: null,
      timeZone: 'Asia/Tokyo',
      startsAt: '2026-12-31T20:00:00.000Z',
    });
  });

  test.each([
    [{ timeZone: 'Mars/Olympus' }, '/timeZone'],
    [{ startsAt: '2026-11-21T10:00:00Z', endsAt: '2026-11-21T09:00:00Z' }, '/endsAt'],
    [{ startsAt: '2026-02-31T10:00:00Z' }, '/startsAt'],
    [{ offlineGraceSeconds: 1.5 }, '/offlineGraceSeconds'],
    [{ venue: 'a\u0000b' }, '/venue'],
  ])('%j is validation_failed', async (wrong, path) => {
    const { code, errors } = problemOf(await create({ name: 'Ball', timeZone: 'UTC', ...wrong }));
    expect(code).toBe('validation_failed');
    expect(errors!.map((error) => error.path)).toContain(path);
  });

  test('a change cannot make an event end before it begins', async () => {
    const id = idOf(await create({ name: 'Ball', timeZone: 'UTC', startsAt: '2026-12-31T20:00:00Z' }));
    const patch = await owner.call('PATCH', `/api/events/${id}`, { endsAt: '2026-12-31T19:00:00Z' });
    expect(problemOf(patch).errors).toEqual([{ path: '/endsAt', message: 'is before startsAt' }]);
  });

  test('one with signs is not deleted; one without is', async () => {
    const id = idOf(await create({ name: 'Ball', timeZone: 'UTC' }));
    const at = new Date();
    const sign = { id: makeUuidV7(systemClock, systemRandom), organizationId, eventId: id, name: 'n', location: 'l' };
    await service.database.db
      .insertInto('sign')
      .values({ ...sign, createdAt: at, updatedAt: at })
      .execute();
    expect(problemOf(await owner.call('DELETE', `/api/events/${id}`)).code).toBe('conflict');
    await service.database.db.deleteFrom('sign').where('id', '=', sign.id).execute();
    expect((await owner.call('DELETE', `/api/events/${id}`)).status).toBe(204);
    expect(problemOf(await owner.call('GET', `/api/events/${id}`)).code).toBe('not_found');
  });
});

describe('times', () => {
  test('any text is a time zone or not, and no error', () => {
    fc.assert(fc.property(fc.string(), (name) => typeof isTimeZone(name) === 'boolean'));
    expect(Intl.supportedValuesOf('timeZone').every(isTimeZone)).toBe(true);
  });

  test('an event ends when it begins or later', () => {
    const date = fc.date({ noInvalidDate: true });
    fc.assert(
      fc.property(date, date, (startsAt, endsAt) => {
        const refusal = checkEventTimes({ timeZone: 'UTC', startsAt, endsAt });
        expect(refusal === null).toBe(startsAt <= endsAt);
      }),
    );
  });
});
