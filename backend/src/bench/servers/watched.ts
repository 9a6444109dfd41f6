/** What `watch.bench.ts` tells of a server's event loop. Times are milliseconds since the watch began. */

export interface Standstill {
  atMs: number;
  ms: number;
}
export interface Collection extends Standstill {
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
  /** Empty where nobody asked for samples. */
  sampled: Sampled[];
  /** By Node's own `monitorEventLoopDelay`. */
  longestMs: number;
}
export type WatchOrder = { watch: 'collect' } | { watch: 'begin'; samples: boolean } | { watch: 'end' };

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

/** One line a standstill, the longest first: when, for how long, which collections were in it, and what ran. */
export function describeStandstills({ stood, collections, sampled, longestMs }: Watched): string[] {
  const lines = stood
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, TOLD)
    .map(({ atMs, ms }) => {
      const endMs = atMs + ms + 10;
      const inIt = collections.filter((each) => each.atMs < endMs && each.atMs + each.ms > atMs);
      const kinds = [...new Set(inIt.map(({ kind }) => kind))].map((kind) => {
        const spent = inIt.filter((each) => each.kind === kind);
        return `${spent.length} × ${kind} ${spent.reduce((sum, each) => sum + each.ms, 0).toFixed(0)} ms`;
      });
      const parts = [...kinds, ...ranIn(sampled, atMs, endMs)];
      const what = parts.length > 0 ? parts.join('; ') : 'no collection: code, or others on its core';
      return `stood ${ms.toFixed(0)} ms at ${(atMs / 1_000).toFixed(1)} s: ${what}`;
    });
  const all = stood.reduce((sum, { ms }) => sum + ms, 0);
  const head = `the loop stood ${stood.length} times for more than 20 ms, ${all.toFixed(0)} ms in all; at most ${longestMs.toFixed(0)} ms by Node's own measure`;
  return [head, ...lines];
}
