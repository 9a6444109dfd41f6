import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { ClaimAttempt, ClaimResponse } from '@sign-display/contracts/rest/claims';
import type { HistoryItem, Sign } from '@sign-display/contracts/rest/signs';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { problemOf, type Reply } from '../access/testing/test-service.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { answerLink, connectKiosk, linkKiosk, startSignsWorld } from './testing/signs-world.ts';
import type { SignsWorld, TestKiosk } from './testing/signs-world.ts';

let world: SignsWorld;
let old: TestKiosk;
let spare: TestKiosk;
/** The record that `old` belongs to. */
let record: Sign;

beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());
beforeEach(async () => {
  await world.service.database.db.deleteFrom('sign').execute();
  old = await connectKiosk(world);
  spare = await connectKiosk(world);
  record = await linkKiosk(world, old, (await world.makeRecord()).id);
});

type Device = { signId: string; shortCode: string };
const replace = (id: string, { signId, shortCode }: Device, requestId?: string, person = world.people.operator) =>
  person.call('POST', `/api/signs/${id}/replace`, { signId, shortCode, ...(requestId && { requestId }) });
const successOf = ({ requestId, claimToken }: BackendMessage<'sign:apply_link'>) => {
  return { requestId, claimToken, result: 'success', loadMs: 5, replayed: false };
};
const signOf = (reply: Reply): Sign => (reply.body as ClaimResponse).sign;
const codeOf = (reply: Reply): string => (reply.status < 300 ? 'committed' : problemOf(reply).code);
const read = async (id = record.id): Promise<Sign> =>
  (await world.people.viewer.call('GET', `/api/signs/${id}`)).body as Sign;
const unregister = (id = record.id) => world.people.admin.call('POST', `/api/signs/${id}/unregister`);
const countOf = (kiosk: TestKiosk, event: string): number =>
  kiosk.received.filter((message) => message.event === event).length;
/** A kiosk that proves every page that it is asked to, for as long as it is connected. */
async function answerAll(kiosk: TestKiosk): Promise<never> {
  for (;;) await answerLink(kiosk);
}
/** The record that the kiosk was last told to be; null: nobody's. */
const lastConfig = (kiosk: TestKiosk): string | null => {
  const last = kiosk.received.findLast(({ event }) => event === 'sign:config');
  return (last!.payload as { sign: { id: string } | null }).sign?.id ?? null;
};

