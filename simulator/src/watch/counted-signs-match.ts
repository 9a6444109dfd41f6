import type { Said, ReceivedMessage } from '../receivers/read-received-messages.ts';
import type { Finding, Judgement } from './judgement.ts';
import { beginThread, words, type Threads } from './expected-notifications.ts';
import { SLACK_MS, mayBeOfflineFromMs, type Limits, type Silence } from './ground-truth.ts';

/** Matches the signs that a message only counts with as many signs as it can mean. */

/** A finding for each sign that is counted over what the message can mean. */
const over = (count: number, meant: number, what: string, message: ReceivedMessage): Finding[] =>
  Array.from({ length: Math.max(0, count - meant) }, () => ({
    sign: null,
    expected: `at most ${meant} more ${what}`,
    seen: words(message),
  }));

export function matchCounted(
  result: Judgement,
  { own, all, stability, unstableSince }: Threads,
  { message, said, count, limits }: { message: ReceivedMessage; said: Said; count: number; limits: Limits },
): void {
  const { decidedAtMs } = message;
  const named = new Set(message.named.filter((each) => each.said === said).map(({ name }) => own.get(name)));
  const begun = all.filter(({ silence }) => silence.fromMs <= decidedAtMs && !named.has(silence.sign));
  if (said === 'offline') {
    result.told += count;
    const meant = begun.filter(
      ({ beginning, expected, silence }) =>
        beginning === null && expected !== 'never' && mayBeOfflineFromMs(silence, limits) <= decidedAtMs,
    );
    const sure = meant.toSorted((one, other) => Number(other.expected === 'must') - Number(one.expected === 'must'));
    for (const thread of sure.slice(0, count)) beginThread(result, thread, message, false);
    result.falseAlerts.push(...over(count, sure.length, 'signs offline', message));
  } else if (said === 'online') {
    const isBack = ({ toMs }: Silence) => toMs !== null && toMs <= decidedAtMs + SLACK_MS;
    const meant = begun.filter(
      ({ silence, beginning, isOver, end }) => beginning && !isOver && !end && isBack(silence),
    );
    for (const thread of meant.slice(0, count)) thread.end = message;
    result.unfounded.push(...over(count, meant.length, 'that were told', message));
  } else if (said === 'unstable') {
    const meant = [...stability].filter(
      ([sign, { expected }]) => expected !== 'never' && !unstableSince.has(sign) && !named.has(sign),
    );
    for (const [sign] of meant.slice(0, count)) unstableSince.set(sign, message);
    result.unstableFalse.push(...over(count, meant.length, 'unstable signs', message));
  }
}
