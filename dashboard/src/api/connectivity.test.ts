import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOnline } from './connectivity.ts';

/** A network and a clock in the test's hand; `fetch` answers as the network is. */
function build() {
  const world = { hasNetwork: true, isServiceUp: true, nowMs: 0, asked: 0 };
  let told = (): void => {};
  const timers = new Map<() => void, number>();
  const clock = {
    now: () => world.nowMs,
    monotonicMs: () => world.nowMs,
    after(delayMs: number, task: () => void) {
      timers.set(task, world.nowMs + delayMs);
      return () => void timers.delete(task);
    },
  };
  const fetch = async () => {
    world.asked += 1;
    if (!world.hasNetwork || !world.isServiceUp) throw new TypeError('Failed to fetch');
    return new Response('{}');
  };
  const online = createOnline(clock, { isThere: () => world.hasNetwork, onChange: (each) => (told = each) }, fetch);
  const ask = (signal: AbortSignal | null = null) =>
    online.fetch('/api/me', { method: 'GET', headers: {}, body: null, signal }).catch(() => null);
  return {
    world,
    online,
    ask,
    timers,
    async setNetwork(hasNetwork: boolean) {
      world.hasNetwork = hasNetwork;
      told();
      await turn();
    },
    async pass(ms: number) {
      const untilMs = world.nowMs + ms;
      for (;;) {
        const [next] = [...timers].filter(([, atMs]) => atMs <= untilMs).toSorted(([, a], [, b]) => a - b);
        if (!next) break;
        timers.delete(next[0]);
        world.nowMs = next[1];
        next[0]();
        await turn();
      }
      world.nowMs = untilMs;
    },
  };
}

test('a browser without a network is believed at once, and one that has it again is asked for proof', async () => {
  const { online, setNetwork, world } = build();
  expect(online.isOnline()).toBe(true);
  await setNetwork(false);
  expect(online.isOnline()).toBe(false);
  world.isServiceUp = false;
  await setNetwork(true);
  expect(online.isOnline()).toBe(false);
  world.isServiceUp = true;
  await setNetwork(true);
  expect(online.isOnline()).toBe(true);
});

test('a request without a reply says offline, one that was given up says nothing, and the service is found again without a request', async () => {
  const { online, ask, pass, world, timers } = build();
  world.isServiceUp = false;
  await ask(AbortSignal.abort());
  expect(online.isOnline()).toBe(true);
  await ask();
  expect(online.isOnline()).toBe(false);
  await pass(60_000);
  expect(online.isOnline()).toBe(false);
  world.isServiceUp = true;
  await pass(30_000);
  expect(online.isOnline()).toBe(true);
  expect(timers.size).toBe(0);
});

test('U16: the page distinguishes a device without a network from a service that is down', async () => {
  const { online, ask, world, setNetwork } = build();
  world.isServiceUp = false;
  await ask();
  expect([online.isOnline(), online.hasNetwork()]).toEqual([false, true]);
  await setNetwork(false);
  expect([online.isOnline(), online.hasNetwork()]).toEqual([false, false]);
});

test('a message from elsewhere says that the service is there', async () => {
  const { online, ask, world, timers } = build();
  world.isServiceUp = false;
  await ask();
  online.heard();
  expect([online.isOnline(), timers.size]).toEqual([true, 0]);
});

test('whatever happens, half a minute after the last change it says what is so, and asks at most once every two seconds for it', async () => {
  const step = fc.record({
    network: fc.boolean(),
    service: fc.boolean(),
    asks: fc.boolean(),
    waitMs: fc.integer({ min: 0, max: 40_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { online, ask, pass, world, setNetwork } = build();
      for (const { network, service, asks, waitMs } of steps) {
        world.isServiceUp = service;
        if (network !== world.hasNetwork) await setNetwork(network);
        if (asks) await ask();
        const before = world.asked;
        await pass(waitMs);
        expect(world.asked - before).toBeLessThanOrEqual(Math.ceil(waitMs / 2_000));
      }
      await ask();
      await pass(30_000);
      expect(online.isOnline()).toBe(world.hasNetwork && world.isServiceUp);
    }),
    { numRuns: 200 },
  );
});
