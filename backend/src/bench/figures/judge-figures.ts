import { medianOf, ratioOf, samplesOf, type FigureName, type Sample } from './figures.ts';

/** What the figures must keep to. Pure. */

/** The sizes that the bounds speak of. */
export const BOUND_SIZE = { connections: 10_000, storm: 5_000 } as const;

export interface Verdict {
  outcome: 'kept' | 'BROKEN' | 'not judged';
  /** Whether the run had the size that the bound speaks of. */
  isFullSize: boolean;
  text: string;
}

interface Bound {
  figure: FigureName;
  text: string;
  size: keyof typeof BOUND_SIZE;
  most: number;
  unit: string;
  /** Of the valid rounds' values; null: there is nothing to judge by. */
  read(samples: readonly Sample[], figure: FigureName): number | null;
}

const valuesOf = (samples: readonly Sample[], figure: FigureName): number[] | null => {
  const { used, isValid } = samplesOf(samples, figure, 'ours');
  return isValid ? used.map(({ value }) => value) : null;
};
/** Of all rounds: what may never be. */
function worst(samples: readonly Sample[], figure: FigureName): number | null {
  const values = valuesOf(samples, figure);
  return values && Math.max(...values);
}
function middle(samples: readonly Sample[], figure: FigureName): number | null {
  const values = valuesOf(samples, figure);
  return values && medianOf(values);
}
const ratio = (samples: readonly Sample[], figure: FigureName): number | null =>
  ratioOf(samples, figure, 'socket.io')?.median ?? null;

const BOUNDS: readonly Bound[] = [
  {
    figure: 'heartbeatLongest',
    text: 'the longest ack of all rounds',
    size: 'connections',
    most: 100,
    unit: ' ms',
    read: worst,
  },
  {
    figure: 'backSeconds',
    text: 'known signs at once, all back (median)',
    size: 'storm',
    most: 5,
    unit: ' s',
    read: middle,
  },
  {
    figure: 'backRefusing',
    text: 'known signs, first to last refusal (median)',
    size: 'storm',
    most: 1,
    unit: ' s',
    read: middle,
  },
  {
    figure: 'backCpu',
    text: 'known signs, CPU to bare Socket.IO’s (median)',
    size: 'storm',
    most: 2,
    unit: ' times',
    read: ratio,
  },
];

/** One verdict for each bound whose figure was measured. `asked`: how many connections and returning signs the run had. */
export function judge(samples: readonly Sample[], asked: Record<keyof typeof BOUND_SIZE, number>): Verdict[] {
  return BOUNDS.flatMap(({ figure, text, size, most, unit, read }): Verdict[] => {
    if (samplesOf(samples, figure, 'ours').all.length === 0) return [];
    const bound = `${text}: at most ${most}${unit}`;
    if (asked[size] < BOUND_SIZE[size])
      return [
        {
          outcome: 'not judged',
          isFullSize: false,
          text: `${bound}; asked of ${BOUND_SIZE[size]} connections, and this run had ${asked[size]}`,
        },
      ];
    const value = read(samples, figure);
    if (value === null) return [{ outcome: 'not judged', isFullSize: true, text: `${bound}; no valid round` }];
    return [
      {
        outcome: value <= most ? 'kept' : 'BROKEN',
        isFullSize: true,
        text: `${bound}; measured ${Number(value.toFixed(2))}`,
      },
    ];
  });
}
