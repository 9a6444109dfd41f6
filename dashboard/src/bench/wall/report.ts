import { medianOf } from '../phone-report.ts';
import { quantile, type MainThread } from './read-chromium-trace.ts';

/** The figures of the wall: what was measured, beside a bare page, and whether it is within the bounds. Pure. */

/** A page that was opened, watched and touched. */
export interface Round {
  /** Null: of the bare page. */
  usableMs: number | null;
  /** The names of those that it needed until it was usable and live. */
  scripts: readonly string[];
  watched: Pick<MainThread, 'busy' | 'busyByClock' | 'framesMs' | 'tasksMs'>;
  /** By what was done, in ms. */
  answersMs: Readonly<Record<string, readonly number[]>>;
}

export interface Measured {
  /** All that was sent to any page, gzipped, by name. */
  scripts: ReadonlyMap<string, number>;
  /** How long the service took for each whole snapshot. */
  serverMs: readonly number[];
  wall: readonly Round[];
  bare: readonly Round[];
  /** What lived on the heap at the beginning and after each minute, in bytes. */
  heap: readonly number[];
}

export const BOUNDS = {
  usableMs: 2_000,
  serverMs: 600,
  frameMs: 4,
  taskMs: 50,
  busy: 0.15,
  answerMs: 100,
  heap: 0.05,
  bytes: 150_000,
};

export interface Figure {
  name: string;
  unit: 'ms' | '%' | 'kB';
  value: number;
  worst: number;
  /** Of the bare page; null: it has none. */
  bare: number | null;
  /** Null: nothing is asked of it. */
  bound: number | null;
}

const slowest = ({ answersMs }: Round): number => Math.max(0, ...Object.values(answersMs).flat());

/** The farthest that a later heap is from the first, as a part of it. */
export const heapDrift = (heap: readonly number[]): number =>
  Math.max(0, ...heap.slice(1).map((bytes) => Math.abs(bytes / heap[0]! - 1)));

export function figuresOf({ scripts, serverMs, wall, bare, heap }: Measured): Figure[] {
  const server = medianOf(serverMs);
  const of = (name: string, unit: Figure['unit'], read: (round: Round) => number, bound: number | null): Figure => {
    const values = wall.map(read);
    const bareValues = bare.filter(({ usableMs }) => usableMs !== null || name !== USABLE).map(read);
    return {
      name,
      unit,
      value: medianOf(values),
      worst: Math.max(...values),
      bare: bareValues.length > 0 ? medianOf(bareValues) : null,
      bound,
    };
  };
  const alone = (name: string, unit: Figure['unit'], values: readonly number[], bound: number | null): Figure => ({
    name,
    unit,
    value: medianOf(values),
    worst: Math.max(...values),
    bare: null,
    bound,
  });
  const kinds = Object.keys(wall[0]?.answersMs ?? {});
  const bytesOf = (names: Iterable<string>): number =>
    Array.from(names).reduce((sum, name) => sum + (scripts.get(name) ?? 0), 0) / 1_000;
  const first = wall.map(({ scripts: names }) => bytesOf(names));
  const later = bytesOf(scripts.keys()) - Math.max(0, ...first);
  return [
    alone('scripts until usable and live, gzipped', 'kB', first, BOUNDS.bytes / 1_000),
    alone('  scripts afterwards: views, dialogs, peek', 'kB', [later], null),
    alone("service's part: a snapshot made anew", 'ms', serverMs, BOUNDS.serverMs),
    of(USABLE, 'ms', ({ usableMs }) => (usableMs ?? 0) + server, BOUNDS.usableMs),
    of('script and layout a frame, p95', 'ms', ({ watched }) => quantile(watched.framesMs, 0.95), BOUNDS.frameMs),
    of('  p50', 'ms', ({ watched }) => quantile(watched.framesMs, 0.5), null),
    of('longest task', 'ms', ({ watched }) => watched.tasksMs[0] ?? 0, BOUNDS.taskMs),
    of('main thread', '%', ({ watched }) => 100 * watched.busy, 100 * BOUNDS.busy),
    of('  by the clock, with what others took', '%', ({ watched }) => 100 * watched.busyByClock, null),
    of('slowest answer to input', 'ms', slowest, BOUNDS.answerMs),
    ...kinds.map((kind) => of(`  ${kind}, p95`, 'ms', ({ answersMs }) => quantile(answersMs[kind]!, 0.95), null)),
    ...(heap.length > 1
      ? [alone('heap, farthest from its first', '%', [100 * heapDrift(heap)], 100 * BOUNDS.heap)]
      : []),
  ];
}
const USABLE = "usable, with the service's part";

export const isWithin = ({ value, bound }: Figure): boolean => bound === null || value <= bound;

export function describeWall(figures: readonly Figure[], heap: readonly number[]): string {
  const said = (value: number | null, unit: Figure['unit']): string =>
    value === null ? '' : `${value.toFixed(unit === 'ms' && value >= 100 ? 0 : 1)} ${unit}`;
  const row = (name: string, ...cells: string[]): string =>
    name.padEnd(44) + cells.map((cell) => cell.padStart(12)).join('');
  const late = figures.filter((figure) => !isWithin(figure));
  const megabytes = heap.map((bytes) => (bytes / 1e6).toFixed(1)).join(', ');
  return [
    row('', 'median', 'worst', 'bare page', 'bound'),
    ...figures.map((figure) => {
      const { name, unit, value, worst, bare, bound } = figure;
      return row(
        name,
        said(value, unit),
        said(worst, unit),
        said(bare, unit),
        said(bound, unit),
        isWithin(figure) ? '' : '  past it',
      );
    }),
    '',
    ...(heap.length > 0 ? [`heap at the beginning and after each minute: ${megabytes} MB`] : []),
    late.length === 0 ? 'The wall is as quick as it must be.' : 'The wall is slower than it must be.',
  ].join('\n');
}
