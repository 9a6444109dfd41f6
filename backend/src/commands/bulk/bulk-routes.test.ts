import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bulk, BulkSignPage } from '@sign-display/contracts/rest/bulk';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { patchOrganization, problemOf } from '../../access/testing/test-service.ts';
import { startCommandsWorld, type CommandsWorld } from '../testing/commands-world.ts';

let world: CommandsWorld;
beforeAll(async () => {
  world = await startCommandsWorld();
});
afterAll(async () => {
  await world.service.close();
});

const url = 'https://example.com/';
const post = (action: object, more: object = {}, person = world.people.operator) =>
  person.call('POST', '/api/signs/bulk', {
    organizationId: world.organizationId,
    target: { filter: {} },
    action,
    ...more,
  });

describe('POST /api/signs/bulk', () => {
  it('M1: is accepted with the number of signs, and each kiosk shows the page', async () => {
    const linked = [await world.linked(), await world.linked()];
    const { status, body } = await post(
      { url: 'https://example.com/bulk' },
      { target: { signIds: linked.map(({ sign }) => sign.id) } },
    );
    expect(status).toBe(202);
    expect(body).toEqual({ bulkId: expect.any(String) as string, accepted: 2 });
    for (const { kiosk } of linked)
      expect(await kiosk.next('sign:display_content')).toMatchObject({
        url: 'https://example.com/bulk',
        source: 'assigned',
      });
  });

  it('fits signs by their status', async () => {
    await world.makeRecord();
    const { kiosk } = await world.linked();
    const { body } = await post({ command: 'refresh' }, { target: { filter: { status: 'unlinked' } } });
    const records = await world.service.database.db
      .selectFrom('sign')
      .select('id')
      .where('deviceSignId', 'is', null)
      .execute();
    expect(body).toMatchObject({ accepted: records.length });
    expect(kiosk.received.map(({ event }) => event)).not.toContain('sign:refresh');
  });

  it('refuses in the order of the contract', async () => {
    const foreign = { organizationId: world.foreign.organizationId };
    const past = { command: 'display_content', args: { url, until: '2020-01-01T00:00:00.000Z' } };
    expect(problemOf(await post({ command: 'explode' }, foreign))).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: '/action/command' }],
    });
    expect(problemOf(await post(past, foreign))).toMatchObject({ errors: [{ path: '/action/args/until' }] });
    expect(problemOf(await post({ url: 'file:///etc/passwd' }, foreign)).code).toBe('invalid_url');
    expect(problemOf(await post({ url }, foreign)).code).toBe('not_found');
    const theirs = { target: { signIds: [(await world.makeRecord()).id] } };
    expect(problemOf(await post({ url }, { ...theirs, ...foreign }, world.people.stranger)).code).toBe('not_found');
  });

  it('A1: of a filter whose event is another organization’s, or nowhere, is not_found', async () => {
    const codeOf = async (eventId: string) =>
      problemOf(await post({ command: 'refresh' }, { target: { filter: { eventId } } })).code;
    const { foreign, service, people } = world;
    expect(await codeOf('00000000-0000-4000-8000-000000000000')).toBe('not_found');
    expect(await codeOf(foreign.eventId)).toBe('not_found');
    // A member of both: the event is the other organization's all the same.
    await service.setRole(foreign.organizationId, people.operator.id, 'operator');
    expect(await codeOf(foreign.eventId)).toBe('not_found');
    expect((await post({ command: 'refresh' }, { target: { filter: { eventId: world.eventId } } })).status).toBe(202);
  });

  it('A2: needs the role of its command', async () => {
    const { viewer, operator, admin } = world.people;
    const target = { target: { filter: { q: 'nowhere' } } };
    expect(problemOf(await post({ url }, target, viewer)).code).toBe('forbidden');
    expect(problemOf(await post({ command: 'reboot_device' }, target, operator)).code).toBe('forbidden');
    expect((await post({ command: 'reboot_device' }, target, admin)).status).toBe(202);
    expect((await post({ url: null }, target)).status).toBe(202);
  });

  it('A4: the organization says which hosts may be shown', async () => {
    await patchOrganization(world.people.admin, world.organizationId, { allowedUrlHosts: ['example.com'] });
    for (const action of [
      { url: 'https://example.org/' },
      { command: 'display_content', args: { url: 'https://example.org/' } },
    ])
      expect(problemOf(await post(action)).code).toBe('invalid_url');
    await patchOrganization(world.people.admin, world.organizationId, { allowedUrlHosts: [] });
  });
});

