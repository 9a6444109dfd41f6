/** What a recorded trace of Chromium says of a page's main thread. Pure. */

/** As the browser writes it. Times are µs, by the clock where nothing else is said. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of a core. */
  tdur?: number;
  args?: { name?: string };
}

const TASK = 'RunTask';
/** A frame has come to the thread: what it wanted done before is done, and what is to be drawn goes to who draws. */
const COMMIT = 'Commit';
const FRAMES = new Set([COMMIT, 'FireAnimationFrame']);
/** What draws, and is neither script nor layout. */
const DRAWING = new Set([COMMIT, 'PrePaint', 'Paint', 'Layerize', 'UpdateLayer']);

export interface MainThread {
  /** How long the trace is. */
  seconds: number;
  /** Which part of that time the thread took of a core, of 1. */
  busy: number;
  /** The same by the clock: with the time in which others had the core. */
  busyByClock: number;
  /** What each frame took of a core with all since the frame before, without drawing: script, layout, collecting garbage; in ms. */
  framesMs: number[];
  /** What each task took of a core, in ms, the longest first. */
  tasksMs: number[];
}

/** The page's main thread: of all threads of that name, the one with the most frames. */
export function readTrace(events: readonly TraceEvent[]): MainThread {
  const key = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(key),
  );
  const threads = Map.groupBy(
    events.filter((event) => event.ph !== 'M' && mains.has(key(event))),
    key,
  );
  const framesOf = (some: readonly TraceEvent[]): TraceEvent[] => some.filter(({ name }) => FRAMES.has(name));
  const [own] = [...threads.values()].toSorted((one, other) => framesOf(other).length - framesOf(one).length);
  if (!own) throw new Error('the trace contains no page');
  own.sort((one, other) => one.ts - other.ts);
  const [first, last] = [own[0]!.ts, own.at(-1)!.ts];
  let [core, clock, sinceFrame] = [0, 0, 0];
  const [framesMs, tasksMs]: [number[], number[]] = [[], []];
  // Tasks follow each other, and what is in one of them follows it.
  let task = { until: -Infinity, hasFrame: false };
  const endFrame = (): void => {
    if (!task.hasFrame) return;
    framesMs.push(sinceFrame / 1_000);
    sinceFrame = 0;
  };
  let drawnUntil = -Infinity;
  for (const { name, ts, dur, tdur = dur } of own) {
    if (dur === undefined) continue;
    if (name === TASK && ts >= task.until) {
      endFrame();
      task = { until: ts + dur, hasFrame: false };
      core += tdur!;
      clock += dur;
      sinceFrame += tdur!;
      tasksMs.push(tdur! / 1_000);
    } else if (FRAMES.has(name) && name !== COMMIT && ts < task.until) {
      task.hasFrame = true;
    } else if (DRAWING.has(name) && ts < task.until) {
      task.hasFrame ||= name === COMMIT;
      // One within another is not taken away twice.
      if (ts < drawnUntil) continue;
      drawnUntil = ts + dur;
      sinceFrame -= tdur!;
    }
  }
  endFrame();
  const seconds = (last - first) / 1e6;
  return {
    seconds,
    busy: core / 1e6 / seconds,
    busyByClock: clock / 1e6 / seconds,
    framesMs,
    tasksMs: tasksMs.toSorted((one, other) => other - one),
  };
}

/** `share` of the values are no larger. 0 where there is none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
