import { parseArgs } from 'node:util';
import { LINES, SERVERS, type LineName, type ServerKind } from './figures.ts';

/** The command line of `npm run bench`. Pure. */

/** Parts of the backend that have a report of their own, in words and beside their own baselines. */
export const REPORTS = {
  walls: ['dashboards/walls.bench.ts', '10 open walls with 500 changes per second: at most 10 % of a core'],
  summary: ['signs/event-summary.bench.ts', 'the summary of 10,000 signs, 16 clients: p99 at most 20 ms'],
  strips: [
    'signs/heartbeat-strips.bench.ts',
    'the heartbeat strips of 200 of 10,000 signs, 16 clients: p99 at most 50 ms',
  ],
  export: ['audit/audit-export.bench.ts', 'an export of 1,000,000 audit rows: at most 80 MB above idle'],
  mails: [
    'notifications/delivery/storm.bench.ts',
    '500 signs offline for 200 people: at most 200 mails, the first within 5 s',
  ],
  sweep: ['presence/presence.bench.ts', 'the check for silent signs among 10,000: at most 5 ms'],
  flood: ['http/load.bench.ts', 'three times the load that the node can answer: p99 of accepted requests at most 2 s'],
} as const;
export type ReportName = keyof typeof REPORTS;
const REPORT_NAMES = Object.keys(REPORTS) as ReportName[];

export const HELP = `npm run bench -- [options]

  --only <lines>      measure only some of ${LINES.join(',')} (default: all of these)
  --servers <names>   measure only some of ${SERVERS.join(',')} (default: all)
  --rounds <n>        number of rounds; each round measures every line once (default: 5)
  --connections <n>   signs with a heartbeat every 5 s each (default: 10000, which is 2,000 heartbeats per second)
  --storm <n>         signs that connect at once (default: 5000)
  --seconds <n>       how long heartbeats and claims are measured after a warm-up (default: 25, one ping per connection);
                      the number of list and snapshot requests changes in proportion
  --quick             1 round of 3 seconds with 500 connections: shows within minutes that everything runs, without valid figures
  --stalls            one more round of heartbeats to our service, not counted: shows which functions ran when the event loop stalled
  --json <file>       write every figure of every round and every stall to this file, after each line
  --help              print this help

Reports in plain text, each with its own bound, which run only if --only names them:
${REPORT_NAMES.map((name) => `  ${name.padEnd(9)} ${REPORTS[name][1]}`).join('\n')}

The tables are printed to standard output in Markdown, the progress to standard error. After Ctrl-C, the tables contain the figures
measured so far. docs/performance.md explains what each line means.
This benchmark needs Linux (/proc), an otherwise idle machine, and a limit of open files above the number of connections (ulimit -n).
Exit codes: 0 all bounds that could be judged hold; 1 a bound is broken, or the measurement failed; 2 the benchmark could not start;
3 a bound of a full-size run could not be judged, because every round was invalid; 130 after Ctrl-C.`;

export class UsageError extends Error {}

export interface Options {
  help: boolean;
  lines: LineName[];
  reports: ReportName[];
  servers: ServerKind[];
  rounds: number;
  connections: number;
  storm: number;
  seconds: number;
  /** In the event of which snapshots are made. */
  snapshotSigns: number;
  /** That one request gives a page. */
  bulkSigns: number;
  /** Before what is measured. */
  warmUpSeconds: number;
  isQuick: boolean;
  stalls: boolean;
  json: string | null;
}

const FULL = { rounds: 5, connections: 10_000, storm: 5_000, seconds: 25 };
const QUICK = { rounds: 1, connections: 500, storm: 500, seconds: 3 };
const SNAPSHOT_SIGNS = { full: 10_000, quick: 2_000 };
const BULK_SIGNS = 1_000;
/** That send a heartbeat whenever the last was answered. */
export const PEAK_KIOSKS = 2_000;
/** Less than these is no measurement: memory is counted beyond the first hundred. */
const LEAST = { rounds: 1, connections: 200, storm: 1, seconds: 1 };

function wholeNumber(name: keyof typeof LEAST, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < LEAST[name])
    throw new UsageError(`--${name}: expected a whole number of at least ${LEAST[name]}, got ${text}`);
  return value;
}

function names<Name extends string>(option: string, text: string | undefined, all: readonly Name[]): Name[] {
  if (text === undefined) return [...all];
  const asked = text.split(',').map((name) => name.trim());
  const unknown = asked.filter((name) => !(all as readonly string[]).includes(name)).map((name) => `“${name}”`);
  if (unknown.length > 0)
    throw new UsageError(`--${option}: unknown ${unknown.join(', ')}; choose one or more of ${all.join(', ')}`);
  return all.filter((name) => asked.includes(name));
}

/** `args`: what stands behind `npm run bench --`. Throws UsageError. */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        only: text,
        servers: text,
        rounds: text,
        connections: text,
        storm: text,
        seconds: text,
        json: text,
        quick: flag,
        stalls: flag,
        help: flag,
      },
    }));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const sizes = values.quick ? QUICK : FULL;
  const number = (name: keyof typeof LEAST): number => wholeNumber(name, values[name] ?? String(sizes[name]));
  if (values.json === '') throw new UsageError('--json needs a file name');
  const only = values.only === undefined ? [...LINES] : names('only', values.only, [...LINES, ...REPORT_NAMES]);
  const connections = number('connections');
  const options: Options = {
    help: values.help,
    lines: LINES.filter((name) => (only as string[]).includes(name)),
    reports: REPORT_NAMES.filter((name) => (only as string[]).includes(name)),
    servers: names('servers', values.servers, SERVERS),
    rounds: number('rounds'),
    connections,
    storm: number('storm'),
    seconds: number('seconds'),
    snapshotSigns: values.quick ? SNAPSHOT_SIGNS.quick : SNAPSHOT_SIGNS.full,
    bulkSigns: Math.min(BULK_SIGNS, connections),
    warmUpSeconds: values.quick ? 1 : 10,
    isQuick: values.quick,
    stalls: values.stalls,
    json: values.json ?? null,
  };
  if (options.lines.length === 0 && (options.json !== null || options.stalls))
    throw new UsageError(
      `--json and --stalls apply only to lines (${LINES.join(', ')}), but --only names no line; the other reports are plain text`,
    );
  return options;
}

const inWords = (count: number): string => count.toLocaleString('en-US');

/** How large each of the lines of this run is. */
export function describeSizes(options: Options): string {
  const { lines, rounds, seconds, warmUpSeconds, stalls } = options;
  const sizes: Record<LineName, string> = {
    heartbeat: `${inWords(options.connections)} connections, ${seconds} s after ${warmUpSeconds} s`,
    peak: `${inWords(Math.min(PEAK_KIOSKS, options.connections))} connections`,
    memory: `${inWords(options.connections)} connections`,
    storm: `${inWords(options.storm)} at once`,
    claim: `${seconds} s`,
    list: 'among 10,000 signs',
    snapshot: `${inWords(options.snapshotSigns)} signs`,
    bulk: `${inWords(options.bulkSigns)} signs`,
  };
  const measured = LINES.filter((line) => lines.includes(line) || (stalls && line === 'heartbeat'));
  return `${rounds === 1 ? '1 round' : `${rounds} rounds`}; ${measured.map((line) => `${line}: ${sizes[line]}`).join('; ')}`;
}
