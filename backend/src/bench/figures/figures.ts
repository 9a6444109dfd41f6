/** What `npm run bench` measures, and the small arithmetic of it. Pure. */

export const SERVERS = ['ours', 'socket.io', 'ws', 'aedes', 'mosquitto'] as const;
export type ServerKind = (typeof SERVERS)[number];
/** `bare`: what stands beside a request of ours, with none of our code. */
export type Measured = ServerKind | 'bare';

export const LINES = ['heartbeat', 'peak', 'memory', 'storm', 'claim', 'list', 'snapshot', 'bulk'] as const;
export type LineName = (typeof LINES)[number];

export interface Figure {
  line: LineName;
  title: string;
  digits: number;
}

/** Every figure that a line gives, in the table's order. */
export const FIGURES = {
  heartbeatCpu: { line: 'heartbeat', title: 'CPU per heartbeat, µs', digits: 0 },
  heartbeatDatabase: { line: 'heartbeat', title: 'database CPU per heartbeat, µs', digits: 0 },
  heartbeatP50: { line: 'heartbeat', title: 'heartbeat to ack, p50, ms', digits: 1 },
  heartbeatP99: { line: 'heartbeat', title: 'heartbeat to ack, p99, ms', digits: 1 },
  heartbeatLongest: { line: 'heartbeat', title: 'heartbeat to ack, longest, ms', digits: 0 },
  peakRate: { line: 'peak', title: 'most heartbeats per second', digits: 0 },
  memory: { line: 'memory', title: 'memory per connection, kB', digits: 1 },
  firstSeconds: { line: 'storm', title: 'new signs, all at once: time until all are served, s', digits: 1 },
  firstCpu: { line: 'storm', title: 'new signs, all at once: CPU, s', digits: 2 },
  firstRefused: { line: 'storm', title: 'new signs, all at once: refused', digits: 0 },
  backSeconds: { line: 'storm', title: 'known signs, all at once: time until all are served, s', digits: 1 },
  backCpu: { line: 'storm', title: 'known signs, all at once: CPU, s', digits: 2 },
  backRefused: { line: 'storm', title: 'known signs, all at once: refused', digits: 0 },
  backRefusing: { line: 'storm', title: 'known signs, all at once: time from first to last refusal, s', digits: 1 },
  claimP50: { line: 'claim', title: 'claim time at 100 claims per second, p50, ms', digits: 1 },
  claimP99: { line: 'claim', title: 'claim time at 100 claims per second, p99, ms', digits: 1 },
  listP50: { line: 'list', title: 'sign list page (50 of 10,000), p50, ms', digits: 1 },
  listP99: { line: 'list', title: 'sign list page (50 of 10,000), p99, ms', digits: 1 },
  listCpu: { line: 'list', title: 'sign list page: server CPU, ms', digits: 2 },
  snapshotCold: { line: 'snapshot', title: 'event snapshot after a change, p50, ms', digits: 0 },
  snapshotSame: { line: 'snapshot', title: 'event snapshot without a change, p50, ms', digits: 1 },
  bulkPage: { line: 'bulk', title: 'new page for many signs: time until the last sign has the page, ms', digits: 0 },
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof FIGURES;

/** One figure of one server in one round. */
export interface Sample {
  figure: FigureName;
  server: Measured;
  round: number;
  value: number;
  /** Why it says nothing about the server; null: it does. */
  invalid: string | null;
}

/** `values`: at least one. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export interface Middle {
  median: number;
  least: number;
  most: number;
}

/** `values`: at least one. */
export const middleOf = (values: readonly number[]): Middle => ({
  median: medianOf(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** `1,234 (1,100–1,300)`; one round has no range. */
export function describeMiddle({ median, least, most }: Middle, digits: number): string {
  const text = (value: number): string =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return least === most ? text(median) : `${text(median)} (${text(least)}–${text(most)})`;
}

/** The valid ones of a figure and a server; all, marked so, where none is valid. */
export function samplesOf(samples: readonly Sample[], figure: FigureName, server: Measured) {
  const all = samples.filter((sample) => sample.figure === figure && sample.server === server);
  const valid = all.filter(({ invalid }) => invalid === null);
  return { used: valid.length > 0 ? valid : all, isValid: valid.length > 0, all };
}

/** Ours to another server's of the same round, where both are valid and the other's is not 0. Null where there is no such round. */
export function ratioOf(samples: readonly Sample[], figure: FigureName, to: Measured): Middle | null {
  const others = samplesOf(samples, figure, to);
  const ours = samplesOf(samples, figure, 'ours');
  if (!others.isValid || !ours.isValid) return null;
  const ratios = ours.used.flatMap(({ round, value }) => {
    const other = others.used.find((each) => each.round === round);
    return other && other.value > 0 ? [value / other.value] : [];
  });
  return ratios.length > 0 ? middleOf(ratios) : null;
}

/** How busy the clients' cores may be: beyond it a client answers late itself, and what took long may have been its own fault. */
const CLIENTS_BUSY_MOST = 0.8;
/** What others may take of the server's cores. */
const OTHERS_MOST = 0.1;

/** How busy the cores were while a figure was measured, as shares of 1. */
export interface Load {
  /** The clients' cores, whoever was busy there. */
  clients: number;
  /** Of the server's cores, what was neither the server nor its database. */
  others: number;
}

/** Why a figure that was measured under this load says nothing; null: it does. */
export function invalidBecause({ clients, others }: Load): string | null {
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  if (clients > CLIENTS_BUSY_MOST)
    return `the clients' core was ${percent(clients)} busy (at most ${percent(CLIENTS_BUSY_MOST)})`;
  if (others > OTHERS_MOST)
    return `others took ${percent(others)} of the server's core (at most ${percent(OTHERS_MOST)})`;
  return null;
}
