import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { ClaimAttempt, ClaimAttemptsSummary, Replacement } from '@sign-display/contracts/rest/claims';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { problemOf, type Person } from '../access/testing/test-service.ts';
import { appendHistory } from '../history/history-repository.ts';
import { answerLink, connectKiosk, linkKiosk, startSignsWorld } from '../signs/testing/signs-world.ts';
import { listReplacements } from './replacements.ts';
import type { SignsWorld, TestKiosk } from '../signs/testing/signs-world.ts';

let world: SignsWorld;
beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());

const newId = () => makeUuidV7(systemClock, systemRandom);

/** An attempt of this person `agoMs` ago, as a claim writes it; its identifier. */
async function insertAttempt(actor: Person, agoMs: number, place: { organizationId: string; eventId: string }) {
  const id = newId();
  const deviceSignId = makeUuidV4(systemRandom);
  const { organizationId, eventId } = place;
  const device = { deviceSignId, shortCode: deriveShortCode(deviceSignId) };
  const outcome = { outcome: 'device_no_ack', requestId: newId(), signRecordId: newId() };
  const item = { kind: 'claim', organizationId, eventId, actorId: actor.id, actorName: 'Somebody' };
  await appendHistory(world.service.database.db, [
    { id, at: new Date(systemClock.now() - agoMs), ...item, ...device, ...outcome },
  ]);
  return id;
}

test('C10: one person’s attempts are read page by page, newest first, without those of others', async () => {
  const { operator, admin, viewer, stranger } = world.people;
  const hers: string[] = [];
  for (let nth = 5; nth > 0; nth -= 1) {
    hers.unshift(await insertAttempt(operator, nth * 2_000, world));
    await insertAttempt(admin, nth * 2_000 - 1_000, world);
  }
  await insertAttempt(operator, 0, world.foreign);
  const path = `/api/events/${world.eventId}/claim-attempts`;
  const read = async (query: string) => {
    const reply = await operator.call('GET', `${path}?${query}`);
    expect(reply.status).toBe(200);
    return reply.body as { items: ClaimAttempt[]; nextCursor: string | null };
  };
  const idsOf = ({ items }: { items: ClaimAttempt[] }) => items.map(({ id }) => id);
  const ofOne = `actorId=${operator.id}`;
  const first = await read(`${ofOne}&limit=3`);
  const second = await read(`${ofOne}&limit=3&cursor=${encodeURIComponent(first.nextCursor!)}`);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(hers);
  expect(second.nextCursor).toBeNull();
  expect(first.items.every(({ actor }) => actor?.id === operator.id)).toBe(true);
  expect(idsOf(await read(''))).toHaveLength(10);
  expect(idsOf(await read(`actorId=${viewer.id}`))).toEqual([]);
  expect(problemOf(await viewer.call('GET', `${path}?${ofOne}`)).code).toBe('forbidden');
  expect(problemOf(await stranger.call('GET', `${path}?${ofOne}`)).code).toBe('not_found');
});

const proofOf = ({ signId, shortCode }: TestKiosk) => ({ signId, shortCode });
const attemptsOf = async (eventId: string, query = '') => {
  const reply = await world.people.operator.call('GET', `/api/events/${eventId}/claim-attempts?${query}`);
  expect(reply.status).toBe(200);
  return (reply.body as { items: ClaimAttempt[] }).items;
};

test('D12: an attempt is listed while it is under way and after it ends, under one identifier and with what the kiosk reported', async () => {
  const { operator } = world.people;
  const eventId = world.otherEventId;
  const record = await world.makeRecord({ eventId });
  const kiosk = await connectKiosk(world);
  const requestId = makeUuidV4(systemRandom);
  const body = { ...proofOf(kiosk), requestId };
  const linking = operator.call('POST', `/api/signs/${record.id}/link`, body);
  const { claimToken } = await kiosk.next('sign:apply_link');
  const [underWay, ...others] = await attemptsOf(eventId, 'outcome=under_way');
  expect(others).toEqual([]);
  const { macAddress, appVersion } = kiosk.handshake;
  expect(underWay).toMatchObject({
    requestId,
    kind: 'link',
    outcome: null,
    durationMs: null,
    httpStatus: null,
    replays: 0,
    startedAt: null,
    name: 'Lobby',
    location: 'Hall 1',
    signRecordId: record.id,
    handshake: 'acknowledged',
    device: { signId: kiosk.signId, macAddress, appVersion, platform: 'linux', address: '127.0.0.1' },
    actor: { id: operator.id },
  });
  expect(underWay!.at).toBe(underWay!.submittedAt);
  const failure = { result: 'failure', reason: 'url_load_failed', detail: 'HTTP 404', httpStatus: 404 };
  await kiosk.request('sign:link_ack', { requestId, claimToken, ...failure, loadMs: 5, replayed: false });
  expect(problemOf(await linking).code).toBe('device_load_failed');
  // A repeated request gets the same outcome and does not count as another attempt.
  expect(problemOf(await operator.call('POST', `/api/signs/${record.id}/link`, body)).code).toBe('device_load_failed');
  const ended = await attemptsOf(eventId);
  expect(ended).toEqual([
    {
      ...underWay!,
      outcome: 'device_load_failed',
      reason: 'url_load_failed',
      detail: 'HTTP 404',
      httpStatus: 404,
      loadMs: 5,
      replays: 1,
      durationMs: expect.any(Number) as number,
    },
  ]);
  await linkKiosk(world, kiosk, record.id);
  const filtered = await attemptsOf(eventId, 'outcome=committed,device_no_ack');
  expect(filtered).toMatchObject([{ outcome: 'committed', kind: 'link' }]);
  const before = `to=${encodeURIComponent(filtered[0]!.at)}`;
  expect((await attemptsOf(eventId, before)).map(({ id }) => id)).toEqual([underWay!.id]);
  const path = `/api/events/${eventId}/claim-attempts/summary`;
  const summary = (await operator.call('GET', path)).body as ClaimAttemptsSummary;
  expect(summary).toMatchObject({ total: 2, medianMs: expect.any(Number) as number });
  expect(summary.byOutcome).toEqual([
    { kind: 'link', outcome: 'committed', reason: null, count: 1 },
    { kind: 'link', outcome: 'device_load_failed', reason: 'url_load_failed', count: 1 },
  ]);
  expect((await operator.call('GET', `${path}?${before}`)).body).toMatchObject({ total: 1 });
  for (const query of ['outcome=Nothing', 'from=yesterday'])
    expect(problemOf(await operator.call('GET', `${path}?${query}`)).code).toBe('validation_failed');
});

