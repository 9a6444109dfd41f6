import { readFileSync, readdirSync } from 'node:fs';
import { arch, cpus, freemem, hostname, platform, release, totalmem, uptime } from 'node:os';
import type { Clock, Metrics, Shell } from '@sign-display/kiosk-agent/ports';

/** What the machine says of itself: at a register, and in each heartbeat. */
export type MachineFacts = Pick<Shell, 'device' | 'metrics'> & {
  /** Stops measuring. */
  close(): void;
};

/** How late timers come is measured by one that runs this often: an idle sign stays idle. */
const LAG_EVERY_MS = 1_000;
const THERMAL = '/sys/class/thermal';

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** What programs have taken. The system's caches are free for the asking, so Linux's own estimate is better than its free memory. */
export function memoryUsed(meminfo: string | null, total: number, free: number): number {
  const available = /^MemAvailable:\s+(\d+) kB/m.exec(meminfo ?? '')?.[1];
  return Math.max(0, Math.round(total - (available === undefined ? free : Number(available) * 1_024)));
}

/** In degrees, of thousandths of them; null for what no sensor of a machine that runs says. */
export function celsius(text: string | null): number | null {
  const degrees = Number(text ?? 'none') / 1_000;
  return degrees > -50 && degrees < 150 && degrees !== 0 ? degrees : null;
}

/** The files with the processor's temperature; where none names it, all there are. */
function findSensors(): string[] {
  try {
    const zones = readdirSync(THERMAL).filter((name) => name.startsWith('thermal_zone'));
    const ofProcessor = zones.filter((zone) => /cpu|pkg|soc|core/i.test(readText(`${THERMAL}/${zone}/type`) ?? ''));
    return (ofProcessor.length > 0 ? ofProcessor : zones).map((zone) => `${THERMAL}/${zone}/temp`);
  } catch {
    return [];
  }
}

interface Ticks {
  busy: number;
  all: number;
}
function ticks(): Ticks {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq;
    busy += sum;
    all += sum + times.idle;
  }
  return { busy, all };
}

/** `screen`: of the display that is the sign. */
export function createMachineFacts(
  clock: Clock,
  appVersion: string,
  screen: () => ReturnType<Shell['device']>['screen'],
): MachineFacts {
  const sensors = findSensors();
  let before = ticks();
  let load = 0;
  let lagMs = 0;
  let cancel = measureLag();

  function measureLag(): () => void {
    const dueMs = clock.monotonicMs() + LAG_EVERY_MS;
    return clock.after(LAG_EVERY_MS, () => {
      lagMs = Math.max(lagMs, clock.monotonicMs() - dueMs);
      cancel = measureLag();
    });
  }

  /** Since it was asked last. */
  function cpuLoad(): number {
    const now = ticks();
    const passed = now.all - before.all;
    if (passed > 0) load = Math.min(1, Math.max(0, (now.busy - before.busy) / passed));
    before = now;
    return load;
  }

  return {
    device: () => ({
      appVersion,
      platform: platform(),
      osRelease: release(),
      arch: arch(),
      hostname: hostname(),
      screen: screen(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    metrics(): Metrics {
      const degrees = sensors.map((path) => celsius(readText(path))).filter((one): one is number => one !== null);
      const worstLagMs = lagMs;
      lagMs = 0;
      return {
        cpuLoad: cpuLoad(),
        memUsedBytes: memoryUsed(readText('/proc/meminfo'), totalmem(), freemem()),
        memTotalBytes: totalmem(),
        uptimeSeconds: Math.floor(uptime()),
        eventLoopLagMs: Math.round(worstLagMs),
        ...(degrees.length > 0 ? { temperatureCelsius: Math.max(...degrees) } : {}),
      };
    },
    close: () => cancel(),
  };
}
