import { Session, type Profiler } from 'node:inspector';
import { PerformanceObserver, constants, monitorEventLoopDelay, type NodeGCPerformanceDetail } from 'node:perf_hooks';
import type { Collection, Sampled, Standstill, Watched, WatchOrder } from './watched.ts';

/**
 * Loaded into each measured Node server (`--import`): tells its parent when its event loop stood, and which collections there were. It ends the
 * server when the parent is gone.
 */

/** A loop that comes later than this has stood. The ticker that finds out wakes a server a hundred times a second, which costs it less than 1 % of a core. */
const STOOD_MS = 20;
const TICK_MS = 10;
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
const delay = monitorEventLoopDelay({ resolution: TICK_MS });

function tick(): void {
  const now = performance.now();
  const lateMs = now - tickedMs - TICK_MS;
  if (lateMs > STOOD_MS) stood.push({ atMs: tickedMs, ms: lateMs });
  tickedMs = now;
}
const gc = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { kind = 0 } = (entry as typeof entry & { detail: NodeGCPerformanceDetail }).detail;
    collections.push({ atMs: entry.startTime, ms: entry.duration, kind: KINDS[kind] ?? 'collection' });
  }
});

let ticker: NodeJS.Timeout | null = null;
let session: Session | null = null;

function begin(samples: boolean): void {
  [stood, collections] = [[], []];
  gc.observe({ entryTypes: ['gc'] });
  delay.reset();
  delay.enable();
  beganMs = tickedMs = performance.now();
  ticker = setInterval(tick, TICK_MS).unref();
  if (!samples) return;
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  session.post('Profiler.start');
}

/** V8's times are those of the same monotonic clock as `hrtime`, in microseconds. */
function samplesOf({ nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile): Sampled[] {
  const originMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const nameOf = (id: number): string => {
    const { functionName, url, lineNumber } = byId.get(id)!.callFrame;
    return `${functionName || 'nameless'}${url === '' ? '' : ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`}`;
  };
  let atUs = startTime;
  return samples.map((id, index) => {
    atUs += timeDeltas[index]!;
    const stack: string[] = [];
    for (let each: number | undefined = id; each !== undefined; each = parents.get(each)) stack.push(nameOf(each));
    return { atMs: atUs / 1_000 - originMs, stack };
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
  } else if (order.watch === 'begin') begin(order.samples);
  else if (order.watch === 'end') process.send!(await end());
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone keeps no server alive.
process.channel!.unref();
