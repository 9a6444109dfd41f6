import type { Organization } from '@sign-display/contracts/rest/organizations';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { lockOwners } from '../access/members-repository.ts';
import { changeMember } from '../access/change-member.ts';
import {
  patchOrganization,
  problemOf,
  startTestService,
  type Person,
  type TestService,
} from '../access/testing/test-service.ts';
import { systemClock as clock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { insertMessage } from '../notifications/delivery/notifications-repository.ts';
import { createGatedDatabase } from '../testing/gated-database.ts';

/** The setting `mfaRequired`, and the lists of a session without a second factor (contract, 3.3; promise A6). */

let service: TestService;
let owner: Person;
/** The same owner in a session without a second factor. */
let ownerWithout: Person;
let viewer: Person;
let organizationId: string;
let count = 0;

const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;
const setMfa = (token: string, mfa: boolean) =>
  service.database.db.updateTable('session').set({ mfa }).where('token', '=', token.split('.')[0]!).execute();
const require = async (mfaRequired = true): Promise<void> => {
  expect((await patchOrganization(owner, organizationId, { mfaRequired })).status).toBe(200);
};
const read = async (): Promise<Organization> =>
  (await owner.call('GET', `/api/organizations/${organizationId}`)).body as Organization;

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_PER_MINUTE: '1000000', SIGN_IN_LIMIT_PER_MINUTE: '1000' } });
});
beforeEach(async () => {
  count += 1;
  owner = await service.makePerson(`owner${count}`, { mfa: true });
  viewer = await service.makePerson(`viewer${count}`);
  const { headers } = await service.signIn(owner.email, 'correct horse battery staple');
  const authorization = `Bearer ${String(headers['set-auth-token'])}`;
  ownerWithout = {
    ...owner,
    call: (method, url, body, more) => service.call(method, url, body, { authorization, ...more }),
  };
  organizationId = idOf(await owner.call('POST', '/api/organizations', { name: 'Opera' }));
  await service.setRole(organizationId, viewer.id, 'viewer');
});
afterAll(() => service.close());

