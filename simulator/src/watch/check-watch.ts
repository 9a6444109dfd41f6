import { judge, type Counterexample, type Verdict } from '../checkers/verdict.ts';
import type { Finding, Judgement, Subscriber } from './judgement.ts';
import type { WallFindings } from './judge-restarts-and-acknowledgements.ts';
import type { ReceivedMessage } from '../receivers/read-received-messages.ts';
import type { Watch } from '../plan/watch-schema.ts';

/** What a run with a watch leaves behind to be judged. */
export interface WatchOutcome {
  watch: Watch;
  judgement: Judgement;
  subscribers: readonly Subscriber[];
  /** Every message that arrived; one that arrived twice is here twice. */
  messages: readonly ReceivedMessage[];
  /** What the wall said wrongly of signs that were told to restart, and of acknowledged outages. */
  wall: WallFindings;
  /** Messages that did not say how things stood when they were sent. */
  standing: readonly Finding[];
  /** Pushes that would not take the place of each other, or would of another event's. */
  replacing: readonly Finding[];
  /** How many signs were told to restart. */
  restarts: number;
  /** How often something false could have been told: signs × people × channels. */
  chances: number;
  /** The failed deliveries that the backend shows to admins. */
  failedDeliveries: readonly string[];
  /** How many mails the mail server refused. */
  mailsRefused: number;
  /** Signs that were not connected when all incidents were over. */
  notBack: readonly Finding[];
}

const HOUR_MS = 3_600_000;
/** Promise N4. */
const MOST_AN_HOUR = 6;

const counterexample = ({ sign, expected, seen }: Finding): Counterexample => ({ kiosk: sign, expected, seen });
const describe = ({ to, channel, title, id }: ReceivedMessage): string => `${channel} to ${to}: ${title} (${id})`;
const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

function threadsOf(messages: readonly ReceivedMessage[]): ReceivedMessage[][] {
  return [...Map.groupBy(messages, ({ to, channel, event }) => `${to} ${channel} ${event}`).values()];
}

function checkBound(messages: readonly ReceivedMessage[]): Verdict {
  const broken = threadsOf(messages).flatMap((thread): Counterexample[] => {
    const times = thread.map(({ decidedAtMs }) => decidedAtMs).toSorted((one, other) => one - other);
    const over = times.find((atMs, index) => atMs - (times[index - MOST_AN_HOUR] ?? -Infinity) < HOUR_MS);
    if (over === undefined) return [];
    const { to, channel } = thread[0]!;
    const seen = `${times.length} in this run, the seventh at ${clockTime(over)}`;
    return [{ kiosk: null, expected: `at most ${MOST_AN_HOUR} an hour through ${channel} to ${to}`, seen }];
  });
  return judge('N4', 'at most 6 messages an hour to a person, event and channel', messages.length, {
    cases: messages.length,
    broken,
  });
}

function checkQuiet(subscribers: readonly Subscriber[], messages: readonly ReceivedMessage[]): Verdict {
  const quiet = subscribers.filter(
    ({ quietUntilMs, channels }) => quietUntilMs !== null && channels.some((channel) => channel !== 'inbox'),
  );
  let cases = 0;
  const broken = quiet.flatMap(({ email, event, quietUntilMs }): Counterexample[] => {
    const held = messages.filter((each) => each.to === email && each.event === event && each.channel !== 'inbox');
    cases += held.length;
    return held
      .filter(({ receivedAtMs }) => receivedAtMs < quietUntilMs!)
      .map((message) => ({
        kiosk: null,
        expected: `nothing before ${clockTime(quietUntilMs!)}, when the quiet hours of ${email} end`,
        seen: `${describe(message)} at ${clockTime(message.receivedAtMs)}`,
      }));
  });
  return judge('N6', 'e-mail and push wait for the end of the quiet hours', quiet.length, { cases, broken });
}

function checkDelivered({ watch, failedDeliveries, mailsRefused, messages }: WatchOutcome): Verdict {
  const refusals = watch.incidents.smtp_refuses?.length ?? 0;
  const broken: Counterexample[] = failedDeliveries.map((seen) => ({
    kiosk: null,
    expected: 'every message delivered',
    seen,
  }));
  if (refusals > 0 && mailsRefused === 0)
    broken.push({ kiosk: null, expected: 'mails while the mail server refuses', seen: 'none: nothing was tried' });
  const cases = refusals > 0 ? mailsRefused : messages.length;
  const title = refusals > 0 ? 'a mail that was refused is delivered later' : 'nothing is left undelivered';
  return judge('N7', title, refusals, { cases, broken });
}

function checkOnce(messages: readonly ReceivedMessage[], { repeated }: Judgement): Verdict {
  const broken = repeated.map(counterexample);
  for (const [, copies] of Map.groupBy(messages, ({ channel, id }) => `${channel} ${id}`)) {
    if (copies.length > 1)
      broken.push({ kiosk: null, expected: 'one delivery', seen: `${copies.length} of ${describe(copies[0]!)}` });
  }
  return judge('N3', 'nobody is told twice', messages.length, { cases: messages.length, broken });
}

/** The verdicts on promises N3 to N7 and N9 to N11, over every message that people got. */
export function checkWatch(outcome: WatchOutcome): Verdict[] {
  const { watch, judgement, chances, subscribers, messages, notBack, wall, standing, replacing, restarts } = outcome;
  const { must, endsMust, unstableMust } = judgement;
  const dying = watch.incidents.switch_dies ?? [];
  const switches = dying.length;
  const known = dying.filter(({ acknowledgedAfterMs }) => acknowledgedAfterMs !== undefined).length;
  const pushes = messages.filter(({ channel }) => channel === 'push').length;
  const found = (findings: readonly Finding[]) => findings.map(counterexample);
  return [
    judge('N3', 'every alert is true (precision)', chances, { cases: chances, broken: found(judgement.falseAlerts) }),
    judge('N3', 'every outage is told (recall)', must, { cases: must, broken: found(judgement.missed) }),
    checkOnce(messages, judgement),
    judge('N3', '"back online" to those who were told of the outage', endsMust, {
      cases: endsMust,
      broken: found([...judgement.unfounded, ...judgement.endsMissed]),
    }),
    checkBound(messages),
    judge('N5', 'a flapping sign is called unstable once, then silence', unstableMust, {
      cases: unstableMust,
      broken: found([...judgement.unstableMissed, ...judgement.unstableFalse, ...judgement.notSilent]),
    }),
    judge('N4', 'the signs of one switch are one cause and one message', switches, {
      cases: judgement.causesTold,
      broken: found(judgement.causesSplit),
    }),
    judge(
      'N9',
      'a restart that was ordered is no outage for three minutes',
      watch.incidents.ordered_restarts?.length ?? 0,
      {
        cases: restarts,
        broken: found([...judgement.hurried, ...wall.restarts]),
      },
    ),
    judge('N10', 'nobody is reminded of an outage that is acknowledged, and the wall says who is at it', known, {
      cases: known,
      broken: found([...judgement.reminded, ...wall.acknowledged]),
    }),
    judge('N11', 'every message says how things stand when it is sent', chances, {
      cases: messages.length,
      broken: found(standing),
    }),
    judge('N11', 'pushes of one event take each other’s place', pushes, { cases: pushes, broken: found(replacing) }),
    checkQuiet(subscribers, messages),
    checkDelivered(outcome),
    judge('converge', 'every sign is heard again when the incidents are over', chances, {
      cases: chances,
      broken: found(notBack),
    }),
  ];
}
