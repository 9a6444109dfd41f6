import { expect, test } from 'vitest';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { within } from './start-again.ts';

test('an app ends also where its stop fails, or never ends', async () => {
  const clock = createVirtualClock();
  await within(clock, 1_000, Promise.reject(new Error('no')));
  expect(clock.pending()).toBe(0);
  const slow = within(clock, 1_000, new Promise(() => {}));
  await clock.advance(1_000);
  await slow;
});