describe('GET /api/bulk/:id', () => {
  const read = (bulkId: string, person = world.people.operator) => person.call('GET', `/api/bulk/${bulkId}`);
  const settled = async (bulkId: string): Promise<Bulk> => {
    for (;;) {
      const bulk = (await read(bulkId)).body as Bulk;
      if (bulk.counts.queued + bulk.counts.sent === 0) return bulk;
    }
  };

  it('M1: says who asked for what, and how far each sign is', async () => {
    const [{ sign, kiosk }, { id }] = [await world.linked(), await world.makeRecord()];
    const action = { url: 'https://example.com/counted' };
    const { body } = await post(action, { target: { signIds: [sign.id, id] } });
    const { bulkId } = body as { bulkId: string };
    const told = await kiosk.next('sign:display_content');
    expect(told).toMatchObject({ ...action, commandId: bulkId });
    kiosk.send('sign:command_ack', { commandId: bulkId });
    const bulk = await settled(bulkId);
    expect(bulk).toEqual({
      bulkId,
      action,
      by: { id: world.people.operator.id, name: expect.any(String) as string },
      createdAt: expect.any(String) as string,
      total: 2,
      counts: { queued: 0, sent: 0, acked: 2, failed: 0, refused: 0, expired: 0 },
      undoableUntil: expect.any(String) as string,
      undoOf: null,
      leftOut: null,
    });
    expect(Date.parse(bulk.undoableUntil!) - Date.parse(bulk.createdAt)).toBe(600_000);
  });

  it('M3: says that a kiosk could not show the page', async () => {
    const { sign, kiosk } = await world.linked();
    const { body } = await post({ url: 'https://example.com/broken' }, { target: { signIds: [sign.id] } });
    const { bulkId } = body as { bulkId: string };
    await kiosk.next('sign:display_content');
    kiosk.send('sign:command_error', { commandId: bulkId, code: 'url_unreachable', detail: 'ECONNREFUSED' });
    expect((await settled(bulkId)).counts).toMatchObject({ acked: 0, failed: 1 });
  });

  it('A1: a kiosk says nothing of a bulk that was not for its sign', async () => {
    const [{ sign, kiosk }, { kiosk: other }] = [await world.linked(), await world.linked()];
    const { body } = await post({ url: 'https://example.com/own' }, { target: { signIds: [sign.id] } });
    const { bulkId } = body as { bulkId: string };
    await kiosk.next('sign:display_content');
    await other.request('sign:command_error', { commandId: bulkId, code: 'no', detail: '' });
    expect(((await read(bulkId)).body as Bulk).counts).toMatchObject({ failed: 0, acked: 0 });
  });

  it('A1, A2: is for operators, and not there for others', async () => {
    const { body } = await post({ url }, { target: { filter: { q: 'nowhere' } } });
    const { bulkId } = body as { bulkId: string };
    expect(problemOf(await read(bulkId, world.people.viewer)).code).toBe('forbidden');
    expect(problemOf(await read(bulkId, world.people.stranger)).code).toBe('not_found');
    expect(problemOf(await read('01939bf7-0000-7000-8000-000000000000')).code).toBe('not_found');
  });

  it('undone, puts back what each had, and can not be undone twice; a command can not at all', async () => {
    const { sign, kiosk } = await world.linked();
    const target = { target: { signIds: [sign.id] } };
    const undo = (bulkId: string) => world.people.operator.call('POST', `/api/bulk/${bulkId}/undo`);
    const { bulkId } = (await post({ url: 'https://example.com/undone' }, target)).body as { bulkId: string };
    await kiosk.next('sign:display_content');
    const undone = await undo(bulkId);
    expect(undone).toMatchObject({ status: 202, body: { accepted: 1 } });
    const { bulkId: undoId } = undone.body as { bulkId: string };
    expect(await kiosk.next('sign:display_content')).toMatchObject({ url: sign.url, commandId: undoId });
    expect((await read(undoId)).body).toMatchObject({ action: { undo: bulkId }, total: 1, undoOf: bulkId, leftOut: 0 });
    expect((await read(bulkId)).body).toMatchObject({ undoableUntil: null });
    expect(problemOf(await undo(bulkId))).toMatchObject({ status: 409, code: 'conflict' });
    const order = (await post({ command: 'refresh' }, target)).body as { bulkId: string };
    expect((await read(order.bulkId)).body).toMatchObject({ undoableUntil: null });
    expect(problemOf(await undo(order.bulkId)).code).toBe('conflict');
  });
});

