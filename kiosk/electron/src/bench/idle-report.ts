import { medianOf, percent } from './soak-judgement.ts';

/** What an app takes of a core, by kind of process. */
export type Cost = Record<string, number>;
export interface Round {
  ours: Cost;
  bare: Cost;
}

const sumOf = (cost: Cost): number => Object.values(cost).reduce((sum, one) => sum + one, 0);
const exact = (part: number): string => `${(part * 100).toFixed(2)} %`;

export const roundLine = (number: number, { ours, bare }: Round): string =>
  `  round ${number}: ours ${exact(sumOf(ours))}, bare ${exact(sumOf(bare))} of a core`;

/** The figures as a table, and whether the medians differ by no more than `limit` of a core. */
export function describeIdle(rounds: readonly Round[], limit: number): { text: string; isWithin: boolean } {
  const row = (name: string, ...cells: string[]): string =>
    name.padEnd(24) + cells.map((cell) => cell.padStart(20)).join('');
  const [ours, bare] = [rounds.map((round) => sumOf(round.ours)), rounds.map((round) => sumOf(round.bare))];
  const [oursMedian, bareMedian] = [medianOf(ours), medianOf(bare)];
  const range = (values: readonly number[]): string => `${exact(Math.min(...values))} – ${exact(Math.max(...values))}`;
  const kinds = [
    ...new Set(rounds.flatMap((round) => [...Object.keys(round.ours), ...Object.keys(round.bare)])),
  ].sort();
  const ofKind = (which: keyof Round, kind: string): string =>
    exact(medianOf(rounds.map((round) => round[which][kind] ?? 0)));
  const difference = oursMedian - bareMedian;
  const isWithin = difference <= limit;
  const text = [
    '',
    row('of a core, median', 'ours', 'bare'),
    ...kinds.map((kind) => row(`  ${kind}`, ofKind('ours', kind), ofKind('bare', kind))),
    row('all', exact(oursMedian), exact(bareMedian)),
    row('range', range(ours), range(bare)),
    row('difference', exact(difference)),
    row('limit', percent(limit)),
    '',
    isWithin ? 'The sign costs no more than it may.' : 'The sign costs more than it may.',
  ].join('\n');
  return { text, isWithin };
}
