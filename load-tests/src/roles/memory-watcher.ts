import type { Plan } from '../plan/plan.ts';
import type { World } from '../ports.ts';
import { until } from './waiting-helpers.ts';

const LOOKS = 40;

/** The value of a metric in Prometheus' text; null where it is not there. */
export function readGauge(text: string, name: string): number | null {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  return value === undefined ? null : Number(value);
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The memory of the last tenth over that of the second one: the first is the service's own warming up. */
export function growthOf(values: readonly number[]): number {
  const tenth = Math.max(1, Math.floor(values.length / 10));
  return medianOf(values.slice(-tenth)) / medianOf(values.slice(tenth, 2 * tenth));
}

/** Looks at the service's memory now and then. */
export async function watcher(
  world: World,
  plan: Plan,
  readMetrics: () => Promise<string>,
  beginMs: number,
): Promise<void> {
  const values: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await until(world.clock, beginMs + (plan.durationMs * look) / LOOKS);
    const bytes = readGauge(await readMetrics(), 'process_resident_memory_bytes');
    if (bytes !== null) values.push(bytes);
  }
  if (values.length === LOOKS) world.record('server_memory_growth', growthOf(values));
}
