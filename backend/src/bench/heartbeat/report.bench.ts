import type { ServerKind } from './heartbeat-client.bench.ts';

/** The table of `heartbeat.bench.ts`. */

/** Processor time in microseconds a heartbeat, memory in bytes a connection. */
export interface Measured {
  cpuUs: number;
  postgresUs: number;
  memoryBytes: number;
  /** Before the measured heartbeats. */
  connectedBytes: number;
  connectedInMs: number;
  answerP50Ms: number;
  answerP99Ms: number;
}
export type Round = Partial<Record<ServerKind, Measured>>;

const MOST = { cpuUs: 1.25, memoryBytes: 1.5 } as const;
export const FIGURES = [
  `processor time a heartbeat at most ${MOST.cpuUs} times that of bare Socket.IO`,
  `memory a connection at most ${MOST.memoryBytes} times`,
];

interface Middle {
  median: number;
  text: string;
}

function middleOf(values: readonly number[], digits: number): Middle {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
  const [least, most] = [sorted[0]!, sorted.at(-1)!].map((value) => value.toFixed(digits));
  return { median, text: `${median.toFixed(digits)} (${least}–${most})` };
}

const COLUMNS: [title: string, read: (of: Measured) => number, digits: number][] = [
  ['CPU µs/heartbeat', ({ cpuUs }) => cpuUs, 1],
  ['Postgres µs', ({ postgresUs }) => postgresUs, 1],
  ['kB/connection', ({ memoryBytes }) => memoryBytes / 1_000, 1],
  ['before heartbeats', ({ connectedBytes }) => connectedBytes / 1_000, 1],
  ['answer p50 ms', ({ answerP50Ms }) => answerP50Ms, 2],
  ['answer p99 ms', ({ answerP99Ms }) => answerP99Ms, 1],
  ['connected in s', ({ connectedInMs }) => connectedInMs / 1_000, 1],
];

function table(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The service's ratios to another server, of each round that has both. */
function ratios(rounds: readonly Round[], to: ServerKind, key: keyof typeof MOST): Middle | null {
  const pairs = rounds.flatMap(({ service, [to]: other }) => (service && other ? [service[key] / other[key]] : []));
  return pairs.length === 0 ? null : middleOf(pairs, 2);
}

/** Median and range of each server, then the ratios by round and whether the figures are met. */
export function describe(rounds: readonly Round[], servers: readonly ServerKind[]): string {
  const lines = servers.map((kind) => {
    const of = rounds.map((round) => round[kind]!);
    return [kind, ...COLUMNS.map(([, read, digits]) => middleOf(of.map(read), digits).text)];
  });
  const compared = (['socket.io', 'ws'] as const).flatMap((to) =>
    (['cpuUs', 'memoryBytes'] as const).flatMap((key) => {
      const ratio = ratios(rounds, to, key);
      if (!ratio) return [];
      const verdict = to === 'ws' ? '' : `: ${ratio.median <= MOST[key] ? 'met' : 'MISSED'}, at most ${MOST[key]}`;
      const what = key === 'cpuUs' ? 'processor time' : 'memory';
      return [`service to bare ${to}, ${what}: ${ratio.text}${verdict}`];
    }),
  );
  return [table([['median (range)', ...COLUMNS.map(([title]) => title)], ...lines]), '', ...compared].join('\n');
}
