import { expect, test } from 'vitest';
import type { Reply } from '../ports.ts';
import { createNodeWorld } from '../testing/ports-on-node.ts';
import { dismissCrew } from './setup-and-teardown.ts';

const reply = (status: number, body: object = {}): Reply => ({
  status,
  header: () => undefined,
  text: () => JSON.stringify(body),
  json: () => body,
});
const CREW = { tokens: ['a'], owner: { organizationId: 'o', eventId: 'e', url: 'https://a.example' }, signIds: [] };

/** A service with one sign, which turns each thing away once. Its signs, and for how long it made us wait. */
function strictService(refusal: Reply) {
  const waitedMs: number[] = [];
  const refused = new Set<string>();
  const gone: string[] = [];
  const world = {
    ...createNodeWorld(),
    clock: {
      now: () => 0,
      monotonicMs: () => 0,
      after(delayMs: number, task: () => void) {
        waitedMs.push(delayMs);
        queueMicrotask(task);
        return () => {};
      },
    },
    ask(route: string, { path }: { path: string }): Promise<Reply> {
      if (!refused.has(route)) {
        refused.add(route);
        return Promise.resolve(refusal);
      }
      if (route === 'GET /api/signs')
        return Promise.resolve(reply(200, { items: gone.includes('/api/signs/s') ? [] : [{ id: 's' }] }));
      gone.push(path);
      return Promise.resolve(reply(204));
    },
  };
  return { world, waitedMs, gone };
}

test.each([
  ['whose limits are not raised', reply(429, { code: 'rate_limited', retryAfterMs: 32_000 })],
  ['without time', reply(503, { code: 'unavailable', retryAfterMs: 32_000 })],
])('a service %s is asked again when it says so, and nothing is left behind', async (_which, refusal) => {
  const { world, waitedMs, gone } = strictService(refusal);
  await dismissCrew(world, CREW);
  expect(gone).toEqual(['/api/signs/s', '/api/events/e', '/api/auth/sign-out']);
  expect(waitedMs).toEqual([32_000, 32_000, 32_000, 32_000]);
  expect(world.recorded).toEqual([{ metric: 'left_behind', value: 0 }]);
});

test('what is refused for good is counted, and not asked for again', async () => {
  const { world, waitedMs, gone } = strictService(reply(403, { code: 'forbidden' }));
  await dismissCrew(world, CREW);
  expect(waitedMs).toEqual([]);
  expect(gone).toEqual([]);
  expect(world.recorded).toEqual([{ metric: 'left_behind', value: 2 }]);
});