describe('replacing a device', () => {
  test('C8: puts the new device in the place of the old one; name, location, page, settings stay', async () => {
    const patch = { settings: { muted: true } };
    record = (await world.patch(world.people.operator, record.id, patch, `"${record.version}"`)).body as Sign;
    await old.next('sign:config');
    const replying = replace(record.id, spare);
    expect(await answerLink(spare)).toEqual({ ok: true });
    const reply = await replying;
    const after = signOf(reply);
    expect(reply).toMatchObject({ status: 201, body: { handshake: 'acknowledged' } });
    expect(reply.headers['etag']).toBe(`"${after.version}"`);
    const { id, organizationId, eventId, name, location, url, settings, createdAt } = record;
    expect(after).toMatchObject({ id, organizationId, eventId, name, location, url, settings, createdAt });
    expect(after.device).toMatchObject({ deviceSignId: spare.signId, shortCode: spare.shortCode });
    expect(after.version).toBeGreaterThan(record.version);
    expect((await read()).device).toEqual(after.device);
    expect(await spare.next('sign:claimed')).toMatchObject({ signRecordId: id, content: { url }, settings });
  });

  test('C8: the old kiosk is told why and that it is nobody’s, and may be claimed for any event', async () => {
    const replying = replace(record.id, spare);
    await answerLink(spare);
    await replying;
    expect(await old.next('sign:unregistered')).toEqual({ reason: expect.stringMatching(/replaced/) as string });
    expect(await old.next('sign:config')).toMatchObject({ claimed: false, sign: null });
    const elsewhere = await world.makeRecord({ eventId: world.otherEventId });
    expect(await linkKiosk(world, old, elsewhere.id)).toMatchObject({ device: { deviceSignId: old.signId } });
  });

  test('C10: stands in the history, with who did it and what became of the old device', async () => {
    const requestId = makeUuidV4(systemRandom);
    const replying = replace(record.id, spare, requestId);
    await answerLink(spare);
    await replying;
    const { viewer, operator } = world.people;
    const history = (await viewer.call('GET', `/api/signs/${record.id}/history`)).body as { items: HistoryItem[] };
    const actor = { id: operator.id, name: 'operator' };
    const deviceOf = ({ signId, shortCode }: Device) => ({ signId, shortCode });
    expect(history.items.find(({ kind }) => kind === 'replace')).toMatchObject({
      actor,
      requestId,
      device: deviceOf(spare),
      outcome: 'committed',
    });
    expect(history.items.find(({ kind }) => kind === 'unregister')).toMatchObject({
      actor,
      requestId,
      device: deviceOf(old),
      outcome: 'ok',
      detail: `Replaced by the device ${spare.shortCode}.`,
    });
    const attempts = await operator.call('GET', `/api/events/${world.eventId}/claim-attempts`);
    expect((attempts.body as { items: ClaimAttempt[] }).items[0]).toMatchObject({ kind: 'replace', requestId });
  });

  test('C2: nothing changes before the new kiosk has proved the page, nor by a forged answer', async () => {
    const replying = replace(record.id, spare);
    const link = await spare.next('sign:apply_link');
    expect(link.url).toBe(record.url);
    const ack = successOf(link);
    const conflict = { ok: false, error: { code: 'conflict' } };
    expect(await old.request('sign:link_ack', ack)).toMatchObject(conflict);
    expect(await spare.request('sign:link_ack', { ...ack, claimToken: 'f'.repeat(64) })).toMatchObject(conflict);
    expect((await read()).device).toEqual(record.device);
    expect(countOf(old, 'sign:unregistered')).toBe(0);
    expect(await spare.request('sign:link_ack', ack)).toEqual({ ok: true });
    expect(codeOf(await replying)).toBe('committed');
  });

  test('C3: a failed one leaves the old device as it was, and the new one unclaimed', async () => {
    const replying = replace(record.id, spare);
    await answerLink(spare, 'failure');
    expect(problemOf(await replying)).toMatchObject({ code: 'device_load_failed', reason: 'url_unreachable' });
    const after = await read();
    expect(after).toEqual({ ...record, lastSeenAt: after.lastSeenAt });
    expect(countOf(old, 'sign:unregistered')).toBe(0);
    expect([lastConfig(old), lastConfig(spare)]).toEqual([record.id, null]);
  });

  test('C4: the same request once more is told the same, and replaces nothing', async () => {
    const requestId = makeUuidV4(systemRandom);
    const replying = replace(record.id, spare, requestId);
    await answerLink(spare);
    const first = await replying;
    expect(await replace(record.id, spare, requestId)).toMatchObject({ status: 200, body: first.body });
    expect(codeOf(await replace(record.id, old, requestId))).toBe('request_id_reused');
    expect(countOf(spare, 'sign:apply_link')).toBe(1);
    expect((await read()).device).toEqual(signOf(first).device);
  });

  test('C9: without the handshake it is done at once', async () => {
    const { db } = world.service.database;
    const setHandshake = (linkHandshakeEnabled: boolean | null) =>
      db.updateTable('organization').set({ linkHandshakeEnabled }).where('id', '=', world.organizationId).execute();
    await setHandshake(false);
    expect(await replace(record.id, spare)).toMatchObject({ status: 201, body: { handshake: 'legacy' } });
    await setHandshake(null);
    expect([lastConfig(old), lastConfig(spare)]).toEqual([null, record.id]);
    expect(countOf(old, 'sign:unregistered')).toBe(1);
  });

  test('is refused with a reason', async () => {
    const unlinked = await world.makeRecord();
    expect(codeOf(await replace(unlinked.id, spare))).toBe('sign_not_linked');
    expect(codeOf(await replace(record.id, old))).toBe('sign_already_claimed');
    const elsewhere = await linkKiosk(world, await connectKiosk(world), unlinked.id);
    const { deviceSignId: signId, shortCode } = elsewhere.device!;
    expect(codeOf(await replace(record.id, { signId, shortCode }))).toBe('sign_already_claimed');
    const away = makeUuidV4(systemRandom);
    expect(codeOf(await replace(record.id, { signId: away, shortCode: deriveShortCode(away) }))).toBe(
      'sign_not_connected',
    );
    expect(codeOf(await replace(record.id, { ...spare, shortCode: old.shortCode }))).toBe('short_code_mismatch');
    expect(countOf(spare, 'sign:apply_link')).toBe(0);
    expect((await read()).device).toEqual(record.device);
  });

  test('A1: is for operators of the organization', async () => {
    const { viewer, stranger } = world.people;
    expect(codeOf(await replace(record.id, spare, undefined, viewer))).toBe('forbidden');
    expect(codeOf(await replace(record.id, spare, undefined, stranger))).toBe('not_found');
    expect((await read()).device).toEqual(record.device);
  });
});

