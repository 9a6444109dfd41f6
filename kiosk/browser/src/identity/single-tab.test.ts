import * as fc from 'fast-check';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { expect, test } from 'vitest';
import { becomeOnlyTab, type TabChannel } from './single-tab.ts';

/** When a tab opens, and when the browser freezes it. */
interface TabPlan {
  opensAtMs: number;
  firstByte: number;
  freezesAtMs: number;
  frozenForMs: number;
}
interface Tab {
  index: number;
  /** Whether it believes that it is the only one. */
  isOnly: boolean;
  isClosed: boolean;
  timesWaited: number;
}

/** The tabs of one browser. Their messages take `latencyMs`. */
function openBrowser(latencyMs: number) {
  const clock = createVirtualClock();
  const listeners: { owner: Tab; deliver(data: unknown): void }[] = [];
  const tabs: Tab[] = [];

  function open(plan: TabPlan): void {
    const tab: Tab = { index: tabs.length, isOnly: false, isClosed: false, timesWaited: 0 };
    tabs.push(tab);
    const resumesAtMs = plan.freezesAtMs + plan.frozenForMs;
    const run = (task: () => void): void => {
      if (!tab.isClosed) task();
    };
    /** A frozen tab runs nothing until the browser resumes it. */
    const whenRunning = (task: () => void): void => {
      const nowMs = clock.monotonicMs();
      if (nowMs < plan.freezesAtMs || nowMs >= resumesAtMs) run(task);
      else clock.after(resumesAtMs - nowMs, () => run(task));
    };
    const own: Clock = {
      ...clock,
      after(delayMs, task) {
        let isCancelled = false;
        clock.after(delayMs, () =>
          whenRunning(() => {
            if (!isCancelled) task();
          }),
        );
        return () => (isCancelled = true);
      },
    };
    const channel: TabChannel = {
      postMessage(data) {
        const others = listeners.filter(({ owner }) => owner !== tab);
        clock.after(latencyMs, () => others.forEach(({ deliver }) => deliver(data)));
      },
      addEventListener: (_, listener) =>
        void listeners.push({ owner: tab, deliver: (data) => whenRunning(() => listener({ data })) }),
    };
    const random = {
      float: () => 0,
      bytes: (length: number) => new Uint8Array(length).fill(tab.index).fill(plan.firstByte, 0, 1),
    };
    void becomeOnlyTab(channel, {
      clock: own,
      random,
      onWaiting: () => (tab.timesWaited += 1),
      onReplaced() {
        close(tab);
        // The tab reloads.
        open({ ...plan, freezesAtMs: Infinity });
      },
    }).then(() => (tab.isOnly = true));
  }
  function close(tab: Tab): void {
    tab.isClosed = true;
    tab.isOnly = false;
  }

  return {
    clock,
    tabs,
    close,
    open: (plan: TabPlan) => void clock.after(plan.opensAtMs, () => open(plan)),
    only: () => tabs.filter((tab) => tab.isOnly),
  };
}

const AWAKE = { freezesAtMs: Infinity, frozenForMs: 0 };
const LATENCY = fc.integer({ min: 0, max: 50 });
const BYTE = fc.integer({ min: 0, max: 255 });
const OPENS = fc.record({ opensAtMs: fc.integer({ min: 0, max: 2_500 }), firstByte: BYTE });
const SETTLED_MS = 60_000;

test('without Web Locks exactly one of several tabs is the sign, and another one becomes it after that tab closes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(OPENS, { minLength: 2, maxLength: 4 }), LATENCY, async (plans, latencyMs) => {
      const browser = openBrowser(latencyMs);
      for (const plan of plans) browser.open({ ...plan, ...AWAKE });
      await browser.clock.advance(SETTLED_MS);
      const [first, ...more] = browser.only();
      expect(more).toEqual([]);
      expect(browser.tabs.filter(({ timesWaited }) => timesWaited > 0)).toHaveLength(plans.length - 1);
      browser.close(first!);
      await browser.clock.advance(SETTLED_MS);
      expect(browser.only()).toHaveLength(1);
    }),
  );
});

test('without Web Locks exactly one tab is the sign after the browser has resumed the tabs that it had frozen', async () => {
  const plan = fc.record({
    opensAtMs: fc.integer({ min: 0, max: 20_000 }),
    firstByte: BYTE,
    freezesAtMs: fc.integer({ min: 0, max: 30_000 }),
    frozenForMs: fc.integer({ min: 0, max: 30_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 2, maxLength: 3 }), LATENCY, async (plans, latencyMs) => {
      const browser = openBrowser(latencyMs);
      for (const each of plans) browser.open(each);
      await browser.clock.advance(3 * SETTLED_MS);
      expect(browser.only()).toHaveLength(1);
    }),
  );
});

test('a sign’s tab that was frozen gives way to the tab that took over meanwhile', async () => {
  const browser = openBrowser(5);
  browser.open({ opensAtMs: 0, firstByte: 1, freezesAtMs: 5_000, frozenForMs: 60_000 });
  browser.open({ opensAtMs: 10_000, firstByte: 2, ...AWAKE });
  await browser.clock.advance(20_000);
  const [frozen, later] = browser.tabs;
  expect(later).toMatchObject({ isOnly: true });
  await browser.clock.advance(60_000);
  expect(frozen).toMatchObject({ isClosed: true });
  expect(browser.only()).toEqual([later]);
});
