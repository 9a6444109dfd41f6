import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { prolongSessions, SESSION_TTL_MS, USE_WRITTEN_EVERY_MS } from './prolong-used-sessions.ts';
import { openSession, startTestService, type TestService } from './testing/test-service.ts';

const clock = createManualClock(Date.UTC(2031, 0, 1));
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());

test('A9: prolonging sessions never waits for a transaction that ends one of them, and prolongs the others', async () => {
  const { db } = service.database;
  const { id: userId } = await service.makePerson('ada');
  await openSession(db, clock, userId);
  const sessions = await db.selectFrom('session').select(['id', 'expiresAt']).where('userId', '=', userId).execute();
  const [ending, staying] = sessions.map(({ id }) => id);
  clock.advance(USE_WRITTEN_EVERY_MS);
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('session').where('id', '=', ending!).execute();
    await prolongSessions(db, [ending!, staying!], clock.now());
  });
  const left = await db.selectFrom('session').select(['id', 'expiresAt']).where('userId', '=', userId).execute();
  expect(left).toEqual([{ id: staying, expiresAt: new Date(clock.now() + SESSION_TTL_MS) }]);
});
