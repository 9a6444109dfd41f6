import type { ReceivedMessage } from '../receivers/read-received-messages.ts';
import type { Finding } from './judgement.ts';
import { SLACK_MS, mayBeOfflineFromMs, type Limits, type Silence } from './ground-truth.ts';

/**
 * Whether each message says how things stand at the moment at which it is sent (promise N11): a mail and a push when they arrive, however long they waited, an
 * item of the inbox when it is written. Pure.
 */
export interface EventStatusEvidence {
  messages: readonly ReceivedMessage[];
  /** By event's name: its signs, by name, with their index in the fleet. All of them are claimed. */
  signs: ReadonlyMap<string, ReadonlyMap<string, number>>;
  silences: readonly Silence[];
  /** By silence: when the service said that the sign is offline (wall clock). */
  verdictAtMs: ReadonlyMap<Silence, number>;
  limits: Limits;
}

/** Between the look at the records and the arrival of what says so: a storm of mails is said once a second, and each of them travels. */
const SAID_WITHIN_MS = 4_000;

/** How many signs of the event can be offline, and how many must be, by the service's own records. */
function boundsAt(silences: readonly Silence[], { verdictAtMs, limits }: EventStatusEvidence, atMs: number) {
  const signsOf = (those: readonly Silence[]): number => new Set(those.map(({ sign }) => sign)).size;
  const mayBe = silences.filter(
    (silence) =>
      mayBeOfflineFromMs(silence, limits) <= atMs && (silence.toMs === null || silence.toMs + SLACK_MS >= atMs),
  );
  const isSure = (silence: Silence): boolean => (verdictAtMs.get(silence) ?? Infinity) + SAID_WITHIN_MS <= atMs;
  const mustBe = silences.filter((silence) => isSure(silence) && (silence.toMs === null || silence.toMs > atMs));
  return { least: signsOf(mustBe), most: signsOf(mayBe) };
}

const words = ({ to, channel, title }: ReceivedMessage): string => `${channel} to ${to}: ${title}`;

/** What is not as it is. */
export function judgeEventStatus(evidence: EventStatusEvidence): Finding[] {
  const { messages, signs } = evidence;
  const findings: Finding[] = [];
  for (const message of messages) {
    const { channel, event, standing, named } = message;
    const own = signs.get(event);
    if (own === undefined) continue;
    const atMs = channel === 'inbox' ? message.decidedAtMs : message.receivedAtMs;
    const ofEvent = new Set(own.values());
    const silences = evidence.silences.filter(({ sign }) => ofEvent.has(sign));
    const { least, most } = boundsAt(silences, evidence, atMs);
    const isTrue = standing !== null && standing.offline >= least && standing.offline <= most;
    if (!isTrue || standing.total !== own.size) {
      const seen = standing === null ? 'nothing of it' : `${standing.offline} of ${standing.total} offline`;
      const range = least === most ? `${least}` : `${least} to ${most}`;
      findings.push({
        sign: null,
        expected: `${range} of ${own.size} offline, as it is when it is sent`,
        seen: `${seen} in ${words(message)}`,
      });
    }
    // Whatever it tells as open and is long over: a list of mails and a lock screen show its title alone.
    const over = named.filter(({ name, said, isOver }) => {
      const last = silences.findLast(({ sign, fromMs }) => sign === own.get(name) && fromMs <= message.decidedAtMs);
      return said === 'offline' && !isOver && (last?.toMs ?? Infinity) + SLACK_MS < atMs;
    });
    const isAllOver = over.length === Object.values(message.counts).reduce((sum, count) => sum + count, 0);
    if (over.length > 0 && (standing?.saysOver === false || (isAllOver && !message.title.startsWith('Over: '))))
      findings.push({
        sign: own.get(over[0]!.name) ?? null,
        expected: `that "${over[0]!.name}" is back, in what is sent after that`,
        seen: `nothing of it in ${words(message)}`,
      });
  }
  return findings;
}

/** Pushes of one event replace each other on a lock screen and at the push service; those of two events don't. */
export function judgeReplacing(messages: readonly ReceivedMessage[]): Finding[] {
  const pushes = messages.filter(({ channel }) => channel === 'push');
  const events = Map.groupBy(pushes, ({ event }) => event);
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for (const [event, own] of events) {
    const tags = new Set(own.map(({ replaces }) => replaces));
    const [tag] = tags;
    if (tags.size !== 1 || tag === null || tag === undefined)
      findings.push({
        sign: null,
        expected: `one tag and topic for all pushes of ${event}`,
        seen: [...tags].join(', '),
      });
    else if (seen.has(tag))
      findings.push({ sign: null, expected: `pushes of ${event} beside those of ${seen.get(tag)}`, seen: 'one tag' });
    else seen.set(tag, event);
  }
  return findings;
}
