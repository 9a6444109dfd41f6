import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { openWorld } from './testing/display-service-and-pages.ts';
import { good } from '@sign-display/testing/service';
import { until } from './testing/poll-until.ts';

const { world, freshMachine, unclaimed, claim, seen } = openWorld();
const GREEN = [16, 160, 64];

/** Sends a command and resolves with what came of it, however often the app starts again meanwhile. */
async function order(id: string, body: CommandRequest) {
  const { owner } = world().service;
  const { commandId } = good(await owner.call('POST /api/signs/:id/commands', { params: { id }, body })).body;
  for (;;) {
    const { items } = good(await owner.call('GET /api/signs/:id/commands', { params: { id }, query: {} })).body;
    const command = items.find((one) => one.commandId === commandId);
    if (command && command.finishedAt !== null) return command;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('K6: the app starts again once for each of three commands, refuses a fourth, and its log has what happened before', async () => {
  const machine = await freshMachine();
  const { shortCode } = await unclaimed(machine);
  const { sign } = good(await claim(shortCode, world().pages.url('good'))).body;
  await seen(GREEN);
  for (let restart = 0; restart < 3; restart += 1)
    expect(await order(sign.id, { command: 'reboot' })).toMatchObject({ state: 'acked' });
  const fourth = await order(sign.id, { command: 'reboot' });
  expect(fourth.error?.code).toBe('reboot_loop');
  await seen(GREEN);

  expect(await order(sign.id, { command: 'fetch_logs', args: { limit: 1_000 } })).toMatchObject({ state: 'acked' });
  const { owner } = world().service;
  const { items } = good(await owner.call('GET /api/signs/:id/logs', { params: { id: sign.id }, query: {} })).body;
  const restarts = items.filter(({ message }) => message.startsWith('restart by command'));
  // Each of them was written by a process that is gone, and none restarted the app twice.
  expect(restarts).toHaveLength(3);
});

test('a machine that was not allowed to says that it can’t restart itself', async () => {
  const machine = await freshMachine();
  const { shortCode } = await unclaimed(machine);
  const { sign } = good(await claim(shortCode, world().pages.url('good'))).body;
  const { error } = await order(sign.id, { command: 'reboot_device' });
  expect(error?.code).toBe('not_supported');
});

test('K6: a machine that may restart itself is restarted once for a command, and what starts then says that it was done', async () => {
  const machine = await freshMachine();
  const done = join(machine.dataDir, 'restarts');
  // In place of the system's own, which would restart the machine that runs this test.
  const program = join(machine.programs, 'systemctl');
  writeFileSync(program, `#!/bin/sh\necho "$@" >> '${done}'\n`, { mode: 0o755 });
  const restarts = (): string => (existsSync(done) ? readFileSync(done, 'utf8') : '');
  const { kiosk, shortCode } = await unclaimed(machine, '--allow-reboot-device');
  const { sign } = good(await claim(shortCode, world().pages.url('good'))).body;
  await seen(GREEN);

  const ordered = order(sign.id, { command: 'reboot_device' });
  await until('the machine to be told', restarts, (text) => text !== '');
  await kiosk.kill();
  await machine.start('--allow-reboot-device');
  expect(await ordered).toMatchObject({ state: 'acked' });
  await seen(GREEN);
  expect(restarts()).toBe('reboot\n');
});