describe('GET /api/bulk/:id/signs', () => {
  const list = async (bulkId: string, query = '', person = world.people.operator) =>
    await person.call('GET', `/api/bulk/${bulkId}/signs${query}`);
  const itemsOf = async (bulkId: string, query = '') => ((await list(bulkId, query)).body as BulkSignPage).items;
  const named = async (name: string): Promise<string> => {
    const { id } = await world.makeRecord();
    await world.service.database.db.updateTable('sign').set({ name }).where('id', '=', id).execute();
    return id;
  };

  it('the list of a bulk request’s signs is sorted by name, with numbers by value, and can be paged and filtered by state', async () => {
    const names = ['bar 2', 'Bar 10', 'Öffnung 1', 'Foyer', 'Bar 9 links', 'Ofen 3', 'Bar 09 rechts', '7', 'Zelt'];
    const ids = [];
    for (const name of names) ids.push(await named(name));
    const { body } = await post({ url }, { target: { signIds: ids } });
    const { bulkId } = body as { bulkId: string };
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const page = (await list(bulkId, `?limit=4${cursor === null ? '' : `&cursor=${cursor}`}`)).body as BulkSignPage;
      all.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(all).toEqual([
      '7',
      'bar 2',
      'Bar 9 links',
      'Bar 09 rechts',
      'Bar 10',
      'Foyer',
      'Ofen 3',
      'Öffnung 1',
      'Zelt',
    ]);
    expect(await itemsOf(bulkId, '?state=failed')).toEqual([]);
  });

  it('the list of a bulk request’s signs can be paged with the longest names of any script, and after a sign that has left the state', async () => {
    const ids = [];
    for (const last of ['a', 'b', 'c', 'd']) ids.push(await named(`${'表'.repeat(LIMITS.nameLength - 1)}${last}`));
    const { body } = await post({ url }, { target: { signIds: ids } });
    const { bulkId } = body as { bulkId: string };
    while (((await world.people.operator.call('GET', `/api/bulk/${bulkId}`)).body as Bulk).counts.acked < ids.length);
    const pageAfter = async (cursor: string): Promise<BulkSignPage> => {
      const { status, body: page } = await list(bulkId, `?state=acked&limit=1${cursor}`);
      expect(status).toBe(200);
      return page as BulkSignPage;
    };
    const first = await pageAfter('');
    const second = await pageAfter(`&cursor=${first.nextCursor}`);
    expect([first, second].map(({ items }) => items[0]?.signId)).toEqual(ids.slice(0, 2));
    await world.service.database.db
      .updateTable('bulkSign')
      .set({ state: 'failed' })
      .where('bulkId', '=', bulkId)
      .where('signRecordId', '=', ids[1]!)
      .execute();
    expect((await pageAfter(`&cursor=${second.nextCursor}`)).items[0]?.signId).toBe(ids[2]);
  });

  it('the list names why each sign is not done: the sign is offline, deleted or without a device, or its kiosk reported an error', async () => {
    const db = world.service.database.db;
    const [away, broken] = [await world.linked(), await world.linked()];
    const gone = await named('Gone');
    await db.updateTable('sign').set({ name: 'Away', presence: 'offline' }).where('id', '=', away.sign.id).execute();
    await db.updateTable('sign').set({ name: 'Broken', presence: 'online' }).where('id', '=', broken.sign.id).execute();
    const target = { target: { signIds: [away.sign.id, broken.sign.id, gone] } };
    const { bulkId } = (await post({ url: 'https://example.com/reasons' }, target)).body as { bulkId: string };
    await broken.kiosk.next('sign:display_content');
    await broken.kiosk.request('sign:command_error', { commandId: bulkId, code: 'url_unreachable', detail: 'no' });
    await db.updateTable('sign').set({ contentState: 'unreachable' }).where('id', '=', broken.sign.id).execute();
    await world.people.admin.call('DELETE', `/api/signs/${gone}`);
    expect(await itemsOf(bulkId)).toMatchObject([
      { signId: away.sign.id, name: 'Away', state: 'queued', code: 'sign_not_connected' },
      { signId: broken.sign.id, name: 'Broken', state: 'failed', code: 'url_unreachable' },
      { signId: gone, name: 'Gone', code: 'not_found' },
    ]);
    const unlinked = await named('Unlinked');
    const order = await post({ command: 'refresh' }, { target: { signIds: [broken.sign.id, unlinked] } });
    const ordered = (order.body as { bulkId: string }).bulkId;
    await broken.kiosk.next('sign:refresh');
    const { commandId } = (await world.list(broken.sign.id))[0]!;
    await broken.kiosk.request('sign:command_error', { commandId, code: 'not_supported', detail: 'no' });
    expect(await itemsOf(ordered)).toMatchObject([
      { name: 'Broken', state: 'refused', code: 'not_supported' },
      { name: 'Unlinked', state: 'failed', code: 'sign_not_linked' },
    ]);
    expect(await itemsOf(ordered, '?state=refused')).toHaveLength(1);
  });

  it('M1: the command list shows the bulkId of a command from a bulk request, and null for a single command', async () => {
    const { sign, kiosk } = await world.linked();
    const { body } = await post({ command: 'refresh' }, { target: { signIds: [sign.id] } });
    await kiosk.next('sign:refresh');
    await world.send(sign.id, { command: 'refresh' });
    const { bulkId } = body as { bulkId: string };
    expect((await world.list(sign.id)).map((row) => row.bulkId)).toEqual([null, bulkId]);
  });

  it('A1, A2: the list of a bulk request’s signs is for operators of the organization, and refuses a cursor of another list', async () => {
    const { bulkId } = (await post({ url }, { target: { filter: { q: 'nowhere' } } })).body as { bulkId: string };
    expect(problemOf(await list(bulkId, '', world.people.viewer)).code).toBe('forbidden');
    expect(problemOf(await list(bulkId, '', world.people.stranger)).code).toBe('not_found');
    expect(problemOf(await list(bulkId, '?cursor=WyJhIl0')).code).toBe('validation_failed');
    expect(problemOf(await list(bulkId, '?state=lost')).code).toBe('validation_failed');
  });
});

