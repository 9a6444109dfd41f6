import type { Sample } from './figures/figures.ts';

/** What benchmarks say of their times, in milliseconds. */

export interface Spread {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  most: number;
}

/** `timesMs`: one entry a measured thing; at least one. */
export function spreadOf(timesMs: readonly number[]): Spread {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: sorted.at(-1)! };
}

/** One line of a table. */
export function describeSpread({ count, p50, p95, p99, most }: Spread): string {
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  return `p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}, most ${ms(most)} (${count})`;
}

/** One figure that a program tells `npm run bench`, which started it. */
export type ReportedFigure = Pick<Sample, 'figure' | 'server' | 'value' | 'invalid'>;

/** Tells it, where somebody listens. */
export const reportFigure = (figure: ReportedFigure): void => void process.send?.(figure);