describe('A6: PATCH mfaRequired', () => {
  test('PATCH mfaRequired changes the setting, raises the organization’s version and writes an audit entry', async () => {
    const { version } = await read();
    await require();
    expect(await read()).toMatchObject({ mfaRequired: true, version: version + 1, updatedBy: { id: owner.id } });
    const { body } = await owner.call('GET', `/api/audit?organizationId=${organizationId}&action=organization.update`);
    const changes = { mfaRequired: { from: false, to: true } };
    expect(body).toMatchObject({ items: [{ actor: { id: owner.id }, outcome: 'ok', detail: { changes } }] });
    await require(false);
    expect(await read()).toMatchObject({ mfaRequired: false, version: version + 2 });
  });

  test('an admin can’t change mfaRequired, with or without a second factor', async () => {
    for (const mfa of [true, false]) {
      const admin = await service.makePerson(`admin${count}${mfa}`, { mfa });
      await service.setRole(organizationId, admin.id, 'admin');
      expect(problemOf(await patchOrganization(admin, organizationId, { mfaRequired: false })).code).toBe('forbidden');
      expect((await patchOrganization(admin, organizationId, { language: 'de' })).status).toBe(200);
    }
  });

  test('PATCH mfaRequired in an owner’s session without a second factor gets mfa_required, whatever the value and If-Match', async () => {
    for (const mfaRequired of [true, false])
      for (const headers of [{}, { 'if-match': '"7"' }, { 'if-match': '"1"' }]) {
        const reply = await ownerWithout.call(
          'PATCH',
          `/api/organizations/${organizationId}`,
          { mfaRequired },
          headers,
        );
        expect(problemOf(reply).code).toBe('mfa_required');
      }
    expect(await read()).toMatchObject({ mfaRequired: false, version: 1 });
    expect((await patchOrganization(ownerWithout, organizationId, { name: 'Ballet' })).status).toBe(200);
  });

  test('D9: PATCH mfaRequired needs If-Match, and exactly one of two simultaneous changes succeeds', async () => {
    const path = `/api/organizations/${organizationId}`;
    expect(problemOf(await owner.call('PATCH', path, { mfaRequired: true })).code).toBe('precondition_required');
    const replies = await Promise.all(
      ['a', 'b'].map((name) => owner.call('PATCH', path, { mfaRequired: true, name }, { 'if-match': '"1"' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    const lost = problemOf(replies.find(({ status }) => status === 412)!);
    expect(lost).toMatchObject({ code: 'precondition_failed', current: { mfaRequired: true, version: 2 } });
  });

  test('M5: the audit log records a refused change of mfaRequired as denied', async () => {
    await patchOrganization(ownerWithout, organizationId, { mfaRequired: true });
    const { body } = await owner.call('GET', `/api/audit?organizationId=${organizationId}&action=organization.update`);
    const detail = { code: 'mfa_required' };
    expect(body).toMatchObject({ items: [{ actor: { id: owner.id }, outcome: 'denied', detail }] });
  });
});

describe('A6: a session without a second factor', () => {
  test('a session without a second factor sees only the id, name, role and mfaRequired of an organization that requires one', async () => {
    const other = idOf(await viewer.call('POST', '/api/organizations', { name: 'Own' }));
    await require();
    const closed = { id: organizationId, name: 'Opera', role: 'viewer', mfaRequired: true };
    const { items } = (await viewer.call('GET', '/api/organizations')).body as { items: object[] };
    expect(items[0]).toEqual(closed);
    expect(items[1]).toMatchObject({ id: other, mfaRequired: false, version: 1, allowedUrlHosts: [] });
    const me = (await viewer.call('GET', '/api/me')).body as MeResponse;
    expect(me).toMatchObject({ mfa: false, organizations: [closed, { id: other, mfaRequired: false }] });
    await setMfa(viewer.token, true);
    expect((await viewer.call('GET', '/api/me')).body).toMatchObject({ mfa: true });
    const open = (await viewer.call('GET', '/api/organizations')).body as { items: object[] };
    expect(open.items[0]).toMatchObject({ ...closed, version: 2 });
  });

  test('the inbox of a session without a second factor hides the organization’s messages, counts none and marks none as read', async () => {
    const { db } = service.database;
    const events = `/api/organizations/${organizationId}/events`;
    const eventId = idOf(await owner.call('POST', events, { name: 'Ball', timeZone: 'UTC' }));
    const [id, at] = [makeUuidV7(clock, systemRandom), new Date(clock.now())];
    const told = { organizationId, eventId, eventName: 'Ball', kind: 'sign_offline' as const, entries: [] };
    const message = { ...told, id, at, title: 'Lobby is offline', text: 'Since now.' };
    await insertMessage(db, message, [{ id, userId: viewer.id, channel: 'inbox' }]);
    const inbox = async () => (await viewer.call('GET', '/api/notifications')).body;
    const shown = { items: [{ id, readAt: null }], unreadCount: 1 };
    expect(await inbox()).toMatchObject(shown);
    await require();
    expect(await inbox()).toEqual({ items: [], unreadCount: 0, nextCursor: null });
    for (const body of [{ all: true }, { ids: [id] }])
      expect((await viewer.call('POST', '/api/notifications/read', body)).status).toBe(204);
    await setMfa(viewer.token, true);
    expect(await inbox()).toMatchObject(shown);
    expect((await viewer.call('POST', '/api/notifications/read', { all: true })).status).toBe(204);
    expect(await inbox()).toMatchObject({ unreadCount: 0 });
  });

  test('a person without a second factor accepts an invitation to an organization that requires one, then gets mfa_required', async () => {
    await require();
    const path = `/api/organizations/${organizationId}/members`;
    const guest = await service.makePerson(`guest${count}`);
    const invited = await owner.call('POST', path, { email: guest.email, role: 'viewer' });
    const token = (invited.body as { url: string }).url
      .split('/')
      .at(-1)!
      .replace(/^.*[#=]/u, '');
    expect((await service.call('GET', `/api/invitations/${token}`)).status).toBe(200);
    const accepted = await guest.call('POST', `/api/invitations/${token}/accept`, {});
    expect(accepted.body).toMatchObject({ mfa: false, organizations: [{ id: organizationId, mfaRequired: true }] });
    expect(problemOf(await guest.call('GET', path)).code).toBe('mfa_required');
  });

  test('a change of a member that waits for a lock is refused if the organization starts to require a second factor meanwhile', async () => {
    const { db } = service.database;
    const gated = await createGatedDatabase(service.database);
    onTestFinished(() => gated.close());
    const change = () =>
      changeMember(
        { db: gated.open().db, clock, forgetSubscriptions: async () => {} },
        { person: { ...owner, name: 'Owner' }, requestId: null, ip: null, mfa: false },
        { organizationId, memberId: viewer.id },
        null,
      );
    const changed = await db.transaction().execute(async (trx) => {
      await lockOwners(trx, organizationId);
      const waiting = change();
      await gated.settled();
      await trx.updateTable('organization').set({ mfaRequired: true }).where('id', '=', organizationId).execute();
      return { waiting };
    });
    expect(await changed.waiting).toEqual({ code: 'mfa_required' });
    await setMfa(viewer.token, true);
    expect((await viewer.call('GET', `/api/organizations/${organizationId}`)).status).toBe(200);
  });
});
