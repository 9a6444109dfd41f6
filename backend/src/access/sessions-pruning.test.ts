import { afterAll, beforeAll, expect, it } from 'vitest';
import { pruneSessions } from './sessions-pruning.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it('sessions that have run out are gone, and those that hold stay', async () => {
  const { db } = service.database;
  const ann = await service.makePerson('ann');
  const ben = await service.makePerson('ben');
  const now = Date.now();
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(now) })
    .where('userId', '=', ann.id)
    .execute();
  await pruneSessions(db, now);
  const left = await db.selectFrom('session').select('userId').execute();
  expect(left).toEqual([{ userId: ben.id }]);
  expect((await ben.call('GET', '/api/me')).status).toBe(200);
});
