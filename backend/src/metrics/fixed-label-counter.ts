import { Counter, type Registry } from 'prom-client';

type Labels = Record<string, readonly string[]>;

/** Every combination of one value for each label. */
function combinations(labels: Labels): Record<string, string>[] {
  let all: Record<string, string>[] = [{}];
  for (const [label, values] of Object.entries(labels))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [label]: value })));
  return all;
}

interface ClosedCounter<Known extends Labels> extends Pick<Counter, 'get'> {
  inc(labels: { [Label in keyof Known]: Known[Label][number] }, count?: number): void;
}

/**
 * A counter whose labels have known values. Each of its series is there from the start, at 0: Prometheus sees an increase only between two samples, so
 * a series that began with its first event would hide that event from `rate` and `increase`, and so from every alert.
 */
export function createClosedCounter<const Known extends Labels>(config: {
  name: string;
  help: string;
  labels: Known;
  registers: Registry[];
}): ClosedCounter<Known> {
  const { labels, ...rest } = config;
  const counter = new Counter({ ...rest, labelNames: Object.keys(labels) });
  for (const series of combinations(labels)) counter.inc(series, 0);
  return counter;
}