describe('at once', () => {
  test('C1: two replaces of one record are as if made one after the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await connectKiosk(world), await connectKiosk(world)];
      const replying = [replace(record.id, one), replace(record.id, two)];
      await Promise.all([answerLink(one), answerLink(two)]);
      expect((await Promise.all(replying)).map(codeOf)).toEqual(['committed', 'committed']);
      const winner = (await read()).device!.deviceSignId;
      const loser = winner === one.signId ? two : one;
      expect([one.signId, two.signId]).toContain(winner);
      await loser.next('sign:unregistered');
      // An answer is acknowledged after everybody has been told.
      for (const kiosk of [one, two]) expect(lastConfig(kiosk)).toBe(kiosk === loser ? null : record.id);
    }
  });

  test('C1: of a replace and a claim of the same device one is committed', async () => {
    const { organizationId, eventId } = world;
    const { signId, shortCode } = spare;
    const claim = { organizationId, eventId, name: 'Stage', location: 'Hall 2', signId, shortCode };
    const replying = [replace(record.id, spare), world.people.admin.call('POST', '/api/signs/claim', claim)];
    // It is asked for both where the second attempt was opened while the first one was committed.
    void answerAll(spare);
    const codes = (await Promise.all(replying)).map(codeOf).toSorted();
    expect(codes[0]).toBe('committed');
    expect(['request_in_progress', 'sign_already_claimed']).toContain(codes[1]);
  });

  test('C8: a record that loses its device meanwhile is not given another by the replace', async () => {
    const replying = replace(record.id, spare);
    const link = await spare.next('sign:apply_link');
    expect((await unregister()).status).toBe(200);
    await spare.request('sign:link_ack', successOf(link));
    expect(codeOf(await replying)).toBe('sign_not_linked');
    expect((await read()).device).toBeNull();
    expect(lastConfig(spare)).toBeNull();
  });

  test.each(['link', 'replace'])('C3: a %s of a record that is deleted meanwhile finds nothing', async (verb) => {
    if (verb === 'link') await unregister();
    const { signId, shortCode } = spare;
    const replying = world.people.operator.call('POST', `/api/signs/${record.id}/${verb}`, { signId, shortCode });
    const link = await spare.next('sign:apply_link');
    expect((await world.people.admin.call('DELETE', `/api/signs/${record.id}`)).status).toBe(204);
    await spare.request('sign:link_ack', successOf(link));
    expect(codeOf(await replying)).toBe('not_found');
    expect(lastConfig(spare)).toBeNull();
  });

  test('C1, C7: a replace and an unregister leave the kiosks and the record of one mind', async () => {
    for (let round = 0; round < 10; round += 1) {
      const here = await connectKiosk(world);
      const there = await connectKiosk(world);
      const { id } = await linkKiosk(world, here, (await world.makeRecord()).id);
      const replying = replace(id, there);
      const link = await there.next('sign:apply_link');
      const [, unregistered] = await Promise.all([there.request('sign:link_ack', successOf(link)), unregister(id)]);
      expect(unregistered.status).toBe(200);
      expect(['committed', 'sign_not_linked']).toContain(codeOf(await replying));
      expect((await read(id)).device).toBeNull();
      expect([here, there].map(lastConfig)).toEqual([null, null]);
    }
  });
});
