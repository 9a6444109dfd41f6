import type { Clock, Shell } from '@sign-display/kiosk-agent/ports';
import { BROWSER_PLATFORM } from '@sign-display/contracts/browser-mac-address';

/** What a browser reveals about itself and the machine, for `sign:register` and each heartbeat. */

/** The interval of the timer that measures how late timers fire. */
const LAG_EVERY_MS = 1_000;
const GIBIBYTE = 2 ** 30;

/** APIs that some browsers lack. */
interface BrowserNavigator {
  userAgent: string;
  /** In GiB, rounded. */
  deviceMemory?: number;
}
export interface BrowserPerformance {
  memory?: { usedJSHeapSize: number };
}

const NAMES: [RegExp, string][] = [
  [/ Edg\/(\d+)/, 'Edge'],
  [/ OPR\/(\d+)/, 'Opera'],
  [/ Firefox\/(\d+)/, 'Firefox'],
  [/ (?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/ Version\/(\d+).* Safari\//, 'Safari'],
];

/** "Chrome 140", or "a browser" if the user agent has no name. */
export function browserName(userAgent: string): string {
  for (const [pattern, name] of NAMES) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'a browser';
}

/** "Windows NT 10.0; Win64; x64": the text in the first parentheses. */
const systemOf = (userAgent: string): string => (/\(([^)]*)\)/.exec(userAgent)?.[1] ?? '').slice(0, 200);

export interface TabFactsParts {
  clock: Clock;
  appVersion: string;
  navigator: BrowserNavigator;
  performance: BrowserPerformance;
  view: { innerWidth: number; innerHeight: number; devicePixelRatio: number };
}

/** A tab can't see the processor: its load is reported as 0. */
export function createTabFacts({
  clock,
  appVersion,
  navigator,
  performance,
  view,
}: TabFactsParts): Pick<Shell, 'device' | 'metrics'> {
  let lagMs = 0;
  function measureLag(): void {
    const dueMs = clock.monotonicMs() + LAG_EVERY_MS;
    clock.after(LAG_EVERY_MS, () => {
      lagMs = Math.max(lagMs, clock.monotonicMs() - dueMs);
      measureLag();
    });
  }
  measureLag();

  return {
    device: () => ({
      appVersion,
      platform: BROWSER_PLATFORM,
      osRelease: systemOf(navigator.userAgent),
      arch: '',
      hostname: browserName(navigator.userAgent),
      screen: {
        width: Math.max(1, view.innerWidth),
        height: Math.max(1, view.innerHeight),
        scaleFactor: view.devicePixelRatio || 1,
      },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    metrics() {
      const worstLagMs = Math.max(0, Math.round(lagMs));
      lagMs = 0;
      return {
        cpuLoad: 0,
        memUsedBytes: performance.memory?.usedJSHeapSize ?? 0,
        memTotalBytes: (navigator.deviceMemory ?? 0) * GIBIBYTE,
        uptimeSeconds: Math.floor(clock.monotonicMs() / 1_000),
        eventLoopLagMs: worstLagMs,
      };
    },
  };
}