describe('ending manual overrides', () => {
  const end = (id: string, person = world.people.operator) => person.call('DELETE', `/api/signs/${id}/override`);
  const override = { command: 'display_content', args: { url: 'https://example.com/by-hand' } };

  it('D10: after its override ends, a sign shows the page of its schedule or else the assigned page, and keeps its version', async () => {
    const { sign, kiosk } = await world.linked();
    await world.send(sign.id, override);
    expect(await kiosk.next('sign:display_content')).toMatchObject({ source: 'manual' });
    const { version } = (await world.people.viewer.call('GET', `/api/signs/${sign.id}`)).body as Sign;
    expect((await end(sign.id)).status).toBe(204);
    expect(await kiosk.next('sign:display_content')).toMatchObject({ url: sign.url, source: 'assigned' });
    const after = (await world.people.viewer.call('GET', `/api/signs/${sign.id}`)).body as Sign;
    expect(after).toMatchObject({ version, shown: { url: sign.url, source: 'assigned', until: null } });

    await world.send(sign.id, override);
    await kiosk.next('sign:display_content');
    const nowMs = Date.now();
    const schedule = {
      url: 'https://example.com/planned',
      startsAt: new Date(nowMs - 60_000).toISOString(),
      endsAt: new Date(nowMs + 3_600_000).toISOString(),
      timeZone: 'Europe/Vienna',
      priority: 0,
      enabled: true,
    };
    const headers = { 'if-match': '"0"' };
    const put = await world.people.operator.call(
      'PUT',
      `/api/signs/${sign.id}/schedules`,
      { schedules: [schedule] },
      headers,
    );
    expect(put.status).toBe(200);
    expect((await end(sign.id)).status).toBe(204);
    expect(await kiosk.next('sign:display_content')).toMatchObject({ url: schedule.url, source: 'schedule' });
  });

  it('D10: a request to end an override that does not exist sends the kiosk nothing and is in the audit log', async () => {
    const { sign, kiosk } = await world.linked();
    const sent = kiosk.received.length;
    expect((await end(sign.id)).status).toBe(204);
    expect(kiosk.received).toHaveLength(sent);
    const entries = world.service.database.db.selectFrom('audit').selectAll().where('signId', '=', sign.id);
    expect(await entries.where('action', '=', 'sign.override_end').execute()).toMatchObject([
      { actorId: world.people.operator.id, detail: { url: null, until: null } },
    ]);
  });

  it('A1, A2: only operators of the organization end overrides, of one sign or in bulk', async () => {
    const { id } = await world.makeRecord();
    expect(problemOf(await end(id, world.people.viewer)).code).toBe('forbidden');
    expect(problemOf(await end(id, world.people.stranger)).code).toBe('not_found');
    const target = { target: { signIds: [id] } };
    expect(problemOf(await post({ override: null }, target, world.people.viewer)).code).toBe('forbidden');
    expect(problemOf(await post({ override: null }, target, world.people.stranger)).code).toBe('not_found');
    expect(problemOf(await post({ override: 'https://example.com/' }, target)).code).toBe('validation_failed');
  });

  it('M4: an undo returns how many signs it left out, and GET returns the same number', async () => {
    const [kept, changed] = [await world.makeRecord(), await world.makeRecord()];
    const target = { target: { signIds: [kept.id, changed.id] } };
    const { bulkId } = (await post({ url: 'https://example.com/left-out' }, target)).body as { bulkId: string };
    while (((await world.people.operator.call('GET', `/api/bulk/${bulkId}`)).body as Bulk).counts.queued > 0);
    await post({ url: 'https://example.com/later' }, { target: { signIds: [changed.id] } });
    while (
      ((await world.people.viewer.call('GET', `/api/signs/${changed.id}`)).body as Sign).url?.endsWith('left-out')
    );
    const undone = await world.people.operator.call('POST', `/api/bulk/${bulkId}/undo`);
    expect(undone.body).toMatchObject({ accepted: 1, leftOut: 1 });
    const undo = await world.people.operator.call('GET', `/api/bulk/${(undone.body as { bulkId: string }).bulkId}`);
    expect(undo.body).toMatchObject({ undoOf: bulkId, leftOut: 1 });
  });
});
