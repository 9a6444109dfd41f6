import { createLatencies, type LatencySummary } from '../evidence/record-latencies.ts';
import type { Said } from '../receivers/read-received-messages.ts';
import type { Sample, WatchRecord } from '../watch/watch-run.ts';

/** Who was told what, and how it compares with what happened. Times in milliseconds since the incidents began. */
export interface AlertReport {
  /** Over outage × person × channel; null where nothing was told, or nothing had to be. */
  precision: number | null;
  recall: number | null;
  told: number;
  trueTold: number;
  must: number;
  mustTold: number;
  /** From the loss of power (or network) to the first message about it anywhere; and from the service's verdict to it. */
  detectionMs: LatencySummary;
  verdictToMessageMs: LatencySummary;
  mailsRefused: number;
  incidents: { atMs: number; what: string }[];
  subscribers: SubscriberReport[];
  timeline: Sample[];
}

export interface SubscriberReport {
  email: string;
  event: string;
  channels: readonly string[];
  graceMs: number;
  quietUntilMs: number | null;
  messages: { atMs: number; channel: string; title: string; counts: Partial<Record<Said, number>> }[];
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export function reportAlerts(record: WatchRecord): AlertReport {
  const { judgement, log, subscribers, messages, samples, verdictAtMs, beganAtMs, mailsRefused } = record;
  const { told, trueTold, must, mustTold, firstToldAtMs } = judgement;
  const detection = createLatencies();
  const fromVerdict = createLatencies();
  for (const [silence, atMs] of firstToldAtMs) {
    detection.record(atMs - silence.fromMs);
    const verdictMs = verdictAtMs.get(silence);
    if (verdictMs !== undefined) fromVerdict.record(atMs - verdictMs);
  }
  return {
    precision: ratio(trueTold, told),
    recall: ratio(mustTold, must),
    told,
    trueTold,
    must,
    mustTold,
    detectionMs: detection.summary(),
    verdictToMessageMs: fromVerdict.summary(),
    mailsRefused,
    incidents: log.story,
    subscribers: subscribers.map(({ email, event, channels, graceMs, quietUntilMs }) => ({
      email,
      event,
      channels,
      graceMs,
      quietUntilMs: quietUntilMs === null ? null : quietUntilMs - beganAtMs,
      messages: messages
        .filter((message) => message.to === email && message.event === event)
        .toSorted((one, other) => one.receivedAtMs - other.receivedAtMs)
        .map(({ receivedAtMs, channel, title, counts }) => ({ atMs: receivedAtMs - beganAtMs, channel, title, counts })),
    })),
    timeline: samples,
  };
}
