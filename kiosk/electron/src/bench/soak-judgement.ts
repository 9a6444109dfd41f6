/** What the processes of a sign take at one moment, just before the next page is ordered. */
export interface Sample {
  /** Since the first page was ordered. */
  atMs: number;
  /** Their shares of memory in bytes, by what they are for. */
  kinds: Readonly<Record<string, { count: number; bytes: number }>>;
}

/** A part of the run, in minutes: from the first to just before the second. */
export type Span = readonly [fromMinute: number, toMinute: number];

export interface Stretch {
  span: Span;
  samples: number;
  /** Medians. */
  processes: number;
  bytes: number;
  leastBytes: number;
  mostBytes: number;
  /** The median of each kind. */
  kinds: Record<string, { count: number; bytes: number }>;
}

export interface Verdict {
  early: Stretch;
  late: Stretch;
  /** Of the median of the memory, from the early stretch to the late one: 0.05 is five hundredths more. */
  change: number;
  limit: number;
  /** What is wrong; empty where both promises hold. */
  problems: string[];
}

/** Shorter, and the start of the app would be a large part of the first stretch of the long form. */
const LONG_MINUTES = 12;

/**
 * Which parts of a run are compared. The long form: 5–10 with 25–30 of 30 minutes, and the same parts of any other. The short form: the second quarter with the
 * last, which are 30 s of two minutes: at a page in 2.5 s all kinds of pages once.
 */
export const spansOf = (minutes: number): { early: Span; late: Span } =>
  minutes >= LONG_MINUTES
    ? { early: [minutes / 6, minutes / 3], late: [(minutes * 5) / 6, minutes] }
    : { early: [minutes / 4, minutes / 2], late: [(minutes * 3) / 4, minutes] };

/** The upper one of the two in the middle where there is an even number of them. */
export const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const MINUTE_MS = 60_000;
const sumOf = ({ kinds }: Sample, what: 'count' | 'bytes'): number =>
  Object.values(kinds).reduce((sum, kind) => sum + kind[what], 0);

function stretchOf(all: readonly Sample[], span: Span): Stretch {
  const [from, to] = span.map((minute) => minute * MINUTE_MS) as [number, number];
  const samples = all.filter(({ atMs }) => atMs >= from && atMs < to);
  const bytes = samples.map((sample) => sumOf(sample, 'bytes'));
  const names = [...new Set(samples.flatMap(({ kinds }) => Object.keys(kinds)))].sort();
  const median = (name: string, what: 'count' | 'bytes'): number =>
    medianOf(samples.map(({ kinds }) => kinds[name]?.[what] ?? 0));
  return {
    span,
    samples: samples.length,
    processes: medianOf(samples.map((sample) => sumOf(sample, 'count'))),
    bytes: medianOf(bytes),
    leastBytes: Math.min(...bytes),
    mostBytes: Math.max(...bytes),
    kinds: Object.fromEntries(
      names.map((name) => [name, { count: median(name, 'count'), bytes: median(name, 'bytes') }]),
    ),
  };
}

/** Whether a sign keeps its size while pages come and go. `limit`: the largest change of the memory, either way, as a part of what it was. */
export function judge(samples: readonly Sample[], minutes: number, limit: number): Verdict {
  const spans = spansOf(minutes);
  const [early, late] = [stretchOf(samples, spans.early), stretchOf(samples, spans.late)];
  const change = late.bytes / early.bytes - 1;
  const problems: string[] = [];
  if (early.samples === 0 || late.samples === 0) problems.push('too few samples to compare');
  else {
    if (Math.abs(change) > limit)
      problems.push(`the memory changed by ${percent(change)}, more than ${percent(limit)}`);
    if (early.processes !== late.processes)
      problems.push(`there were ${early.processes} processes, then ${late.processes}`);
  }
  return { early, late, change, limit, problems };
}

export const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
