import type { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import type { Said, ToldMessage } from '../receivers/told-message.ts';
import {
  SLACK_MS,
  expectedOf,
  mayBeOfflineFromMs,
  stabilityOf,
  type Expected,
  type Limits,
  type Silence,
  type Span,
} from './truth.ts';

/** Compares what people were told with what happened. Pure. */

export interface Subscriber {
  /** E-mail address. */
  email: string;
  /** The name of the event that they subscribed to. */
  event: string;
  channels: readonly NotificationChannel[];
  kinds: readonly NotificationKind[];
  graceMs: number;
  /** Wall clock; null: no quiet hours. */
  quietUntilMs: number | null;
}

export interface WatchEvidence {
  subscribers: readonly Subscriber[];
  /** By event's name: its signs, by name, with their index in the fleet. */
  signs: ReadonlyMap<string, ReadonlyMap<string, number>>;
  silences: readonly Silence[];
  kills: readonly Span[];
  messages: readonly ToldMessage[];
  limits: Limits;
  /** When the evidence was gathered. */
  endMs: number;
}

/** A silence as one person was told of it through one channel. */
interface Thread {
  silence: Silence;
  expected: Expected;
  /** The message that told its beginning, and the one that told its end. */
  beginning: ToldMessage | null;
  /** Its message came after its end, and said so. */
  isOver: boolean;
  end: ToldMessage | null;
}

export interface Finding {
  sign: number | null;
  expected: string;
  seen: string;
}

export interface Judgement {
  /** Counts of outage × person × channel. */
  told: number;
  trueTold: number;
  must: number;
  mustTold: number;
  endsMust: number;
  endsTold: number;
  unstableMust: number;
  unstableTold: number;
  falseAlerts: Finding[];
  missed: Finding[];
  /** An outage or instability that was told twice. */
  repeated: Finding[];
  /** Messages about a sign that was told to restart and still had time, or was back in time (promise N9). */
  hurried: Finding[];
  /** Messages about an outage after somebody had acknowledged it. */
  reminded: Finding[];
  /** Of the signs of one switch: by how many people and channels they were told of, and who was told of them in more than one message, or without their cause. */
  causesTold: number;
  causesSplit: Finding[];
  /** "Back online" to people who were not told of the outage. */
  unfounded: Finding[];
  endsMissed: Finding[];
  unstableMissed: Finding[];
  unstableFalse: Finding[];
  /** Messages about a sign after it was called unstable. */
  notSilent: Finding[];
  /** By silence: when its first message arrived at anybody. */
  firstToldAtMs: Map<Silence, number>;
}

/** A plan that was under way when the outage was acknowledged. */
const PLANNED_MS = 2_000;

/** Between the word to restart and the reply to who gave it, on a busy machine. */
const RESTART_SLACK_MS = 3_000;
/** Whether it was told to restart, and had time still, or was back in time. */
const isStillRestarting = ({ toMs, restartingUntilMs = -Infinity }: Silence, atMs: number): boolean =>
  Math.min(toMs ?? Infinity, atMs) < restartingUntilMs - RESTART_SLACK_MS;

const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
const words = ({ to, channel, title, receivedAtMs }: ToldMessage): string =>
  `${clockTime(receivedAtMs)} ${channel} to ${to}: ${title}`;

export function judgeTold(evidence: WatchEvidence): Judgement {
  const result: Judgement = {
    told: 0,
    trueTold: 0,
    must: 0,
    mustTold: 0,
    endsMust: 0,
    endsTold: 0,
    unstableMust: 0,
    unstableTold: 0,
    falseAlerts: [],
    missed: [],
    repeated: [],
    hurried: [],
    reminded: [],
    causesTold: 0,
    causesSplit: [],
    unfounded: [],
    endsMissed: [],
    unstableMissed: [],
    unstableFalse: [],
    notSilent: [],
    firstToldAtMs: new Map(),
  };
  const bySign = Map.groupBy(
    evidence.silences.toSorted((one, other) => one.fromMs - other.fromMs),
    ({ sign }) => sign,
  );
  for (const subscriber of evidence.subscribers)
    for (const channel of subscriber.channels) judgeChannel(evidence, bySign, subscriber, channel, result);
  return result;
}

function judgeChannel(
  { signs, kills, limits, endMs, messages }: WatchEvidence,
  bySign: ReadonlyMap<number, Silence[]>,
  subscriber: Subscriber,
  channel: NotificationChannel,
  result: Judgement,
): void {
  const { email, event, graceMs, kinds } = subscriber;
  const own = signs.get(event) ?? new Map<string, number>();
  const stability = new Map([...own.values()].map((sign) => [sign, stabilityOf(bySign.get(sign) ?? [], limits)]));
  const threads = [...own.values()].flatMap((sign) =>
    (bySign.get(sign) ?? []).map((silence): Thread => {
      const expected = expectedOf(silence, graceMs, limits, { kills, endMs });
      const fromMs = stability.get(sign)?.fromMs ?? Infinity;
      // Outages of an unstable sign are told when it has calmed down, or not at all.
      const isSure = silence.fromMs < fromMs - limits.offlineAfterMs;
      return {
        silence,
        expected: expected === 'must' && !isSure ? 'may' : expected,
        beginning: null,
        isOver: false,
        end: null,
      };
    }),
  );
  const threadsOf = Map.groupBy(threads, ({ silence }) => silence.sign);
  const unstableSince = new Map<number, ToldMessage>();
  const nameOf = new Map([...own].map(([name, sign]) => [sign, name]));

  const begin = (thread: Thread, message: ToldMessage, isOver: boolean): void => {
    Object.assign(thread, { beginning: message, isOver });
    result.trueTold += 1;
    const first = result.firstToldAtMs.get(thread.silence) ?? Infinity;
    result.firstToldAtMs.set(thread.silence, Math.min(first, message.receivedAtMs));
  };

  function hearNamed(message: ToldMessage, name: string, said: Said, isOver: boolean): void {
    const sign = own.get(name);
    if (sign === undefined) {
      result.falseAlerts.push({ sign: null, expected: `a sign of ${event}`, seen: `"${name}" in ${words(message)}` });
      return;
    }
    const begun = (threadsOf.get(sign) ?? []).filter(({ silence }) => silence.fromMs <= message.decidedAtMs);
    const unstable = unstableSince.get(sign);
    if (unstable && unstable !== message)
      result.notSilent.push({ sign, expected: 'silence after "unstable"', seen: `"${name}" in ${words(message)}` });
    if (said === 'offline') {
      result.told += 1;
      const thread = begun.at(-1);
      if (thread?.beginning) {
        result.repeated.push({
          sign,
          expected: `one message: ${words(thread.beginning)}`,
          seen: `and ${words(message)}`,
        });
      } else if (thread && message.decidedAtMs > (thread.silence.knownMs ?? Infinity) + PLANNED_MS) {
        const seen = `"${name}" in ${words(message)}`;
        result.reminded.push({
          sign,
          expected: `silence: acknowledged at ${clockTime(thread.silence.knownMs!)}`,
          seen,
        });
      } else if (thread && isStillRestarting(thread.silence, message.decidedAtMs)) {
        const until = clockTime(thread.silence.restartingUntilMs!);
        const seen = `"${name}" in ${words(message)}`;
        result.hurried.push({ sign, expected: `nothing of a sign that was told to restart, before ${until}`, seen });
      } else if (!thread || thread.expected === 'never') {
        const seen = `"${name}" in ${words(message)}`;
        const lasted = thread
          ? `it was away for ${((thread.silence.toMs ?? endMs) - thread.silence.fromMs) / 1_000} s, too short to be told`
          : 'it was never away';
        result.falseAlerts.push({ sign, expected: `no alert: ${lasted}`, seen });
      } else begin(thread, message, isOver);
    } else if (said === 'online') {
      const thread = begun.findLast(({ beginning, end, isOver: wasOver }) => beginning && !wasOver && !end);
      if (thread) thread.end = message;
      else
        result.unfounded.push({
          sign,
          expected: 'no "back online" to who was not told that it was offline',
          seen: `"${name}" in ${words(message)}`,
        });
    } else if (said === 'unstable') {
      if (stability.get(sign)?.expected === 'never')
        result.unstableFalse.push({ sign, expected: 'a stable sign', seen: words(message) });
      if (unstable)
        result.repeated.push({ sign, expected: `one message: ${words(unstable)}`, seen: `and ${words(message)}` });
      else unstableSince.set(sign, message);
    }
  }

  /** Matches the signs that a message only counts with as many signs as it can mean. */
  function hearCounted(message: ToldMessage, said: Said, count: number): void {
    const named = new Set(message.named.filter((each) => each.said === said).map(({ name }) => own.get(name)));
    const begun = threads.filter(({ silence }) => silence.fromMs <= message.decidedAtMs && !named.has(silence.sign));
    if (said === 'offline') {
      result.told += count;
      const meant = begun.filter(
        ({ beginning, expected, silence }) =>
          beginning === null && expected !== 'never' && mayBeOfflineFromMs(silence, limits) <= message.decidedAtMs,
      );
      const sure = meant.toSorted((one, other) => Number(other.expected === 'must') - Number(one.expected === 'must'));
      for (const thread of sure.slice(0, count)) begin(thread, message, false);
      for (let over = sure.length; over < count; over += 1)
        result.falseAlerts.push({
          sign: null,
          expected: `at most ${sure.length} more signs offline`,
          seen: words(message),
        });
    } else if (said === 'online') {
      const isBack = ({ toMs }: Silence) => toMs !== null && toMs <= message.decidedAtMs + SLACK_MS;
      const meant = begun.filter(
        ({ silence, beginning, isOver, end }) => beginning && !isOver && !end && isBack(silence),
      );
      for (const thread of meant.slice(0, count)) thread.end = message;
      for (let over = meant.length; over < count; over += 1)
        result.unfounded.push({
          sign: null,
          expected: `at most ${meant.length} more that were told`,
          seen: words(message),
        });
    } else if (said === 'unstable') {
      const meant = [...stability].filter(
        ([sign, { expected }]) => expected !== 'never' && !unstableSince.has(sign) && !named.has(sign),
      );
      for (const [sign] of meant.slice(0, count)) unstableSince.set(sign, message);
      for (let over = meant.length; over < count; over += 1)
        result.unstableFalse.push({
          sign: null,
          expected: `at most ${meant.length} more unstable signs`,
          seen: words(message),
        });
    }
  }

  const heard = messages.filter((each) => each.to === email && each.channel === channel && each.event === event);
  // A message that arrived twice is a finding of `checkOnce`.
  const once = new Map(heard.map((message) => [message.id, message]));
  for (const message of [...once.values()].toSorted((one, other) => one.decidedAtMs - other.decidedAtMs)) {
    for (const { name, said, isOver } of message.named) hearNamed(message, name, said, isOver);
    for (const [said, count] of Object.entries(message.counts) as [Said, number][]) {
      const unnamed = count - message.named.filter((each) => each.said === said).length;
      if (unnamed > 0) hearCounted(message, said, unnamed);
    }
  }

  const who = `${channel} to ${email}`;
  for (const [switchNumber, own] of Map.groupBy(threads, ({ silence }) => silence.switchNumber)) {
    const tellings = new Set(own.map(({ beginning }) => beginning).filter((message) => message !== null));
    if (switchNumber === undefined || tellings.size === 0) continue;
    result.causesTold += 1;
    const titles = [...tellings].map(({ title }) => title);
    if (titles.length > 1 || !titles[0]!.includes(`${own.length} of `) || !titles[0]!.includes(' signs offline at '))
      result.causesSplit.push({ sign: null, expected: `${who}: one message with one cause`, seen: titles.join('; ') });
  }
  const wantsOffline = kinds.includes('sign_offline');
  for (const { silence, expected, beginning, isOver, end } of threads) {
    const { sign, fromMs, toMs } = silence;
    const what = `"${nameOf.get(sign)}", away since ${clockTime(fromMs)}`;
    if (wantsOffline && expected === 'must') {
      result.must += 1;
      if (beginning) result.mustTold += 1;
      else result.missed.push({ sign, expected: `${who} about ${what}`, seen: 'nothing' });
    }
    // The end of an unstable sign's outage may be told a quarter of an hour later.
    const mustEnd =
      beginning && !isOver && toMs !== null && beginning.decidedAtMs < toMs && kinds.includes('sign_online');
    if (!mustEnd || stability.get(sign)?.expected !== 'never') continue;
    result.endsMust += 1;
    if (end) result.endsTold += 1;
    else
      result.endsMissed.push({
        sign,
        expected: `${who} that ${what}, is back since ${clockTime(toMs)}`,
        seen: 'nothing',
      });
  }
  if (!kinds.includes('sign_unstable')) return;
  for (const [sign, { expected }] of stability) {
    if (expected !== 'must') continue;
    result.unstableMust += 1;
    if (unstableSince.has(sign)) result.unstableTold += 1;
    else
      result.unstableMissed.push({ sign, expected: `${who} that "${nameOf.get(sign)}" is unstable`, seen: 'nothing' });
  }
}
