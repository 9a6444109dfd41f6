import { once } from 'node:events';
import * as fc from 'fast-check';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DASHBOARD_NAMESPACE, DashboardToBackend } from '@sign-display/contracts/dashboard-events';
import { startFuzzWorld, type FuzzWorld } from './fuzz-world.ts';
import { makeIsMalformed, malformedMessage } from './malformed-messages.ts';

const MESSAGES = 100;
const CONNECTIONS = 100;

const isMalformed = makeIsMalformed(DashboardToBackend);
let world: FuzzWorld;

beforeAll(async () => {
  world = await startFuzzWorld();
});
afterAll(async () => {
  console.info('dashboard namespace:', JSON.stringify(world.counts));
  await world.close();
});

it('A5: no malformed message of a dashboard crashes anything, gets an internal error, or is felt by a kiosk', async () => {
  const messages = fc.array(malformedMessage(DashboardToBackend), { minLength: MESSAGES, maxLength: MESSAGES });
  await fc.assert(
    fc.asyncProperty(messages, async (sent) => {
      world.counts.malformed += sent.filter(isMalformed).length;
      const options = {
        auth: { token: world.owner.token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      };
      const socket = io(world.url + DASHBOARD_NAMESPACE, options);
      await once(socket as never, 'connect');
      const { organizationId } = world;
      await world.send(socket, sent, () => socket.emitWithAck('subscribe', { organizationId }));
      await world.checkBystanders();
      expect(world.troubles).toEqual([]);
    }),
    { numRuns: CONNECTIONS, endOnFailure: false },
  );
  expect(world.counts.malformed).toBeGreaterThan(6_000);
});

it('A5: a handshake of anything at all is refused in words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (auth) => {
      const options = { auth, transports: ['websocket'], forceNew: true, reconnection: false };
      const socket = io(world.url + DASHBOARD_NAMESPACE, options);
      const [refused] = (await once(socket as never, 'connect_error')) as [{ data?: { code?: string } }];
      expect(refused.data?.code).toBe('unauthenticated');
      socket.disconnect();
    }),
    { numRuns: 100 },
  );
  expect(world.troubles).toEqual([]);
});
