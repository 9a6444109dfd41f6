import * as fc from 'fast-check';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { expect, test } from 'vitest';
import { stayAwake, type WakeLocks } from './wake-lock.ts';

type Lock = EventTarget & { released: boolean };

/** A browser that grants wake locks to a visible tab, after a while, unless it refuses. */
function openBrowser() {
  const clock = createVirtualClock();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const locks: Lock[] = [];
  const browser = {
    clock,
    latencyMs: 0,
    refuses: false,
    held: () => locks.filter(({ released }) => !released).length,
    release() {
      for (const lock of locks) {
        if (lock.released) continue;
        lock.released = true;
        lock.dispatchEvent(new Event('release'));
      }
    },
    become(state: 'hidden' | 'visible') {
      document.visibilityState = state;
      if (state === 'hidden') browser.release();
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
  const request: WakeLocks['request'] = () =>
    new Promise((resolve, reject) =>
      clock.after(browser.latencyMs, () => {
        if (browser.refuses || document.visibilityState !== 'visible') return reject(new Error('NotAllowedError'));
        const lock = Object.assign(new EventTarget(), { released: false });
        locks.push(lock);
        return resolve(lock);
      }),
    );
  stayAwake(document, { request }, clock);
  return browser;
}

test('a visible tab has exactly one wake lock, whatever happened before', async () => {
  const event = fc.oneof(
    fc.constantFrom('hidden', 'visible', 'released', 'refuses', 'grants'),
    fc.integer({ min: 1, max: 15_000 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 12 }),
      fc.integer({ min: 0, max: 200 }),
      async (events, latencyMs) => {
        const browser = openBrowser();
        browser.latencyMs = latencyMs;
        for (const each of events) {
          if (typeof each === 'number') await browser.clock.advance(each);
          else if (each === 'released') browser.release();
          else if (each === 'hidden' || each === 'visible') browser.become(each);
          else browser.refuses = each === 'refuses';
        }
        browser.refuses = false;
        browser.become('visible');
        await browser.clock.advance(30_000);
        expect(browser.held()).toBe(1);
        browser.become('hidden');
        await browser.clock.advance(30_000);
        expect(browser.held()).toBe(0);
      },
    ),
  );
});
