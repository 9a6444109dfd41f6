import * as fc from 'fast-check';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { expect, test } from 'vitest';
import { isOnlyTab, type TabChannel } from './single-tab.ts';

/** A broadcast channel whose messages take `latencyMs`. */
function channels(clock: ReturnType<typeof createVirtualClock>, latencyMs: number) {
  const listeners: ((event: { data: unknown }) => void)[][] = [];
  return function open(): TabChannel {
    const own: (typeof listeners)[number] = [];
    listeners.push(own);
    return {
      postMessage(data) {
        const others = listeners.filter((each) => each !== own).flat();
        clock.after(latencyMs, () => others.forEach((listener) => listener({ data })));
      },
      addEventListener: (_, listener) => void own.push(listener),
    };
  };
}

test('without Web Locks exactly one of several tabs is the sign, whenever each of them opens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2_500 }), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.integer({ min: 0, max: 50 }),
      async (tabs, latencyMs) => {
        const clock = createVirtualClock();
        const open = channels(clock, latencyMs);
        const outcomes: boolean[] = [];
        for (const [index, [atMs, first]] of tabs.entries()) {
          const random = {
            float: () => 0,
            bytes: (length: number) => new Uint8Array(length).fill(index).fill(first, 0, 1),
          };
          clock.after(atMs, () => void isOnlyTab(open(), { clock, random }).then((is) => outcomes.push(is)));
        }
        await clock.advance(20_000);
        expect(outcomes.toSorted()).toEqual([...tabs.slice(1).map(() => false), true]);
      },
    ),
  );
});
