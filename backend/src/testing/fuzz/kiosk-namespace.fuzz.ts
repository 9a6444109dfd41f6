import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KioskToBackend } from '@sign-display/contracts/kiosk-events';
import { beatOnce, STANDINGS, startFuzzWorld, type FuzzWorld } from './fuzz-world.ts';
import { makeIsMalformed, malformedFrame, malformedMessage } from './malformed-messages.ts';

/** Fewer than a kiosk may send at once (contract, section 5), so that what is refused is refused for its form. */
const MESSAGES = 100;
const CONNECTIONS = 200;
const FRAMES = 40;
const RAW_CONNECTIONS = 100;

const isMalformed = makeIsMalformed(KioskToBackend);
let world: FuzzWorld;

beforeAll(async () => {
  world = await startFuzzWorld();
});
afterAll(async () => {
  console.info('kiosk namespace:', JSON.stringify(world.counts));
  await world.close();
});

it('A5: no malformed message of a kiosk crashes anything, gets an internal error, or is felt by another kiosk', async () => {
  const messages = fc.array(malformedMessage(KioskToBackend), { minLength: MESSAGES, maxLength: MESSAGES });
  let seq = 1_000_000;
  await fc.assert(
    fc.asyncProperty(messages, fc.constantFrom(...STANDINGS), async (sent, standing) => {
      world.counts.malformed += sent.filter(isMalformed).length;
      const socket = await world.openKiosk(standing);
      seq += 1;
      // Who is not registered gets no answer to a heartbeat, but is told so in its turn.
      const last = () => (standing === 'connected' ? socket.emitWithAck('heartbeat', {}) : beatOnce(socket, seq));
      await world.send(socket, sent, last);
      await world.checkBystanders();
      expect(world.troubles).toEqual([]);
    }),
    { numRuns: CONNECTIONS, endOnFailure: false },
  );
  expect(world.counts.malformed).toBeGreaterThan(14_000);
  // Were connections cut early, most of what was sent would have reached nobody.
  expect(world.counts.refused).toBeGreaterThan(10_000);
});

/** Sends frames as they are, over a WebSocket that has joined the namespace or not; resolves when the server has cut it or all are sent. */
async function sendFrames(url: string, frames: (string | Uint8Array)[], joined: string | null): Promise<void> {
  const wire = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const closed = new Promise<void>((resolve) => wire.addEventListener('close', () => resolve()));
  await new Promise((resolve) => wire.addEventListener('message', resolve, { once: true }));
  if (joined !== null) {
    const answered = new Promise((resolve) => wire.addEventListener('message', resolve, { once: true }));
    wire.send(joined);
    await Promise.race([answered, closed]);
  }
  for (const frame of frames) if (wire.readyState === WebSocket.OPEN) wire.send(frame as string);
  // A pong nobody asked for is harmless, and what follows it is read after all the rest.
  wire.close();
  await closed;
}

it('A5: nor does any frame that is no message at all', async () => {
  const frames = fc.array(malformedFrame, { minLength: FRAMES, maxLength: FRAMES });
  const join = fc.constantFrom(
    null,
    '40/kiosk,{}',
    '40/kiosk,{"protocol":1,"signId":null}',
    '40/dashboard,{"token":"no"}',
  );
  await fc.assert(
    fc.asyncProperty(frames, join, async (sent, joined) => {
      world.counts.frames += sent.length;
      await sendFrames(world.url, sent, joined);
      await world.checkBystanders();
      expect(world.troubles).toEqual([]);
    }),
    { numRuns: RAW_CONNECTIONS },
  );
});
