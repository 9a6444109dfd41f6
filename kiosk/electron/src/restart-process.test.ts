import { expect, test } from 'vitest';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { EXIT, STARTER_VARIABLE } from './exit-codes.ts';
import { createExit, createStartAgain, within } from './restart-process.ts';

test('an app ends also where its stop fails, or never ends', async () => {
  const clock = createVirtualClock();
  await within(clock, 1_000, Promise.reject(new Error('no')));
  expect(clock.pending()).toBe(0);
  const slow = within(clock, 1_000, new Promise(() => {}));
  await clock.advance(1_000);
  await slow;
});

test.each([
  ['a restart on command', EXIT.again, (startAgain: ReturnType<typeof createStartAgain>) => startAgain.now()],
  ['a restart after a failure', EXIT.failed, (startAgain: ReturnType<typeof createStartAgain>) => startAgain.later()],
])('G12: the exit code of %s survives the closed window that asks to end the app', async (_, code, restart) => {
  const clock = createVirtualClock();
  const codes: number[] = [];
  // Electron closes the windows during `exit`, and in windowed mode a closed window ends the app.
  const exit = createExit({
    exit(given) {
      codes.push(given!);
      exit(EXIT.ended);
    },
  });
  restart(createStartAgain({ relaunch() {} }, exit, clock, [], { [STARTER_VARIABLE]: '1' }));
  await clock.advance(0);
  expect(codes).toEqual([code]);
});
