import { expect, test } from 'vitest';
import type { Checklist } from '@sign-display/kiosk-screen/model';
import { createVirtualClock, settle } from '@sign-display/kiosk-agent/testing/virtual-clock';
import type { Interface } from './judge-network-checklist.ts';
import { createNetworkWatch } from './network-watch.ts';
import type { ProbeResult } from './service-answer.ts';

const ETHERNET: Interface = {
  name: 'eth0',
  macAddress: 'c8:2a:14:9f:03:1b',
  physical: true,
  kind: 'ethernet',
  hasLink: true,
  addresses: ['10.20.4.118'],
  connected: true,
};

function watchUnderTest() {
  const clock = createVirtualClock();
  const world = {
    interfaces: [ETHERNET],
    isFound: true,
    probe: 'ours' as ProbeResult,
    connection: { isRegistered: false, refusal: null as string | null, attempts: 0 },
    retryAtMs: null as number | null,
    asked: { looks: 0, names: 0, probes: 0 },
  };
  const told: Checklist[] = [];
  const watch = createNetworkWatch({
    clock,
    random: { float: () => 0, bytes: (length) => new Uint8Array(length) },
    host: { isNumber: false, isLoopback: false },
    interfaces() {
      world.asked.looks += 1;
      return Promise.resolve(world.interfaces);
    },
    probeName() {
      world.asked.names += 1;
      return Promise.resolve(world.isFound);
    },
    probeService() {
      world.asked.probes += 1;
      return Promise.resolve(world.probe);
    },
    connection: () => ({
      connection: world.connection,
      clockOffsetMs: world.connection.isRegistered ? 0 : null,
      retryAtMs: world.retryAtMs,
    }),
    onChange: (checklist) => void told.push(checklist),
  });
  return { clock, world, told, watch };
}

test('K8: the checklist follows the network while the QR is up: cable, address, DNS, backend, and each change is told once', async () => {
  const { clock, world, told, watch } = watchUnderTest();
  world.interfaces = [{ ...ETHERNET, hasLink: false, addresses: [], connected: false }];
  watch.start();
  await settle();
  await clock.advance(60_000);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ interface: { state: 'failed' }, dns: { state: 'waiting' } });
  expect(world.asked).toMatchObject({ names: 0, probes: 0 });
  world.interfaces = [ETHERNET];
  world.isFound = false;
  await clock.advance(2_000);
  expect(told.at(-1)).toMatchObject({ address: { state: 'ok' }, dns: { state: 'failed' } });
  world.isFound = true;
  world.probe = 'certificate';
  await clock.advance(10_000);
  expect(told.at(-1)).toMatchObject({ backend: { state: 'failed', why: 'certificate' } });
  world.connection = { ...world.connection, isRegistered: true };
  await clock.advance(2_000);
  expect(told.at(-1)).toMatchObject({ backend: { state: 'ok' }, clock: { state: 'ok' } });
  watch.stop();
});

test('K8: a sign that is registered probes nobody, and one whose QR is gone asks nothing at all', async () => {
  const { clock, world, watch } = watchUnderTest();
  world.connection = { ...world.connection, isRegistered: true };
  watch.start();
  await settle();
  await clock.advance(60_000);
  expect(world.asked).toMatchObject({ names: 0, probes: 0 });
  watch.stop();
  const { looks } = world.asked;
  await clock.advance(600_000);
  expect(world.asked.looks).toBe(looks);
});

test('K8: a service that is down is asked no more than once in five seconds by each sign before it', async () => {
  const { clock, world, watch } = watchUnderTest();
  world.probe = 'no_answer';
  watch.start();
  await settle();
  await clock.advance(60_000);
  expect(world.asked.probes).toBeGreaterThan(5);
  expect(world.asked.probes).toBeLessThanOrEqual(13);
  watch.stop();
});
