import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { COMMAND_ROLES } from '@sign-display/contracts/rest/commands';
import { patchOrganization, problemOf } from '../access/testing/test-service.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { linkKiosk } from '../signs/testing/signs-world.ts';
import { startCommandsWorld, type CommandsWorld } from './testing/commands-world.ts';

let world: CommandsWorld;
beforeAll(async () => {
  world = await startCommandsWorld();
});
afterAll(async () => {
  await world.service.close();
});

const post = (id: string, body: object, person = world.people.operator) =>
  person.call('POST', `/api/signs/${id}/commands`, body);

describe('POST /api/signs/:id/commands', () => {
  it.each([
    [{ command: 'refresh' }, 'sign:refresh', {}],
    [{ command: 'reboot' }, 'sign:reboot', {}],
    [{ command: 'update' }, 'sign:update', {}],
    [{ command: 'set_background_mode', args: { enabled: true } }, 'sign:set_background_mode', { enabled: true }],
    [{ command: 'fetch_logs' }, 'sign:fetch_logs', { limit: 500 }],
    [
      { command: 'fetch_logs', args: { limit: 7, since: '2026-11-20T00:00:00.000Z' } },
      'sign:fetch_logs',
      { limit: 7, since: '2026-11-20T00:00:00.000Z' },
    ],
    [{ command: 'screenshot', args: { maxWidth: 320 } }, 'sign:screenshot', { maxWidth: 320 }],
  ] as const)('M3: %j reaches the kiosk with its identifier and expiry', async (body, event, more) => {
    const { kiosk, sign } = await world.linked();
    const before = Date.now();
    const sent = await world.send(sign.id, { ...body, expiresInSeconds: 30 });
    const after = Date.now();
    expect(sent.state).toBe('sent');
    const heard = await kiosk.next(event);
    expect(heard).toEqual({ commandId: sent.commandId, expiresAt: expect.any(String) as string, ...more });
    const expiresAtMs = Date.parse(heard.expiresAt);
    expect(expiresAtMs - before).toBeGreaterThanOrEqual(30_000);
    expect(expiresAtMs - after).toBeLessThanOrEqual(30_000);
    const { operator } = world.people;
    expect(await world.find(sign.id, sent.commandId)).toMatchObject({
      ...body,
      state: 'sent',
      sentBy: { id: operator.id, name: 'operator' },
      finishedAt: null,
      result: null,
      error: null,
    });
  });

  it('K12: identify reaches the kiosk with the time asked, 10 s where none is, in the phase of the row’s sentAt', async () => {
    const { kiosk, sign } = await world.linked();
    for (const [args, seconds] of [
      [undefined, 10],
      [{ seconds: 60 }, 60],
    ] as const) {
      const { commandId } = await world.send(sign.id, { command: 'identify', ...(args && { args }) });
      const { sentAt, expiresAt } = await world.find(sign.id, commandId);
      const heard = await kiosk.next('sign:identify');
      expect(heard).toEqual({ commandId, expiresAt, seconds, startsAtMs: Date.parse(sentAt!) });
    }
    for (const seconds of [0, 61, 1.5])
      expect((await post(sign.id, { command: 'identify', args: { seconds } })).status).toBe(400);
  });

  it('M3: an acknowledgement, a failure and a refusal are the states that they say, once each in the history', async () => {
    const { kiosk, sign } = await world.linked();
    const [acked, failed, refused] = [
      await world.send(sign.id, { command: 'refresh' }),
      await world.send(sign.id, { command: 'refresh' }),
      await world.send(sign.id, { command: 'reboot_device' }, world.people.admin),
    ];
    await world.say(kiosk, 'sign:command_ack', {
      commandId: acked.commandId,
      result: { took: 5, odd: '\u0000\ud800' },
    });
    await world.say(kiosk, 'sign:command_error', { commandId: failed.commandId, code: 'blank', detail: 'White.' });
    await world.say(kiosk, 'sign:command_error', {
      commandId: refused.commandId,
      code: 'reboot_loop',
      detail: 'Thrice.',
    });
    // Again, and otherwise: an end is the end.
    await world.say(kiosk, 'sign:command_error', { commandId: acked.commandId, code: 'blank', detail: 'White.' });
    await world.say(kiosk, 'sign:command_ack', { commandId: failed.commandId });
    expect(await world.find(sign.id, refused.commandId)).toMatchObject({
      state: 'refused',
      error: { code: 'reboot_loop', detail: 'Thrice.' },
      sentBy: { id: world.people.admin.id },
    });
    expect(await world.find(sign.id, failed.commandId)).toMatchObject({
      state: 'failed',
      error: { code: 'blank', detail: 'White.' },
      result: null,
    });
    expect(await world.find(sign.id, acked.commandId)).toMatchObject({
      state: 'acked',
      error: null,
      result: { took: 5, odd: '\ufffd' },
    });
    // By their commands: of what happens in one millisecond nothing says what was first.
    const items = await world.history(sign.id);
    expect(items).toHaveLength(3);
    expect(Object.fromEntries(items.map((item) => [item.requestId, item]))).toMatchObject({
      [refused.commandId]: { outcome: 'refused', reason: 'reboot_loop', detail: 'reboot_device: Thrice.' },
      [failed.commandId]: { outcome: 'failed', reason: 'blank', detail: 'refresh: White.' },
      [acked.commandId]: { outcome: 'acked', reason: null, detail: 'refresh', actor: { name: 'operator' } },
    });
  });

  it('M3: an answer of another device, or to an unknown command, changes nothing', async () => {
    const { sign } = await world.linked();
    const other = await world.linked();
    const { commandId } = await world.send(sign.id, { command: 'refresh' });
    await world.say(other.kiosk, 'sign:command_ack', { commandId });
    await world.say(other.kiosk, 'sign:command_error', { commandId, code: 'x', detail: '' });
    await world.say(other.kiosk, 'sign:command_ack', { commandId: makeUuidV4(systemRandom) });
    expect(await world.find(sign.id, commandId)).toMatchObject({ state: 'sent', result: null });
    expect(await world.history(sign.id)).toEqual([]);
  });

  it('refuses in the order of the contract', async () => {
    const record = await world.makeRecord();
    const unknown = makeUuidV4(systemRandom);
    const { viewer, stranger, operator } = world.people;
    const display = (url: string, until?: string) => ({
      command: 'display_content',
      args: { url, ...(until && { until }) },
    });
    expect(problemOf(await post(unknown, { command: 'explode' }))).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: '/command' }],
    });
    expect(problemOf(await post(unknown, display('ftp://x/'))).code).toBe('invalid_url');
    expect(problemOf(await post(unknown, display('https://x/', '2020-01-01T00:00:00.000Z')))).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: '/args/until' }],
    });
    expect(problemOf(await post(unknown, { command: 'refresh' })).code).toBe('not_found');
    expect(problemOf(await post(record.id, { command: 'refresh' }, stranger)).code).toBe('not_found');
    expect(problemOf(await post(record.id, { command: 'refresh' }, viewer)).code).toBe('forbidden');
    expect(problemOf(await post(record.id, { command: 'reboot_device' }, operator)).code).toBe('forbidden');
    expect(problemOf(await post(record.id, { command: 'refresh', wait: true })).code).toBe('sign_not_linked');
    const { kiosk, sign } = await world.linked();
    kiosk.cut();
    expect(problemOf(await post(sign.id, { command: 'refresh' })).code).toBe('sign_not_connected');
    expect(await world.list(sign.id)).toEqual([]);
  });

  it('A4: the organization says which hosts may be shown', async () => {
    const { sign } = await world.linked();
    await patchOrganization(world.people.admin, world.organizationId, { allowedUrlHosts: ['example.com'] });
    const body = { command: 'display_content', args: { url: 'https://example.org/' } };
    expect(problemOf(await post(sign.id, body)).code).toBe('invalid_url');
    await patchOrganization(world.people.admin, world.organizationId, { allowedUrlHosts: [] });
  });

  it.each(Object.entries(COMMAND_ROLES))('A2: %s needs the role of its own: %s', async (command, role) => {
    const record = await world.makeRecord();
    const args = command === 'set_background_mode' ? { enabled: true } : { url: 'https://example.com/' };
    const body = { command, ...(/mode|content/.test(command) && { args }) };
    for (const who of ['viewer', 'operator', 'admin'] as const) {
      const may = who === 'admin' || who === role;
      const { code } = problemOf(await post(record.id, body, world.people[who]));
      expect(code).toBe(may ? 'sign_not_linked' : 'forbidden');
    }
  });

  it('M5: is in the audit log with its sender', async () => {
    const { sign } = await world.linked();
    const { commandId } = await world.send(sign.id, { command: 'refresh' });
    const row = await world.service.database.db
      .selectFrom('audit')
      .selectAll()
      .where('signId', '=', sign.id)
      .where('action', '=', 'sign.command')
      .executeTakeFirst();
    expect(row).toMatchObject({ actorId: world.people.operator.id, detail: { commandId, command: 'refresh' } });
  });
});

