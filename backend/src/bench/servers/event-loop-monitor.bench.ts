import { Session, type Profiler } from 'node:inspector';
import { PerformanceObserver, constants, monitorEventLoopDelay, type NodeGCPerformanceDetail } from 'node:perf_hooks';
import {
  STOOD_MS,
  TICK_MS,
  type Collection,
  type Sampled,
  type Standstill,
  type Watched,
  type WatchOrder,
} from './explain-event-loop-stalls.ts';

/**
 * Loaded into each measured Node server (`--import`): tells its parent when its event loop stood, and which collections there were. It ends the
 * server when the parent is gone.
 */

const SAMPLE_US = 2_000;
const KINDS: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'scavenge',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major collection',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental marking',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak callbacks',
};

let stood: Standstill[] = [];
let collections: Collection[] = [];
let beganMs = performance.now();
let tickedMs = performance.now();
/** How long this thread had had a core by then. */
let tickedAtRanMs = 0;
const delay = monitorEventLoopDelay({ resolution: TICK_MS });

function tick(): void {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage();
  const ranMs = (user + system) / 1_000;
  const lateMs = now - tickedMs - TICK_MS;
  if (lateMs > STOOD_MS) stood.push({ atMs: tickedMs, ms: lateMs, ranMs: ranMs - tickedAtRanMs });
  tickedMs = now;
  tickedAtRanMs = ranMs;
}
const gc = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { kind = 0 } = (entry as typeof entry & { detail: NodeGCPerformanceDetail }).detail;
    collections.push({ atMs: entry.startTime, ms: entry.duration, kind: KINDS[kind] ?? 'collection' });
  }
});

let ticker: NodeJS.Timeout | null = null;
let session: Session | null = null;

function begin(): void {
  gc.observe({ entryTypes: ['gc'] });
  delay.reset();
  delay.enable();
  tick();
  [stood, collections] = [[], []];
  beganMs = tickedMs;
  ticker = setInterval(tick, TICK_MS).unref();
}

/** V8 writes down all functions that there are first: a second in which the loop stands. */
function sample(): void {
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  session.post('Profiler.start');
}

const isWhileItStood = (atMs: number): boolean =>
  stood.some((each) => atMs >= each.atMs && atMs <= each.atMs + each.ms + TICK_MS);

/** Those of standstills: all of a minute are more than a channel takes. V8's times are those of the same monotonic clock as `hrtime`, in microseconds. */
function samplesOf({ nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile): Sampled[] {
  const originMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const nameOf = (id: number): string => {
    const { functionName, url, lineNumber } = byId.get(id)!.callFrame;
    return `${functionName || 'nameless'}${url === '' ? '' : ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`}`;
  };
  let atUs = startTime;
  return samples.flatMap((id, index) => {
    atUs += timeDeltas[index]!;
    const atMs = atUs / 1_000 - originMs;
    if (!isWhileItStood(atMs)) return [];
    const stack: string[] = [];
    for (let each: number | undefined = id; each !== undefined; each = parents.get(each)) stack.push(nameOf(each));
    return [{ atMs, stack }];
  });
}

async function end(): Promise<Watched> {
  tick();
  clearInterval(ticker!);
  // Collections are told a turn later.
  await new Promise((resolve) => setImmediate(resolve));
  gc.disconnect();
  delay.disable();
  let sampled: Sampled[] = [];
  session?.post('Profiler.stop', (error, result) => {
    if (!error) sampled = samplesOf(result.profile);
  });
  const from = <Entry extends { atMs: number }>(entries: Entry[]): Entry[] =>
    entries.map((entry) => ({ ...entry, atMs: entry.atMs - beganMs }));
  return { stood: from(stood), collections: from(collections), sampled: from(sampled), longestMs: delay.max / 1e6 };
}

process.on('message', async (order: WatchOrder) => {
  if (order.watch === 'collect') {
    // The second finds what finalizers of the first let go.
    globalThis.gc!();
    globalThis.gc!();
    process.send!('collected');
  } else if (order.watch === 'begin') begin();
  else if (order.watch === 'sample') sample();
  else if (order.watch === 'end') process.send!(await end());
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone keeps no server alive.
process.channel!.unref();
