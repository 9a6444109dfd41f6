import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { ReceivedMessage } from '../receivers/read-received-messages.ts';
import type { Judgement, Subscriber, WatchEvidence } from './judgement.ts';
import { expectedOf, stabilityOf, type Expected, type Silence } from './ground-truth.ts';

/** What one person ought to hear through one channel, and what of it was heard so far. */

/** A silence as one person was told of it through one channel. */
export interface Thread {
  silence: Silence;
  expected: Expected;
  /** The message that told its beginning, and the one that told its end. */
  beginning: ReceivedMessage | null;
  /** Its message came after its end, and said so. */
  isOver: boolean;
  end: ReceivedMessage | null;
}

export interface Threads {
  subscriber: Subscriber;
  channel: NotificationChannel;
  /** The signs of the event, by name, with their index in the fleet; and back. */
  own: ReadonlyMap<string, number>;
  nameOf: ReadonlyMap<number, string>;
  stability: ReadonlyMap<number, ReturnType<typeof stabilityOf>>;
  all: readonly Thread[];
  ofSign: ReadonlyMap<number, readonly Thread[]>;
  /** By sign: the message that called it unstable. */
  unstableSince: Map<number, ReceivedMessage>;
}

/** One thread for each silence of the signs of the subscriber's event. `bySign`: each sign's silences, in their order. */
export function openThreads(
  { signs, kills, limits, endMs }: WatchEvidence,
  bySign: ReadonlyMap<number, Silence[]>,
  subscriber: Subscriber,
  channel: NotificationChannel,
): Threads {
  const own = signs.get(subscriber.event) ?? new Map<string, number>();
  const stability = new Map([...own.values()].map((sign) => [sign, stabilityOf(bySign.get(sign) ?? [], limits)]));
  const all = [...own.values()].flatMap((sign) =>
    (bySign.get(sign) ?? []).map((silence): Thread => {
      const expected = expectedOf(silence, subscriber.graceMs, limits, { kills, endMs });
      const fromMs = stability.get(sign)?.fromMs ?? Infinity;
      // Outages of an unstable sign are told when it has calmed down, or not at all.
      const isSure = silence.fromMs < fromMs - limits.offlineAfterMs;
      const isMay = expected === 'must' && !isSure;
      return { silence, expected: isMay ? 'may' : expected, beginning: null, isOver: false, end: null };
    }),
  );
  const ofSign = Map.groupBy(all, ({ silence }) => silence.sign);
  const nameOf = new Map([...own].map(([name, sign]) => [sign, name]));
  return { subscriber, channel, own, nameOf, stability, all, ofSign, unstableSince: new Map() };
}

/** The message tells the beginning of the silence. */
export function beginThread(result: Judgement, thread: Thread, message: ReceivedMessage, isOver: boolean): void {
  Object.assign(thread, { beginning: message, isOver });
  result.trueTold += 1;
  const first = result.firstToldAtMs.get(thread.silence) ?? Infinity;
  result.firstToldAtMs.set(thread.silence, Math.min(first, message.receivedAtMs));
}

export const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
export const words = ({ to, channel, title, receivedAtMs }: ReceivedMessage): string =>
  `${clockTime(receivedAtMs)} ${channel} to ${to}: ${title}`;
