import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Presence } from '@sign-display/contracts/rest/signs';
import type { NodeFigures } from '../cluster/tables.ts';
import type { AppDeps } from './deps.ts';

const WINDOW_SECONDS = 10;

/** Counts events, and says how many there were a second in the last ten full seconds, by the monotonic clock. */
export function createRate(clock: Pick<Clock, 'monotonicMs'>) {
  const counts = new Map<number, number>();
  const second = (): number => Math.floor(clock.monotonicMs() / 1_000);
  const forget = (now: number): void => {
    for (const each of counts.keys()) {
      if (each >= now - WINDOW_SECONDS) break;
      counts.delete(each);
    }
  };
  return {
    add(): void {
      const now = second();
      forget(now);
      counts.set(now, (counts.get(now) ?? 0) + 1);
    },
    perSecond(): number {
      const now = second();
      forget(now);
      const past = [...counts].filter(([at]) => at < now);
      return past.reduce((sum, [, count]) => sum + count, 0) / WINDOW_SECONDS;
    },
  };
}

/** The figures of this node for the system page, from the calls that feed `/metrics` too, so that both agree (promise R6). */
export function createNodeFigures({ clock, version, load, machine }: AppDeps) {
  const heartbeats = createRate(clock);
  let [kiosks, dashboards, offlineVerdicts] = [0, 0, 0];
  return {
    heartbeat: heartbeats.add,
    kiosks: (count: number): void => void (kiosks = count),
    dashboards: (count: number): void => void (dashboards = count),
    verdict: (to: Presence): void => void (offlineVerdicts += to === 'offline' ? 1 : 0),
    /** How many offline verdicts this node has written since its start. */
    offlineVerdicts: (): number => offlineVerdicts,
    read: (): NodeFigures => ({
      version,
      hostname: machine?.hostname ?? null,
      kiosks,
      dashboards,
      rssBytes: machine?.rssBytes() ?? null,
      eventLoopDelayMs: load?.eventLoopDelayMs() ?? 0,
      heartbeatsPerSecond: heartbeats.perSecond(),
      clockOffsetMs: machine?.clockOffsetMs() ?? null,
    }),
  };
}
export type OwnFigures = ReturnType<typeof createNodeFigures>;
