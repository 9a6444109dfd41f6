import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openOwnMachine, type OwnMachine, type Told } from './testing/kiosk-on-fake-hardware.ts';

const CARD = 'c8:2a:14:9f:03:1b';
const OTHER_CARD = '00:11:22:33:44:55';

let display: ChildProcess;
let displayName: string;
beforeAll(async () => {
  display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x720x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(createInterface(display.stdout!), 'line')) as [string];
  displayName = `:${number}`;
});
afterAll(async () => {
  display.kill();
  await once(display, 'exit');
});

async function freshMachine(diskBytes?: number): Promise<OwnMachine> {
  const machine = await openOwnMachine(displayName, diskBytes);
  onTestFinished(() => machine.remove());
  machine.setCard(CARD, true);
  return machine;
}
const says =
  (message: string, fields: object = {}) =>
  (line: Told): boolean =>
    line.message === message && Object.entries(fields).every(([name, value]) => line[name] === value);
/** The agent connects only when its identity is on the disk. */
const isStored = says('connection refused');

test('K1: on the real app a pulled cable keeps the sign, and another network card makes it a new one', async () => {
  const machine = await freshMachine();
  const first = await machine.start();
  await first.told(isStored);
  const signId = machine.signId();
  expect(signId).not.toBeNull();
  await first.kill();

  machine.setCard(CARD, false);
  const unplugged = await machine.start();
  await unplugged.told(says('hardware checked', { hardware: 'same' }));
  await unplugged.told(isStored);
  expect(machine.signId()).toBe(signId);
  await unplugged.kill();

  machine.setCard(OTHER_CARD, true);
  const swapped = await machine.start();
  await swapped.told(says('hardware checked', { hardware: 'foreign' }));
  // It starts itself again, out of our sight: what it is now stands on the disk.
  expect(await machine.nextSignId(signId)).toMatch(/^[0-9a-f-]{36}$/);
});

test('K3: the real app keeps its identity when it is killed at random moments of its life', async () => {
  const machine = await freshMachine();
  const first = await machine.start();
  await first.told(isStored);
  const signId = machine.signId();
  await first.kill();
  for (let death = 0; death < 5; death += 1) {
    const kiosk = await machine.start();
    await kiosk.told(says('hardware checked', { hardware: 'same' }));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    await kiosk.kill();
    expect(machine.signId()).toBe(signId);
  }
});

test('K3: a full disk is told, and the sign is stored as soon as there is room', async () => {
  const machine = await freshMachine(16 * 1_048_576);
  const filling = join(machine.dataDir, 'filling');
  expect(() => writeFileSync(filling, Buffer.alloc(32 * 1_048_576))).toThrow('ENOSPC');
  const kiosk = await machine.start();
  const made = await kiosk.told(says('identity made'));
  const failed = await kiosk.told(says('store write failed'));
  expect(failed['error']).toContain('ENOSPC');
  expect(machine.signId()).toBeNull();
  rmSync(filling);
  await kiosk.told(isStored);
  expect(machine.signId()).toBe(made['signId']);
});
