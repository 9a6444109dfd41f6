/** Who runs on which core. */
export interface Cores {
  server: readonly number[];
  k6: readonly number[];
}

/** k6 needs less than the service. Beyond this many it gains nothing. */
const K6_MOST = 4;

/** Gives k6 the last cores and the service the others, so that neither takes the other's time. Null for a machine with one core. */
export function shareCores(count: number): Cores | null {
  if (count < 2) return null;
  const forK6 = Math.min(K6_MOST, Math.floor(count / 2));
  const all = Array.from({ length: count }, (_, core) => core);
  return { server: all.slice(0, count - forK6), k6: all.slice(count - forK6) };
}

/** What stands before a command so that it runs on `cores`. */
export const pinnedTo = (cores: readonly number[]): readonly string[] => ['taskset', '-c', cores.join(',')];

/** How long one core has done what, in milliseconds since the machine's start: `os.cpus()[n].times`. */
export type CoreTimes = Record<'user' | 'nice' | 'sys' | 'idle' | 'irq', number>;

/** The share of the time between two looks in which the cores did nothing. */
export function idleShare(before: readonly CoreTimes[], after: readonly CoreTimes[], cores: readonly number[]): number {
  let idle = 0;
  let all = 0;
  for (const core of cores) {
    for (const kind of ['user', 'nice', 'sys', 'idle', 'irq'] as const) {
      const spent = (after[core]?.[kind] ?? 0) - (before[core]?.[kind] ?? 0);
      all += spent;
      if (kind === 'idle') idle += spent;
    }
  }
  return all > 0 ? idle / all : 1;
}
