import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Said } from '../receivers/read-received-messages.ts';
import { matchCounted } from './counted-signs-match.ts';
import { matchNamed } from './judge-named-signs.ts';
import { judgeCauses, judgeInstability, judgeOutages } from './judge-missing-messages.ts';
import { emptyJudgement, type Judgement, type Subscriber, type WatchEvidence } from './judgement.ts';
import { openThreads } from './expected-notifications.ts';
import type { Silence } from './ground-truth.ts';

/** Compares what people were told with what happened. Pure. */
export function judgeNotifications(evidence: WatchEvidence): Judgement {
  const result = emptyJudgement();
  const bySign = Map.groupBy(
    evidence.silences.toSorted((one, other) => one.fromMs - other.fromMs),
    ({ sign }) => sign,
  );
  for (const subscriber of evidence.subscribers)
    for (const channel of subscriber.channels) judgeChannel(evidence, bySign, { subscriber, channel, result });
  return result;
}

function judgeChannel(
  evidence: WatchEvidence,
  bySign: ReadonlyMap<number, Silence[]>,
  { subscriber, channel, result }: { subscriber: Subscriber; channel: NotificationChannel; result: Judgement },
): void {
  const { limits, endMs, messages } = evidence;
  const { email, event } = subscriber;
  const threads = openThreads(evidence, bySign, subscriber, channel);
  const heard = messages.filter((each) => each.to === email && each.channel === channel && each.event === event);
  // A message that arrived twice is a finding of `checkOnce`.
  const once = new Map(heard.map((message) => [message.id, message]));
  for (const message of [...once.values()].toSorted((one, other) => one.decidedAtMs - other.decidedAtMs)) {
    for (const named of message.named) matchNamed(result, threads, { message, ...named, endMs });
    for (const [said, count] of Object.entries(message.counts) as [Said, number][]) {
      const unnamed = count - message.named.filter((each) => each.said === said).length;
      if (unnamed > 0) matchCounted(result, threads, { message, said, count: unnamed, limits });
    }
  }
  judgeCauses(result, threads);
  judgeOutages(result, threads);
  judgeInstability(result, threads);
}
