import { percent, type Sample, type Stretch, type Verdict } from './soak-judgement.ts';

const MEGABYTE = 1_048_576;
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MiB`;

/** Says how it stands, once a minute. `pages`: so many were ordered. */
export function minuteLine(samples: readonly Sample[], pages: number, say: (line: string) => void): void {
  const minuteOf = (sample: Sample | undefined): number => Math.floor((sample?.atMs ?? 0) / 60_000);
  const [last, before] = [samples.at(-1), samples.at(-2)];
  if (last === undefined || minuteOf(last) === minuteOf(before)) return;
  const all = Object.values(last.kinds);
  const bytes = all.reduce((sum, kind) => sum + kind.bytes, 0);
  const count = all.reduce((sum, kind) => sum + kind.count, 0);
  say(`  minute ${minuteOf(last)}: ${pages} pages, ${megabytes(bytes)} in ${count} processes`);
}

const spanOf = ({ span: [from, to] }: Stretch): string => `minutes ${Number(from.toFixed(2))}–${Number(to.toFixed(2))}`;

/** The verdict as a table. */
export function describe({ early, late, change, limit, problems }: Verdict): string {
  const row = (name: string, ...cells: string[]): string =>
    name.padEnd(24) + cells.map((cell) => cell.padStart(18)).join('');
  const kinds = [...new Set([...Object.keys(early.kinds), ...Object.keys(late.kinds)])];
  const ofKind = (stretch: Stretch, kind: string): string => {
    const { count, bytes } = stretch.kinds[kind] ?? { count: 0, bytes: 0 };
    return `${count} · ${megabytes(bytes)}`;
  };
  return [
    '',
    row('median of', spanOf(early), spanOf(late)),
    row('samples', String(early.samples), String(late.samples)),
    ...kinds.map((kind) => row(kind, ofKind(early, kind), ofKind(late, kind))),
    row('processes', String(early.processes), String(late.processes)),
    row('memory (PSS)', megabytes(early.bytes), megabytes(late.bytes)),
    row('  least', megabytes(early.leastBytes), megabytes(late.leastBytes)),
    row('  most', megabytes(early.mostBytes), megabytes(late.mostBytes)),
    row('change', '', percent(change)),
    row('limit', '', `± ${percent(limit)}`),
    '',
    problems.length === 0 ? 'The sign keeps its size.' : `The sign does not keep its size: ${problems.join('; ')}.`,
  ].join('\n');
}
