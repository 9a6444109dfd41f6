import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf } from '../../access/testing/test-service.ts';
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

  it('A2: needs the role of its command', async () => {
    const { viewer, operator, admin } = world.people;
    const target = { target: { filter: { q: 'nowhere' } } };
    expect(problemOf(await post({ url }, target, viewer)).code).toBe('forbidden');
    expect(problemOf(await post({ command: 'reboot_device' }, target, operator)).code).toBe('forbidden');
    expect((await post({ command: 'reboot_device' }, target, admin)).status).toBe(202);
    expect((await post({ url: null }, target)).status).toBe(202);
  });

  it('A4: the organization says which hosts may be shown', async () => {
    const path = `/api/organizations/${world.organizationId}`;
    await world.people.admin.call('PATCH', path, { allowedUrlHosts: ['example.com'] });
    for (const action of [
      { url: 'https://example.org/' },
      { command: 'display_content', args: { url: 'https://example.org/' } },
    ])
      expect(problemOf(await post(action)).code).toBe('invalid_url');
    await world.people.admin.call('PATCH', path, { allowedUrlHosts: [] });
  });
});
