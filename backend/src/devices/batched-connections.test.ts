import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { makeHandshake, makeRegister } from '../testing/virtual-device.ts';
import { takeDevice, takeDevices, type Taking } from './device-connections.ts';
import { bindDevices, recordRegistration, recordRegistrations, type Registration } from './devices-repository.ts';

/** What a fleet that comes at once does to the devices' rows is what each of its kiosks would do alone. */

const random = createSeededRandom('many connections');
const AT = Date.parse('2026-11-20T19:00:00.000Z');
const newId = () => makeUuidV4(random);
const RUNS = { numRuns: 30 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => void (await database.db.deleteFrom('device').execute()));

/** How a device's row is before somebody comes. */
const row = fc.record({
  isHeld: fc.boolean(),
  /** Of what is held: registered, and asked whether it lives. */
  isUsed: fc.boolean(),
  isEvicted: fc.boolean(),
  isReleased: fc.boolean(),
  decisions: fc.nat(1),
  signsOfLife: fc.nat(1),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;
const FREE: Row = { isHeld: false, isUsed: false, isEvicted: false, isReleased: false, decisions: 0, signsOfLife: 0 };

async function insertDevice(state: Row) {
  const handshake = makeHandshake(random);
  const { signId, bootId } = handshake;
  const shortCode = deriveShortCode(signId);
  expect(await bindDevices(database.db, [{ ...handshake, secretHash: 'hash', shortCode, atMs: AT }])).toEqual([true]);
  const connectionId = newId();
  const { decisions, signsOfLife } = state;
  const holder = { nodeId: newId(), connectionId, connectionBootId: newId(), connectedAt: new Date(AT) };
  await database.db
    .updateTable('device')
    .set({
      decisions,
      signsOfLife,
      ...(state.isHeld && holder),
      ...(state.isHeld && state.isUsed && { connectionRegistered: true, challengedAt: new Date(AT) }),
      ...(state.isHeld && state.isEvicted && { evictedConnectionId: connectionId }),
      ...(state.isReleased && { releasedAs: 'deleted', releaseReason: 'why', releasedAt: new Date(AT) }),
    })
    .where('signId', '=', signId)
    .execute();
  return { handshake, signId, bootId, connectionId };
}
const rowsOf = () => database.db.selectFrom('device').selectAll().orderBy('signId').execute();

/** What `each` and `many` make of the same rows, and what they answer: both are to be the same. */
async function bothOf<Asked>(
  asked: readonly Asked[],
  each: (one: Asked) => Promise<unknown>,
  many: (all: readonly Asked[]) => Promise<unknown[]>,
): Promise<{ alone: unknown; together: unknown }> {
  const before = await rowsOf();
  const answers: unknown[] = [];
  for (const one of asked) answers.push(await each(one));
  const alone = [answers, await rowsOf()];
  await database.db.deleteFrom('device').execute();
  const textOf = (value: unknown) => value && JSON.stringify(value);
  const again = before.map((device) => ({
    ...device,
    screen: textOf(device.screen) as string | null,
    connectionMachine: textOf(device.connectionMachine) as string | null,
  }));
  if (again.length > 0) await database.db.insertInto('device').values(again).execute();
  const together = [await many(asked), await rowsOf()];
  await database.db.deleteFrom('device').execute();
  return { alone, together };
}

test('N8: those who come at once take the devices that each would have taken, and no other', async () => {
  const seen = fc.record({
    holder: fc.constantFrom('none', 'present', 'other'),
    decisions: fc.nat(1),
    signs: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(row, seen), { minLength: 1, maxLength: 8 }), async (fleet) => {
      const takings: Taking[] = [];
      for (const [state, saw] of fleet) {
        const { signId, bootId, connectionId } = await insertDevice(state);
        const holder = { connectionId: saw.holder === 'present' ? connectionId : newId(), signsOfLife: saw.signs };
        takings.push({
          signId,
          nodeId: newId(),
          connectionId: newId(),
          machine: {
            address: '192.0.2.1',
            macAddress: 'a"\\{b',
            appVersion: '1',
            bootId,
            connectedAt: new Date(AT + 1).toISOString(),
          },
          seen: { holder: saw.holder === 'none' ? null : holder, decisions: saw.decisions },
        });
      }
      const { alone, together } = await bothOf(
        takings,
        (taking) => takeDevice(database.db, taking),
        (all) => takeDevices(database.db, all),
      );
      expect(together).toEqual(alone);
    }),
    RUNS,
  );
});

test('N8: of two for one device in one statement one has it', async () => {
  const { signId, bootId } = await insertDevice(FREE);
  const machine = { address: '', macAddress: '', appVersion: '', bootId, connectedAt: new Date(AT).toISOString() };
  const takings = Array.from({ length: 3 }, () => ({
    signId,
    nodeId: newId(),
    connectionId: newId(),
    machine,
    seen: { holder: null, decisions: 0 },
  }));
  const answers = await takeDevices(database.db, takings);
  const [present] = await rowsOf();
  expect(takings.map(({ connectionId }) => connectionId === present!.connectionId)).toEqual(answers);
  expect(answers.filter(Boolean).length).toBe(1);
});

test('C7: those who register at once are recorded as each would be', async () => {
  const said = fc.record({ isPresent: fc.boolean(), state: fc.constantFrom('unclaimed', 'showing' as const) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(row, said), { minLength: 1, maxLength: 8 }), async (fleet) => {
      const registrations: Registration[] = [];
      for (const [held, { isPresent, state }] of fleet) {
        const { handshake, connectionId } = await insertDevice(held);
        const connection = { ...handshake, connectionId: isPresent ? connectionId : newId() };
        const register = makeRegister(handshake);
        const device = { ...register.device, platform: 'a"\\{b,' };
        registrations.push({ connection, message: { ...register, device, state }, atMs: AT + 5 });
      }
      const { alone, together } = await bothOf(
        registrations,
        (one) => recordRegistration(database.db, one),
        (all) => recordRegistrations(database.db, all),
      );
      expect(together).toEqual(alone);
    }),
    RUNS,
  );
});

test('the device that another has locked is left out, and nobody waits for it', async () => {
  const state = { ...FREE, isHeld: true };
  const devices = [await insertDevice(state), await insertDevice(state)];
  const registrations = devices.map(({ handshake, connectionId }): Registration => {
    return { connection: { ...handshake, connectionId }, message: makeRegister(handshake), atMs: AT };
  });
  const takings = devices.map(({ signId, bootId, connectionId }): Taking => {
    const machine = { address: '', macAddress: '', appVersion: '', bootId, connectedAt: new Date(AT).toISOString() };
    const seen = { holder: { connectionId, signsOfLife: 0 }, decisions: 0 };
    return { signId, nodeId: newId(), connectionId: newId(), machine, seen };
  });
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('device').select('signId').where('signId', '=', devices[0]!.signId).forUpdate().execute();
    expect(await recordRegistrations(database.db, registrations)).toEqual([false, { isClaimed: false }]);
    expect(await takeDevices(database.db, takings)).toEqual([false, true]);
  });
});