test('D14: a replaced device is listed with the note, and as claimed only by a sign of the same organization', async () => {
  const { operator, admin, viewer, stranger } = world.people;
  const { eventId } = world;
  const path = `/api/events/${eventId}/replacements`;
  const read = async () => {
    const reply = await operator.call('GET', path);
    expect(reply.status).toBe(200);
    return (reply.body as { items: Replacement[] }).items;
  };
  const [old, spare] = [await connectKiosk(world), await connectKiosk(world)];
  const record = await linkKiosk(world, old, (await world.makeRecord()).id);
  expect(await read()).toEqual([]);
  const replacing = operator.call('POST', `/api/signs/${record.id}/replace`, {
    ...proofOf(spare),
    note: 'The panel is cracked.',
  });
  await answerLink(spare);
  expect((await replacing).status).toBe(201);
  const deviceOf = (kiosk: TestKiosk) => ({
    ...proofOf(kiosk),
    macAddress: kiosk.handshake.macAddress,
    address: '127.0.0.1',
  });
  const [item, ...more] = await read();
  expect(more).toEqual([]);
  expect(item).toMatchObject({
    sign: { id: record.id, name: 'Lobby', location: 'Hall 1' },
    by: { id: operator.id },
    note: 'The panel is cracked.',
    old: deviceOf(old),
    new: deviceOf(spare),
    oldNow: 'unclaimed',
    oldSign: null,
  });
  const next = await linkKiosk(world, old, (await world.makeRecord({ name: 'Bar' })).id);
  expect(await read()).toMatchObject([{ oldNow: 'claimed', oldSign: { id: next.id, name: 'Bar' } }]);
  await admin.call('POST', `/api/signs/${next.id}/unregister`);
  expect(await read()).toMatchObject([{ oldNow: 'unclaimed' }]);
  const { db } = world.service.database;
  const device = db.selectFrom('device').select('nodeId').where('signId', '=', old.signId);
  const { nodeId } = await device.executeTakeFirstOrThrow();
  expect(await listReplacements(db, { eventId, dead: [nodeId!] }, null, 9)).toMatchObject([{ oldNow: 'disconnected' }]);

  // The stranger's organization claims the device.
  const place = { organizationId: world.foreign.organizationId, eventId: world.foreign.eventId };
  const foreign = (await stranger.call('POST', '/api/signs', { ...place, name: 'Theirs', location: 'Hall 9' })).body;
  const linking = stranger.call('POST', `/api/signs/${(foreign as Sign).id}/link`, proofOf(old));
  await answerLink(old);
  expect((await linking).status).toBe(201);
  expect(await read()).toMatchObject([{ id: item!.id, oldNow: 'disconnected', oldSign: null }]);
  for (const [person, code] of [
    [viewer, 'forbidden'],
    [stranger, 'not_found'],
  ] as const)
    for (const url of [path, `/api/events/${eventId}/claim-attempts/summary`])
      expect(problemOf(await person.call('GET', url)).code).toBe(code);
  // What is replaced stays listed without its record.
  await admin.call('DELETE', `/api/signs/${record.id}`);
  expect(await read()).toMatchObject([{ sign: { id: record.id, name: 'Lobby' } }]);
  const long = { ...proofOf(spare), note: 'x'.repeat(501) };
  const refused = await operator.call('POST', `/api/signs/${next.id}/replace`, long);
  expect(problemOf(refused)).toMatchObject({ code: 'validation_failed', errors: [{ path: '/note' }] });
});