describe('a command that may wait', () => {
  it('M3: waits for a sign that is away, and is sent when it returns, oldest first', async () => {
    const { kiosk, sign } = await world.linked();
    kiosk.cut();
    const first = await world.send(sign.id, { command: 'refresh', wait: true });
    const second = await world.send(sign.id, { command: 'reboot', wait: true, expiresInSeconds: 86_400 });
    expect([first.state, second.state]).toEqual(['queued', 'queued']);
    expect(await world.find(sign.id, first.commandId)).toMatchObject({ state: 'queued', sentAt: null });

    const back = await world.connect(kiosk.handshake);
    expect((await back.next('sign:refresh')).commandId).toBe(first.commandId);
    expect((await back.next('sign:reboot')).commandId).toBe(second.commandId);
    expect(await world.find(sign.id, second.commandId)).toMatchObject({
      state: 'sent',
      sentAt: expect.any(String) as string,
    });
  });

  it('M3: sent and not answered, it is sent again at the next register; answered, never', async () => {
    const { kiosk, sign } = await world.linked();
    const lost = await world.send(sign.id, { command: 'refresh' });
    const done = await world.send(sign.id, { command: 'update' });
    await world.say(kiosk, 'sign:command_ack', { commandId: done.commandId });
    kiosk.cut();
    const back = await world.connect(kiosk.handshake);
    expect((await back.next('sign:refresh')).commandId).toBe(lost.commandId);
    expect(back.received.map(({ event }) => event)).not.toContain('sign:update');
  });

  it('M3: a device that was taken away never gets it, nor does the one that takes its place, nor itself when it is linked anew', async () => {
    const { kiosk, sign } = await world.linked();
    kiosk.cut();
    const { commandId } = await world.send(sign.id, { command: 'reboot', wait: true });
    await world.people.admin.call('POST', `/api/signs/${sign.id}/unregister`);
    const back = await world.connect(kiosk.handshake);
    await linkKiosk(world, back, sign.id);
    const again = await world.connect(back.handshake);
    const marker = await world.send(sign.id, { command: 'refresh' });
    expect((await again.next('sign:refresh')).commandId).toBe(marker.commandId);
    expect([...back.received, ...again.received].map(({ event }) => event)).not.toContain('sign:reboot');
    expect((await world.find(sign.id, commandId)).sentAt).toBeNull();
  });
});
