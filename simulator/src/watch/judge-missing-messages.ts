import type { Judgement } from './judgement.ts';
import { clockTime, type Threads } from './expected-notifications.ts';

/** What ought to have been told, once all messages are heard. */

const who = ({ subscriber, channel }: Threads): string => `${channel} to ${subscriber.email}`;

/** Signs of one switch are told of in one message, with their cause. */
export function judgeCauses(result: Judgement, threads: Threads): void {
  const { all } = threads;
  for (const [switchNumber, ofSwitch] of Map.groupBy(all, ({ silence }) => silence.switchNumber)) {
    const tellings = new Set(ofSwitch.map(({ beginning }) => beginning).filter((message) => message !== null));
    if (switchNumber === undefined || tellings.size === 0) continue;
    result.causesTold += 1;
    const titles = [...tellings].map(({ title }) => title);
    if (
      titles.length > 1 ||
      !titles[0]!.includes(`${ofSwitch.length} of `) ||
      !titles[0]!.includes(' signs offline at ')
    )
      result.causesSplit.push({
        sign: null,
        expected: `${who(threads)}: one message with one cause`,
        seen: titles.join('; '),
      });
  }
}

/** Outages that had to be told, and their ends. */
export function judgeOutages(result: Judgement, threads: Threads): void {
  const { all, nameOf, stability, subscriber } = threads;
  const { kinds } = subscriber;
  const wantsOffline = kinds.includes('sign_offline');
  for (const { silence, expected, beginning, isOver, end } of all) {
    const { sign, fromMs, toMs } = silence;
    const what = `"${nameOf.get(sign)}", away since ${clockTime(fromMs)}`;
    if (wantsOffline && expected === 'must') {
      result.must += 1;
      if (beginning) result.mustTold += 1;
      else result.missed.push({ sign, expected: `${who(threads)} about ${what}`, seen: 'nothing' });
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
        expected: `${who(threads)} that ${what}, is back since ${clockTime(toMs)}`,
        seen: 'nothing',
      });
  }
}

export function judgeInstability(result: Judgement, threads: Threads): void {
  const { nameOf, stability, subscriber, unstableSince } = threads;
  if (!subscriber.kinds.includes('sign_unstable')) return;
  for (const [sign, { expected }] of stability) {
    if (expected !== 'must') continue;
    result.unstableMust += 1;
    if (unstableSince.has(sign)) result.unstableTold += 1;
    else
      result.unstableMissed.push({
        sign,
        expected: `${who(threads)} that "${nameOf.get(sign)}" is unstable`,
        seen: 'nothing',
      });
  }
}
