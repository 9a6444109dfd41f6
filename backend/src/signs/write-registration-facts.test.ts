import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { makeRegister } from '../testing/virtual-device.ts';
import { connectKiosk, linkKiosk, startSignsWorld, type SignsWorld, type TestKiosk } from './testing/signs-world.ts';

let world: SignsWorld;
beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());

const machine = fc.record({
  appVersion: fc.constantFrom('1.0.0', '1.1.0', '2.0.0-beta.1'),
  platform: fc.constantFrom('linux', 'win32'),
  screen: fc.record({
    width: fc.constantFrom(1080, 1920, 3840),
    height: fc.constantFrom(1080, 2160),
    scaleFactor: fc.constantFrom(1, 1.5),
  }),
});
/** What a later version, or somebody who means harm, says beside it. */
const more = fc.constantFrom({}, { depth: 24 }, { 'a\u0000': '\u0000' }, { long: 'x'.repeat(10_000) });

/** As after an update or with another screen: the same device, on a new connection. */
async function returnAs(kiosk: TestKiosk, device: object, isClaimed: boolean): Promise<TestKiosk> {
  kiosk.cut();
  const connected = await world.service.kiosks.connect(kiosk.handshake);
  if ('refusal' in connected) throw new Error(`not let in: ${connected.refusal.code}`);
  const register = makeRegister(kiosk.handshake);
  const told = { ...register.device, ...device };
  const state = isClaimed ? 'showing' : 'unclaimed';
  await connected.kiosk.request('sign:register', { ...register, state, device: told });
  await connected.kiosk.next('sign:config');
  return Object.assign(connected.kiosk, {
    handshake: kiosk.handshake,
    signId: kiosk.signId,
    shortCode: kiosk.shortCode,
  });
}

test('a record says what its kiosk said of its machine last, however many come back at once', async () => {
  const linked = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const kiosk = await connectKiosk(world);
      return { kiosk, id: (await linkKiosk(world, kiosk, (await world.makeRecord()).id)).id };
    }),
  );
  const returns = fc.array(fc.record({ device: machine, more, isClaimed: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(returns, async (each) => {
      await Promise.all(
        each.map(async ({ device, more, isClaimed }, index) => {
          const told = { ...device, screen: { ...device.screen, ...more } };
          linked[index]!.kiosk = await returnAs(linked[index]!.kiosk, told, isClaimed);
        }),
      );
      const seen = each.map(async (_, index) => {
        const { body } = await world.people.viewer.call('GET', `/api/signs/${linked[index]!.id}`);
        const { appVersion, platform, screen } = (body as Sign).device!;
        return { appVersion, platform, screen };
      });
      expect(await Promise.all(seen)).toEqual(each.map(({ device }) => device));
    }),
    { numRuns: 30 },
  );
});

test('one record that another has locked keeps none of the others from being written, and is written after it', async () => {
  const linked = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const kiosk = await connectKiosk(world);
      return { kiosk, id: (await linkKiosk(world, kiosk, (await world.makeRecord()).id)).id };
    }),
  );
  const versionOf = async (id: string) =>
    ((await world.people.viewer.call('GET', `/api/signs/${id}`)).body as Sign).device!.appVersion;
  const [locked, ...others] = linked;
  const isFree = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const holding = world.service.database.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('sign').select('id').where('id', '=', locked!.id).forUpdate().execute();
    isLocked.resolve();
    await isFree.promise;
  });
  await isLocked.promise;
  const device = { appVersion: '3.0.0' };
  const waits = returnAs(locked!.kiosk, device, true);
  try {
    await Promise.all(others.map(({ kiosk }) => returnAs(kiosk, device, true)));
    expect(await Promise.all(others.map(({ id }) => versionOf(id)))).toEqual(['3.0.0', '3.0.0']);
  } finally {
    isFree.resolve();
    await holding;
  }
  await waits;
  expect(await versionOf(locked!.id)).toBe('3.0.0');
});
