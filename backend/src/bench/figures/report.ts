import { describeStandstills, explainStandstills, type Watched } from '../servers/explain-event-loop-stalls.ts';
import { judge, type Verdict } from './judge-figures.ts';
import type { Sample, ServerKind } from './figures.ts';
import type { Options } from './command-line-options.ts';
import { describeSamples, nameOf } from './table.ts';

/** All that a run of `npm run bench` tells, in Markdown and as JSON. Pure. */

/** When a server's event loop stood while heartbeats were measured. */
export interface Stalls {
  server: ServerKind;
  round: number;
  /** With V8's sampler: not one of the counted rounds. */
  isSampled: boolean;
  watched: Watched;
}

export interface Run {
  /** The machine and the sizes. */
  notes: readonly string[];
  options: Options;
  samples: readonly Sample[];
  stalls: readonly Stalls[];
  /** What went wrong, and in which round. */
  failures: readonly string[];
  /** False while rounds are still to come. */
  isWhole: boolean;
}

const QUICK = '**a quick run: it shows that everything runs, and its figures say nothing**';
const PART = '**broken off: these are the rounds that were measured until then**';

const listOf = (lines: readonly string[], indent = ''): string => lines.map((line) => `${indent}- ${line}`).join('\n');

function describeStalls(stalls: readonly Stalls[]): string {
  const parts = stalls.map(({ server, round, isSampled, watched }) => {
    const { head, lines } = describeStandstills(watched);
    const when = isSampled ? 'one more round, with samples of what ran' : `round ${round}`;
    return [`- ${nameOf(server)}, ${when}: ${head}`, ...lines.map((line) => `  - ${line}`)].join('\n');
  });
  return `When event loops stood while heartbeats were measured, and what ran:\n\n${parts.join('\n')}`;
}

export const judgeRun = ({ samples, options }: Pick<Run, 'samples' | 'options'>): Verdict[] => judge(samples, options);

export function describeRun(run: Run): string {
  const { notes, options, samples, stalls, failures, isWhole } = run;
  const head = [...(options.isQuick ? [QUICK] : []), ...(isWhole ? [] : [PART]), ...notes];
  const verdicts = judgeRun(run).map(({ outcome, text }) => `${outcome}: ${text}`);
  const below = [...verdicts, ...failures.map((failure) => `FAILED: ${failure}`)];
  return [
    listOf(head),
    ...(samples.length > 0 ? [describeSamples(samples)] : []),
    ...(stalls.length > 0 ? [describeStalls(stalls)] : []),
    ...(below.length > 0 ? [listOf(below)] : []),
  ].join('\n\n');
}

/** The same for programs: every figure of every round, and every standstill that is told of. */
export function jsonOf(run: Run): string {
  const { notes, options, samples, failures, isWhole } = run;
  const stalls = run.stalls.map(({ watched, ...which }) => ({
    ...which,
    longestMs: watched.longestMs,
    times: watched.stood.length,
    totalMs: watched.stood.reduce((sum, { ms }) => sum + ms, 0),
    stood: explainStandstills(watched),
  }));
  return `${JSON.stringify({ isWhole, notes, options, samples, verdicts: judgeRun(run), stalls, failures }, null, 2)}\n`;
}
