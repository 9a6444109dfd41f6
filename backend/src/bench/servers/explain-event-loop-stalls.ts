/** What `event-loop-monitor.bench.ts` tells of a server's event loop. Times are milliseconds since the watch began. */

export interface Standstill {
  atMs: number;
  ms: number;
  /** How much of it, and of the tick before, the loop's thread had a core. */
  ranMs: number;
}
export interface Collection {
  atMs: number;
  ms: number;
  kind: string;
}
/** What ran at one moment, the innermost function first. */
export interface Sampled {
  atMs: number;
  stack: string[];
}
export interface Watched {
  stood: Standstill[];
  collections: Collection[];
  /** Those that were taken while it stood. Empty where nobody asked for samples. */
  sampled: Sampled[];
  /** By Node's own `monitorEventLoopDelay`. */
  longestMs: number;
}
export type WatchOrder = { watch: 'collect' | 'sample' | 'begin' | 'end' };

/** A loop that comes later than this has stood. The ticker that finds out wakes a server a hundred times a second, which costs it less than 1 % of a core. */
export const STOOD_MS = 20;
export const TICK_MS = 10;
const TOLD = 12;
/** Frames of V8 and Node, which say nothing of what was done. */
const isOurs = (frame: string): boolean => / /.test(frame) && !/(node:internal|internal\/)/.test(frame);

/** Which functions of files ran in a time, with how many of the samples each was in: the innermost that is in a file, and its caller. */
function ranIn(sampled: readonly Sampled[], atMs: number, endMs: number): string[] {
  const counts = new Map<string, number>();
  const within = sampled.filter((each) => each.atMs >= atMs && each.atMs <= endMs);
  for (const { stack } of within) {
    const frames = stack.filter(isOurs).slice(0, 2);
    const name = frames.length > 0 ? frames.join(' ← ') : (stack[0] ?? '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(counts)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, count]) => `${name} (${count} of ${within.length} samples)`);
}

/** What ran in each standstill, the longest ones first: how long it was, which collections were in it, and which functions. */
export interface Explained extends Standstill {
  ran: string[];
}
export function explainStandstills({ stood, collections, sampled }: Watched): Explained[] {
  return stood
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, TOLD)
    .map(({ atMs, ms, ranMs }) => {
      const endMs = atMs + ms + TICK_MS;
      const inIt = collections.filter((each) => each.atMs < endMs && each.atMs + each.ms > atMs);
      const kinds = [...new Set(inIt.map(({ kind }) => kind))].map((kind) => {
        const spent = inIt.filter((each) => each.kind === kind);
        return `${spent.length} × ${kind} ${spent.reduce((sum, each) => sum + each.ms, 0).toFixed(0)} ms`;
      });
      return { atMs, ms, ranMs, ran: [...kinds, ...ranIn(sampled, atMs, endMs)] };
    });
}

/** How often the loop stood and for how long, and a line for each of the longest standstills: when, for how long, and what ran. */
export function describeStandstills(watched: Watched): { head: string; lines: string[] } {
  const { stood, longestMs } = watched;
  const explained = explainStandstills(watched);
  const lines = explained.map(({ atMs, ms, ranMs, ran }) => {
    const what = [...ran, ...(ran.length === 0 ? ['no collection'] : [])];
    // The kernel counts what a thread has had of a core; the rest it waited for one.
    if (ranMs < ms / 2) what.push(`it ran for ${ranMs.toFixed(0)} ms of them, so others had its core`);
    else if (ran.length === 0) what.push(`it ran for ${ranMs.toFixed(0)} ms: code`);
    return `${ms.toFixed(0)} ms at ${(atMs / 1_000).toFixed(1)} s: ${what.join('; ')}`;
  });
  const all = stood.reduce((sum, { ms }) => sum + ms, 0);
  const longest = `the longest by Node's own measure ${longestMs.toFixed(0)} ms`;
  const times = stood.length === 1 ? 'once' : `${stood.length} times`;
  const some = stood.length > lines.length ? `; the ${lines.length} longest` : '';
  return {
    head:
      stood.length === 0
        ? `never for more than ${STOOD_MS} ms; ${longest}`
        : `${times} for more than ${STOOD_MS} ms, ${all.toFixed(0)} ms in all; ${longest}${some}`,
    lines,
  };
}
