import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';

/**
 * Everything that is yet to happen in a run, in one order: timers, messages on their way, statements on their way to the database. Time passes only
 * when the next entry is taken.
 */
export interface Timeline {
  /** Virtual milliseconds since the run began, to the microsecond. */
  nowMs(): number;
  /** Runs `task` at `atMs`, or next where that has passed. Tasks of one moment run in the order in which they were entered. */
  at(atMs: number, what: string, task: () => void): Cancel;
  after(delayMs: number, what: string, task: () => void): Cancel;
  /** When the next entry is due; Infinity where there is none. */
  nextMs(): number;
  /** Runs the next entry, and returns its `what`. */
  step(): string;
  /** A clock of one machine. */
  clock(owner: string): MachineClock;
}

/** One machine's clock. `stop`: the machine dies, and its timers never fire. */
export interface MachineClock extends Clock {
  /** Moves the wall clock by `byMs`. Timers and the monotonic clock stay as they are. */
  jumpWall(byMs: number): void;
  stop(): void;
}

interface Entry {
  atUs: number;
  order: number;
  what: string;
  task: (() => void) | null;
}

/** The wall clock at the start of a run. It is before the real time of any machine, because jobs without a time get the database's real time. */
export const EPOCH_MS = Date.UTC(2026, 0, 15, 9);

/** Time moves by microseconds. A timer that is due later fires later, or one that asks "is it time?" would ask for ever in one moment. */
const leastMs = (delayMs: number): number => (delayMs > 0 ? Math.max(0.001, delayMs) : 0);

const isBefore = (one: Entry, other: Entry): boolean =>
  one.atUs < other.atUs || (one.atUs === other.atUs && one.order < other.order);

export function createTimeline(): Timeline {
  let nowUs = 0;
  let count = 0;
  /** A binary heap. Cancelled entries have no task and are skipped when their turn comes. */
  const heap: Entry[] = [];

  function push(entry: Entry): void {
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = entry;
  }

  function pop(): Entry {
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) {
      let index = 0;
      for (;;) {
        let child = 2 * index + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
        if (!isBefore(heap[child]!, last)) break;
        heap[index] = heap[child]!;
        index = child;
      }
      heap[index] = last;
    }
    return first;
  }

  const next = (): Entry | undefined => {
    while (heap.length > 0 && heap[0]!.task === null) pop();
    return heap[0];
  };

  const enter = (atUs: number, what: string, task: () => void): Cancel => {
    const entry: Entry = { atUs: Math.max(nowUs, atUs), order: (count += 1), what, task };
    push(entry);
    return () => {
      entry.task = null;
    };
  };

  const timeline: Timeline = {
    nowMs: () => nowUs / 1_000,
    at: (atMs, what, task) => enter(Math.round(atMs * 1_000), what, task),
    after: (delayMs, what, task) => enter(nowUs + Math.round(delayMs * 1_000), what, task),
    nextMs: () => (next()?.atUs ?? Infinity) / 1_000,
    step() {
      const entry = next();
      if (!entry) throw new Error('the timeline is empty');
      pop();
      nowUs = entry.atUs;
      const task = entry.task!;
      entry.task = null;
      task();
      return entry.what;
    },
    clock(owner) {
      let wallMs = EPOCH_MS;
      let isRunning = true;
      const what = `timer ${owner}`;
      return {
        now: () => Math.floor(wallMs + nowUs / 1_000),
        monotonicMs: () => nowUs / 1_000,
        after: (delayMs, task) => timeline.after(leastMs(delayMs), what, () => void (isRunning && task())),
        jumpWall: (byMs) => void (wallMs += byMs),
        stop: () => void (isRunning = false),
      };
    },
  };
  return timeline;
}
