import Table from 'cli-table3';
import { alertsTable } from './alerts-table.ts';
import type { Verdict } from '../checkers/verdict.ts';
import type { LatencySummary } from '../evidence/record-latencies.ts';
import type { ClaimGroup, Report, RunFigures } from './report.ts';

/** The report as a person reads it in a terminal. `colours`: whether the terminal shows them. */
export function renderReport(report: Report, colours: boolean): string {
  const paint = colours ? (code: number, text: string) => `\u001B[${code}m${text}\u001B[39m` : (_: number, text: string) => text;
  return [
    '',
    claimsTable(report.claims),
    '',
    figuresTable(report.figures),
    ...(report.alerts ? ['', alertsTable(report.alerts)] : []),
    '',
    promisesTable(report.promises, paint),
    ...report.promises.flatMap((verdict) => counterexamples(verdict)),
    '',
    summary(report, paint),
  ].join('\n');
}

type Paint = (code: number, text: string) => string;
const RED = 31;
const GREEN = 32;
const YELLOW = 33;
/** Colours are ours to set, and lines between rows would double the length. */
const plain = {
  style: { head: [], border: [], compact: true },
};

function claimsTable(groups: readonly ClaimGroup[]): string {
  const table = new Table({ head: ['fault', 'page', 'answer to the first claim', 'kiosks', 'as expected'], ...plain });
  const byFault = new Map<string, ClaimGroup[]>();
  for (const group of groups) byFault.set(group.linkFault, [...(byFault.get(group.linkFault) ?? []), group]);
  for (const [fault, rows] of byFault) {
    for (const [index, { page, told, count, asExpected }] of rows.entries()) {
      table.push([index === 0 ? fault : '', page, told, count, asExpected === count ? 'all' : `${asExpected} of ${count}`]);
    }
  }
  return table.toString();
}

const number = (value: number | null, digits = 1): string => (value === null ? '–' : value.toFixed(digits));
const megabytes = (bytes: number | null): string => (bytes === null ? '–' : `${Math.round(bytes / 1e6)} MB`);

function figuresTable({ latenciesMs, heartbeats, reconnects, server, simulator, quiet }: RunFigures): string {
  const latencies = new Table({ head: ['milliseconds', 'p50', 'p95', 'p99', 'longest', 'of'], ...plain });
  const row = (name: string, { p50, p95, p99, longest, count }: LatencySummary) =>
    latencies.push([name, number(p50), number(p95), number(p99), number(longest), count]);
  row('claim, without the load time of the page', latenciesMs.claimOverhead);
  row('claim, request to reply', latenciesMs.claimTotal);
  row('heartbeat to its ack', latenciesMs.heartbeatAck);
  row('sign:claimed to QR code hidden', latenciesMs.qrGone);
  const lines = [
    `heartbeats   ${heartbeats.sent} sent, ${heartbeats.acked} acked, ${heartbeats.inFlight} in flight when a connection ended, ${heartbeats.lost} lost, ${heartbeats.unasked} unexpected acks`,
    `reconnects   ${reconnects}`,
    `server       ${number(server.cpuSeconds)} s of CPU (${server.cpuShare === null ? '–' : Math.round(server.cpuShare * 100)} % of a core), at most ${megabytes(server.memoryPeakBytes)}`,
    `simulator    ${number(simulator.cpuSeconds)} s of CPU, at most ${megabytes(simulator.memoryPeakBytes)}`,
    `quiet ${number(quiet.seconds, 0)} s   ${quiet.heartbeats} heartbeats, ${quiet.statements ?? '–'} database statements (${number(quiet.statementsPer1000Heartbeats)} per 1,000 heartbeats)`,
  ];
  return `${latencies.toString()}\n${lines.join('\n')}`;
}

function promisesTable(verdicts: readonly Verdict[], paint: Paint): string {
  const table = new Table({ head: ['promise', 'what', 'cases', 'verdict'], ...plain });
  const words: Record<Verdict['verdict'], (verdict: Verdict) => string> = {
    held: () => paint(GREEN, 'held'),
    broken: ({ broken }) => paint(RED, `BROKEN ${broken} times`),
    not_exercised: () => paint(RED, 'NOT EXERCISED'),
    not_planned: () => paint(YELLOW, 'not planned'),
  };
  for (const verdict of verdicts)
    table.push([verdict.promise, verdict.title, verdict.cases, words[verdict.verdict](verdict)]);
  return table.toString();
}

function counterexamples({ promise, counterexamples }: Verdict): string[] {
  return counterexamples.flatMap(({ kiosk, expected, seen }) => [
    '',
    `${promise} broken${kiosk === null ? '' : ` at kiosk ${kiosk}`}`,
    `  expected  ${expected}`,
    `  seen      ${seen}`,
  ]);
}

function summary({ run, verdict, outcomesDigest, kiosks }: Report, paint: Paint): string {
  const words = {
    held: paint(GREEN, 'All promises held.'),
    broken: paint(RED, 'A promise was broken.'),
    interrupted: paint(YELLOW, 'Interrupted: the results below cover only a part of the run.'),
  };
  const versions = Object.entries(run.versions).map(([name, version]) => `${name} ${version}`);
  return [
    words[verdict],
    `${run.kiosks} kiosks, seed ${run.seed}, scenario ${run.scenario}, ${run.durationSeconds.toFixed(1)} s, against ${run.backend} (${versions.join(', ')})`,
    `as expected: ${kiosks.filter(({ asExpected }) => asExpected).length} of ${kiosks.length} kiosks; outcomes ${outcomesDigest.slice(0, 16)}`,
    `run again: ${run.command}`,
  ].join('\n');
}
