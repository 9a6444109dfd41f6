import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { patchOrganization } from '../access/testing/test-service.ts';
import type { HistoryItem, Sign } from '@sign-display/contracts/rest/signs';
import {
  connectKiosk,
  linkKiosk,
  startSignsWorld,
  type SignsWorld,
  type TestKiosk,
} from '../signs/testing/signs-world.ts';

let world: SignsWorld;
let kiosk: TestKiosk;
let sign: Sign;

beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());
beforeEach(async () => {
  await world.service.database.db.deleteFrom('sign').execute();
  kiosk = await connectKiosk(world);
  sign = await linkKiosk(world, kiosk, (await world.makeRecord()).id);
});

const rowOf = () =>
  world.service.database.db.selectFrom('sign').selectAll().where('id', '=', sign.id).executeTakeFirstOrThrow();
const configsOf = () => kiosk.received.filter(({ event }) => event === 'sign:config').length;

describe('sign:config_sync', () => {
  test('M4: on top of the present configuration it is merged, under the next version, with nobody’s name', async () => {
    const { configVersion } = await rowOf();
    const patch = { zoom: 2, muted: true, colour: 'red', __proto__: { admin: true } };
    const reply = await kiosk.request('sign:config_sync', { baseVersion: configVersion, patch });
    expect(reply).toEqual({ ok: true, configVersion: configVersion + 1 });
    expect(await rowOf()).toMatchObject({
      settings: { zoom: 2, muted: true },
      configVersion: configVersion + 1,
      version: sign.version + 1,
    });
    expect((await rowOf()).settings).not.toHaveProperty('colour');
    const history = (await world.people.viewer.call('GET', `/api/signs/${sign.id}/history`)).body as {
      items: HistoryItem[];
    };
    expect(history.items[0]).toMatchObject({
      kind: 'config_sync',
      actor: null,
      detail: 'settings.zoom, settings.muted',
    });
    const audit = await world.service.database.db
      .selectFrom('audit')
      .selectAll()
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(audit).toMatchObject({ action: 'sign.config_sync', actorId: null, targetId: sign.id });
  });

  test('D27: a null removes a setting, and the whole configuration lacks it', async () => {
    await world.patch(world.people.operator, sign.id, { settings: { zoom: 3, muted: true } }, `"${sign.version}"`);
    const { configVersion } = await rowOf();
    const patch = { zoom: null, rotation: null };
    const reply = await kiosk.request('sign:config_sync', { baseVersion: configVersion, patch });
    expect(reply).toEqual({ ok: true, configVersion: configVersion + 1 });
    expect((await rowOf()).settings).toEqual({ muted: true });
  });

  test('D27: a null in a PATCH reaches the kiosk as a patch, and then as a configuration without the setting', async () => {
    const { operator } = world.people;
    const set = await world.patch(operator, sign.id, { settings: { zoom: 3, muted: true } }, `"${sign.version}"`);
    const { version } = set.body as { version: number };
    await kiosk.next('sign:settings_update');
    const { configVersion } = await rowOf();
    const removed = await world.patch(operator, sign.id, { settings: { zoom: null } }, `"${version}"`);
    expect((removed.body as { settings: object }).settings).toEqual({ muted: true });
    expect(await kiosk.next('sign:settings_update')).toMatchObject({ patch: { zoom: null } });
    const ofVersion = async () => {
      for (;;) {
        const config = (await kiosk.next('sign:config')) as { configVersion: number; settings: object };
        if (config.configVersion > configVersion) return config.settings;
      }
    };
    expect(await ofVersion()).toEqual({ muted: true });
  });

  test('M4: on top of another one it is a conflict, and the kiosk hears the truth', async () => {
    await world.patch(world.people.operator, sign.id, { settings: { zoom: 3 } }, `"${sign.version}"`);
    const { configVersion } = await rowOf();
    for (const baseVersion of [configVersion - 1, configVersion + 1, 0]) {
      const before = configsOf();
      const reply = await kiosk.request('sign:config_sync', { baseVersion, patch: { zoom: 2 } });
      expect(reply).toMatchObject({ ok: false, error: { code: 'conflict' } });
      while (configsOf() === before) await kiosk.next('sign:config');
    }
    expect((await rowOf()).settings).toEqual({ zoom: 3 });
  });

  test('what changes nothing keeps the version, and a kiosk that is nobody’s has nothing to change', async () => {
    const { configVersion } = await rowOf();
    const reply = await kiosk.request('sign:config_sync', { baseVersion: configVersion, patch: { colour: 'red' } });
    expect(reply).toEqual({ ok: true, configVersion });
    const stranger = await connectKiosk(world);
    const refused = await stranger.request('sign:config_sync', { baseVersion: 0, patch: { zoom: 2 } });
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});

describe('sign:config', () => {
  test('M4: settings are sent as a patch with the version that they lead to, then the whole', async () => {
    const { configVersion } = await rowOf();
    await world.patch(world.people.operator, sign.id, { settings: { zoom: 2 } }, `"${sign.version}"`);
    expect(await kiosk.next('sign:settings_update')).toMatchObject({
      configVersion: configVersion + 1,
      patch: { zoom: 2 },
    });
    expect(await kiosk.next('sign:config')).toMatchObject({ configVersion: configVersion + 1, settings: { zoom: 2 } });
  });

  test('C7: another name of the event or the organization reaches the kiosks, under the next version', async () => {
    const { configVersion } = await rowOf();
    const { admin } = world.people;
    await admin.call('PATCH', `/api/events/${world.eventId}`, { name: 'Gala', timeZone: 'Europe/Berlin' });
    expect(await kiosk.next('sign:config')).toMatchObject({
      configVersion: configVersion + 1,
      event: { name: 'Gala', timeZone: 'Europe/Berlin' },
    });
    await patchOrganization(admin, world.organizationId, { name: 'Opera house' });
    expect(await kiosk.next('sign:config')).toMatchObject({
      configVersion: configVersion + 2,
      organization: { name: 'Opera house' },
    });
    // What a kiosk does not show is no new configuration.
    await admin.call('PATCH', `/api/events/${world.eventId}`, { venue: 'Hall 9' });
    expect((await rowOf()).configVersion).toBe(configVersion + 2);
  });

  test('a page that is assigned is told at once as such, and so is that there is none', async () => {
    const at = async () => `"${(await rowOf()).version}"`;
    await world.patch(world.people.operator, sign.id, { url: 'https://next.example/' }, await at());
    expect(await kiosk.next('sign:display_content')).toMatchObject({
      url: 'https://next.example/',
      source: 'assigned',
    });
    await world.patch(world.people.operator, sign.id, { url: null }, await at());
    expect(await kiosk.next('sign:display_content')).toMatchObject({ url: null, contentId: null, source: 'assigned' });
  });
});

describe('M5: the audit log', () => {
  test('has every change of a record, who made it and what it was', async () => {
    const { operator, admin } = world.people;
    const made = await world.makeRecord({ name: 'Foyer' });
    await world.patch(operator, made.id, { name: 'Stairs', settings: { zoom: 2 } }, `"${made.version}"`);
    await admin.call('POST', `/api/signs/${sign.id}/unregister`);
    await admin.call('DELETE', `/api/signs/${made.id}`);
    const rows = await world.service.database.db
      .selectFrom('audit')
      .select(['action', 'actorId', 'targetId', 'detail'])
      .where('targetId', 'in', [made.id, sign.id])
      .where('action', 'in', ['sign.create', 'sign.update', 'sign.unregister', 'sign.delete'])
      .orderBy('seq')
      .execute();
    const changes = { name: { from: 'Foyer', to: 'Stairs' }, 'settings.zoom': { from: null, to: 2 } };
    expect(rows.filter(({ targetId }) => targetId === made.id)).toEqual([
      expect.objectContaining({ action: 'sign.create', actorId: operator.id }),
      expect.objectContaining({ action: 'sign.update', actorId: operator.id, detail: { changes } }),
      expect.objectContaining({ action: 'sign.delete', actorId: admin.id }),
    ]);
    expect(rows.findLast(({ targetId }) => targetId === sign.id)).toMatchObject({
      action: 'sign.unregister',
      actorId: admin.id,
    });
  });
});
