import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { DeviceInfo, KioskToBackend } from '@sign-display/contracts/kiosk-events';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { celsius, createMachineFacts, memoryUsed } from './machine-facts.ts';

const screen = () => ({ width: 1920, height: 1080, scaleFactor: 1 });

test('what the machine says of itself is what the contract takes, in each heartbeat', async () => {
  const clock = createVirtualClock();
  const facts = createMachineFacts(clock, '1.0.0', screen);
  expect(Compile(DeviceInfo).Check(facts.device())).toBe(true);
  const { metrics } = KioskToBackend.heartbeat.properties;
  for (let beat = 0; beat < 3; beat += 1) {
    const read = facts.metrics();
    expect([...Compile(metrics).Errors(read)]).toEqual([]);
    expect(read.memUsedBytes).toBeLessThan(read.memTotalBytes);
    await clock.advance(5_000);
  }
  facts.close();
});

test('memory that the system’s caches hold is not counted as used, and a sensor that says nothing sane is not believed', () => {
  expect(memoryUsed('MemTotal: 1000 kB\nMemAvailable:     400 kB\n', 1_024_000, 1)).toBe(614_400);
  expect(memoryUsed(null, 1_000, 300)).toBe(700);
  expect(['47000', '0', '-273000', '999999', 'x', null].map(celsius)).toEqual([47, null, null, null, null, null]);
});
