import { METRICS, type Metric } from '../plan/metrics.ts';
import type { Plan } from '../plan/plan.ts';
import type { Summary } from './read-k6-summary.ts';
import type { Outcome, Verdict } from './verdict.ts';

const SAYS: Record<Outcome, string> = {
  passed: 'PASSED: every threshold held',
  failed: 'FAILED',
  invalid: 'INVALID: this run does not measure the service’s speed',
  undone: 'INVALID: k6 did not run as configured',
  interrupted: 'interrupted',
};

const number = (value: number | undefined): string => (value === undefined ? '–' : String(Math.round(value * 10) / 10));

function figure(metric: Metric, values: Record<string, number>): string {
  switch (METRICS[metric].kind) {
    case 'trend':
      return `p50 ${number(values['med'])} ms, p95 ${number(values['p(95)'])} ms, p99 ${number(values['p(99)'])} ms, longest ${number(values['max'])} ms`;
    case 'rate':
      return `${number((values['rate'] ?? 0) * 100)} % of ${number(values['samples'])}`;
    case 'counter':
      return number(values['count']);
    case 'gauge':
      return number(values['value']);
  }
}

/** The last lines of a run: what was measured, and what it means. */
export function printVerdict(plan: Plan, summary: Summary | null, { outcome, reasons }: Verdict, idle: number): string {
  const { scenario, profile, kiosks } = plan.settings;
  const lines = [`${scenario}, ${profile}${plan.fleetUsers > 0 ? `, ${kiosks} signs` : ''}`];
  for (const metric of Object.keys(METRICS) as Metric[]) {
    const values = summary?.get(metric);
    if (values !== undefined && values['samples'] !== 0) lines.push(`  ${metric.padEnd(22)} ${figure(metric, values)}`);
  }
  lines.push(
    `  k6’s cores were ${Math.round(idle * 100)} % idle`,
    SAYS[outcome],
    ...reasons.map((reason) => `  ${reason}`),
  );
  return lines.join('\n');
}
