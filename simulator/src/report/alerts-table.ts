import Table from 'cli-table3';
import type { LatencySummary } from '../evidence/record-latencies.ts';
import type { AlertReport, SubscriberReport } from './build-alert-report.ts';

/** The part of the report about who was told what. */

const plain = { style: { head: [], border: [], compact: true } };
const seconds = (ms: number | null): string => (ms === null ? '–' : `${(ms / 1_000).toFixed(1)} s`);

function details({ channels, graceMs, quietUntilMs }: SubscriberReport): string {
  const quiet = quietUntilMs === null ? '' : `, quiet until ${seconds(quietUntilMs)}`;
  return `${channels.join(', ')}; grace ${seconds(graceMs)}${quiet}`;
}

/** Terse, or a table of many mails can't be read. */
const titleWithoutEvent = (title: string): string => title.replace(/ – [^–]*$/, '');

function messagesTable(subscribers: readonly SubscriberReport[]): string {
  const table = new Table({ head: ['who', 'event', 'when', 'channel', 'message'], ...plain });
  for (const subscriber of subscribers) {
    const { email, event, messages } = subscriber;
    const who = email.split('@')[0]!;
    table.push([who, event, '', '', `(${details(subscriber)})`]);
    if (messages.length === 0) table.push(['', '', '', '', 'nothing']);
    for (const { atMs, channel, title } of messages)
      table.push(['', '', seconds(atMs), channel, titleWithoutEvent(title)]);
  }
  return table.toString();
}

function ratio(value: number | null, part: number, whole: number, none: string): string {
  return value === null ? `– (${none})` : `${value.toFixed(2)} (${part} of ${whole})`;
}

export function alertsTable(alerts: AlertReport): string {
  const { precision, recall, told, trueTold, must, mustTold, detectionMs, verdictToMessageMs, mailsRefused } = alerts;
  const latency = ({ p50, p99, count }: LatencySummary) => `p50 ${seconds(p50)}, p99 ${seconds(p99)}, of ${count}`;
  return [
    ...alerts.incidents.map(({ atMs, what }) => `${seconds(atMs).padStart(9)}  ${what}`),
    '',
    messagesTable(alerts.subscribers),
    `precision    ${ratio(precision, trueTold, told, '0 offline alerts')}: alerts that are true`,
    `recall       ${ratio(recall, mustTold, must, 'no outage had to be reported')}: outages reported, by person and channel`,
    `detection    ${latency(detectionMs)}: from the loss of power or network to the first message`,
    `delivery     ${latency(verdictToMessageMs)}: from the verdict to the first message`,
    `mail server  refused ${mailsRefused} mails`,
  ].join('\n');
}
