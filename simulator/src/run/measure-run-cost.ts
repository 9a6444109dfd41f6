import type { Clock } from '@sign-display/contracts/clock-and-random';
import { readBackendMetrics } from '../backend/backend-metrics.ts';
import type { RunFigures } from '../report/report.ts';
import { wait } from '../waiting/wait.ts';

/** Measures what a run costs: the server by its metrics, the simulator by its process. */
interface Measure {
  /** Takes one sample. Called again and again, to find the peaks. */
  sample(): void;
  /** Waits `ms`, less if `signal` fires, and returns what heartbeats alone cost the database meanwhile. */
  quietWindow(ms: number, heartbeatsSent: () => number, signal: AbortSignal): Promise<RunFigures['quiet']>;
  end(): Promise<Pick<RunFigures, 'server' | 'simulator'>>;
}

/** `metricsUrl` null: we can't read this backend's metrics. */
export function createMeasure(clock: Clock, metricsUrl: string | null): Measure {
  const startedMs = clock.monotonicMs();
  let simulatorPeak = 0;
  let serverPeak: number | null = null;
  const read = () => (metricsUrl === null ? Promise.resolve(null) : readBackendMetrics(metricsUrl));
  const note = (metrics: Awaited<ReturnType<typeof read>>) => {
    if (metrics?.memoryBytes != null) serverPeak = Math.max(serverPeak ?? 0, metrics.memoryBytes);
    return metrics;
  };
  let looks = 0;

  return {
    sample() {
      simulatorPeak = Math.max(simulatorPeak, process.memoryUsage.rss());
      // Reading the metrics costs the server something. Memory grows slowly, so every tenth sample is enough.
      if (looks++ % 10 === 0) void read().then(note);
    },
    async quietWindow(ms, heartbeatsSent, signal) {
      const before = { metrics: await read(), heartbeats: heartbeatsSent(), atMs: clock.monotonicMs() };
      await wait(clock, ms, signal);
      const heartbeats = heartbeatsSent() - before.heartbeats;
      const after = note(await read());
      const seconds = (clock.monotonicMs() - before.atMs) / 1_000;
      const [first, last] = [before.metrics?.databaseQueries ?? null, after?.databaseQueries ?? null];
      const statements = first === null || last === null ? null : last - first;
      const per1000 = statements === null || heartbeats === 0 ? null : (statements / heartbeats) * 1_000;
      return { seconds, heartbeats, statements, statementsPer1000Heartbeats: per1000 };
    },
    async end() {
      const metrics = note(await read());
      const seconds = (clock.monotonicMs() - startedMs) / 1_000;
      const cpuSeconds = metrics?.cpuSeconds ?? null;
      const { user, system } = process.cpuUsage();
      return {
        server: {
          cpuSeconds,
          cpuShare: cpuSeconds === null ? null : cpuSeconds / seconds,
          memoryPeakBytes: serverPeak,
        },
        simulator: { cpuSeconds: (user + system) / 1e6, memoryPeakBytes: simulatorPeak },
      };
    },
  };
}
