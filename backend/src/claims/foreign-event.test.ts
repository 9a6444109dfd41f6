import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemOf, startTestService, type Person, type TestService } from '../access/testing/test-service.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { makeHandshake, makeRegister } from '../testing/virtual-device.ts';

const machine = { clock: systemClock, random: systemRandom };
let service: TestService;
let operator: Person;
let own: TestOrganization;
let foreign: TestOrganization;

beforeAll(async () => {
  service = await startTestService({ env: { LINK_HANDSHAKE_ENABLED: 'false' } });
  operator = await service.makePerson('operator');
  const { db } = service.database;
  own = await insertOrganization(db, machine, { [operator.id]: 'operator' });
  foreign = await insertOrganization(db, machine, {});
});
afterAll(() => service.close());

async function connect(): Promise<{ signId: string; shortCode: string }> {
  const handshake = makeHandshake(systemRandom);
  const connected = await service.kiosks.connect({ ...handshake });
  if ('refusal' in connected) throw new Error(`not let in: ${connected.refusal.code}`);
  const register = makeRegister(handshake);
  await connected.kiosk.request('sign:register', register);
  await connected.kiosk.next('sign:config');
  return { signId: register.signId, shortCode: register.shortCode };
}

it.each([
  ['own organization, foreign event', () => [own.id, foreign.eventId]],
  ['foreign organization, own event', () => [foreign.id, own.eventId]],
  ['foreign organization and event', () => [foreign.id, foreign.eventId]],
])('A1: %s: nothing is claimed or made, and nobody is told that there is such an event', async (_title, placeOf) => {
  const [organizationId, eventId] = placeOf();
  const place = { organizationId, eventId, name: 'Lobby', location: 'Hall 1' };
  const claimed = await operator.call('POST', '/api/signs/claim', { ...place, ...(await connect()) });
  const made = await operator.call('POST', '/api/signs', place);
  expect([problemOf(claimed).code, problemOf(made).code]).toEqual(['not_found', 'not_found']);
  expect(await service.database.db.selectFrom('sign').select('id').execute()).toEqual([]);
});
