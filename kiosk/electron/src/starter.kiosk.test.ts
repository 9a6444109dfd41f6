import { once } from 'node:events';
import { expect, test } from 'vitest';
import { scan } from './testing/scan-qr.ts';
import { good } from '@sign-display/testing/service';
import { until } from './testing/poll-until.ts';
import { openWorld } from './testing/display-service-and-pages.ts';

const { world, freshMachine, unclaimed, claim, seen, spot } = openWorld();
const GREEN = [16, 160, 64];

test.each([
  ['on the whole display', []],
  ['G12: in a window with a frame', ['--windowed']],
])('%s: the starter starts the app again after the command to reboot, and ends it at its own end', async (_, flags) => {
  const machine = await freshMachine();
  const { kiosk, shortCode } = await unclaimed(machine, ...flags);
  const { sign } = good(await claim(shortCode, world().pages.url('good'))).body;
  await seen(GREEN);
  await kiosk.stop();
  await until('the sign to be gone', spot, (colour) => colour !== GREEN.join());

  const starter = machine.startByStarter(...flags);
  await seen(GREEN);
  const { owner } = world().service;
  const body = { command: 'reboot' } as const;
  good(await owner.call('POST /api/signs/:id/commands', { params: { id: sign.id }, body }));
  await until('the app to end', spot, (colour) => colour !== GREEN.join());
  await seen(GREEN);
  expect(starter.exitCode).toBeNull();

  const ended = once(starter, 'exit');
  // As a terminal that is closed does; the exit code is that of an end in peace.
  starter.kill('SIGHUP');
  expect(await ended).toEqual([0, null]);
  await until('every process of the sign to be gone', machine.processes, (left) => left.length === 0);
});

test('whoever ends npm alone ends the sign that `npm run kiosk` began', async () => {
  const machine = await freshMachine();
  const npm = machine.startByNpm();
  await until(
    'the code of the sign',
    () => scan(world().display.look()),
    (text) => text !== null,
  );
  npm.kill('SIGTERM');
  const left = until('every process of the sign to be gone', machine.processes, (ids) => ids.length === 0);
  expect(await left).toEqual([]);
});

test('`npm run kiosk` ends with the app’s own exit code where a setting is refused', async () => {
  const machine = await freshMachine();
  const npm = machine.startByNpm('--display', '9x');
  expect(await once(npm, 'exit')).toEqual([2, null]);
});
