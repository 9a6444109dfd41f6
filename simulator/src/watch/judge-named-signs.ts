import type { Said, ReceivedMessage } from '../receivers/read-received-messages.ts';
import type { Judgement } from './judgement.ts';
import { beginThread, clockTime, words, type Thread, type Threads } from './expected-notifications.ts';
import type { Silence } from './ground-truth.ts';

/** What a message says of a sign that it names, held against what was. */

/** A plan that was under way when the outage was acknowledged. */
const PLANNED_MS = 2_000;
/** Between the word to restart and the reply to who gave it, on a busy machine. */
const RESTART_SLACK_MS = 3_000;

/** Whether it was told to restart, and had time still, or was back in time. */
const isStillRestarting = ({ toMs, restartingUntilMs = -Infinity }: Silence, atMs: number): boolean =>
  Math.min(toMs ?? Infinity, atMs) < restartingUntilMs - RESTART_SLACK_MS;

/** A sign in a message: `begun` are its silences that had begun when the message was decided, oldest first. */
interface Heard {
  sign: number;
  message: ReceivedMessage;
  /** The sign and the message, for a finding. */
  seen: string;
  begun: readonly Thread[];
  endMs: number;
}

function hearOffline(result: Judgement, { sign, message, seen, begun, endMs }: Heard, isOver: boolean): void {
  result.told += 1;
  const { decidedAtMs } = message;
  const thread = begun.at(-1);
  if (!thread) {
    result.falseAlerts.push({ sign, expected: 'no alert: it was never away', seen });
    return;
  }
  const { silence, beginning, expected } = thread;
  const { fromMs, toMs, knownMs, restartingUntilMs } = silence;
  if (beginning) {
    result.repeated.push({ sign, expected: `one message: ${words(beginning)}`, seen: `and ${words(message)}` });
  } else if (decidedAtMs > (knownMs ?? Infinity) + PLANNED_MS) {
    result.reminded.push({ sign, expected: `silence: acknowledged at ${clockTime(knownMs!)}`, seen });
  } else if (isStillRestarting(silence, decidedAtMs)) {
    const until = clockTime(restartingUntilMs!);
    result.hurried.push({ sign, expected: `nothing of a sign that was told to restart, before ${until}`, seen });
  } else if (expected === 'never') {
    const lasted = `it was away for ${((toMs ?? endMs) - fromMs) / 1_000} s, too short to be told`;
    result.falseAlerts.push({ sign, expected: `no alert: ${lasted}`, seen });
  } else beginThread(result, thread, message, isOver);
}

function hearOnline(result: Judgement, { sign, message, seen, begun }: Heard): void {
  const thread = begun.findLast(({ beginning, end, isOver }) => beginning && !isOver && !end);
  if (thread) thread.end = message;
  else result.unfounded.push({ sign, expected: 'no "back online" to who was not told that it was offline', seen });
}

function hearUnstable(result: Judgement, { stability, unstableSince }: Threads, { sign, message }: Heard): void {
  const before = unstableSince.get(sign);
  if (stability.get(sign)?.expected === 'never')
    result.unstableFalse.push({ sign, expected: 'a stable sign', seen: words(message) });
  if (before) result.repeated.push({ sign, expected: `one message: ${words(before)}`, seen: `and ${words(message)}` });
  else unstableSince.set(sign, message);
}

/** One sign that a message names. */
export function matchNamed(
  result: Judgement,
  threads: Threads,
  {
    message,
    name,
    said,
    isOver,
    endMs,
  }: { message: ReceivedMessage; name: string; said: Said; isOver: boolean; endMs: number },
): void {
  const { own, ofSign, unstableSince, subscriber } = threads;
  const seen = `"${name}" in ${words(message)}`;
  const sign = own.get(name);
  if (sign === undefined) {
    result.falseAlerts.push({ sign: null, expected: `a sign of ${subscriber.event}`, seen });
    return;
  }
  const begun = (ofSign.get(sign) ?? []).filter(({ silence }) => silence.fromMs <= message.decidedAtMs);
  const unstable = unstableSince.get(sign);
  if (unstable && unstable !== message) result.notSilent.push({ sign, expected: 'silence after "unstable"', seen });
  const heard = { sign, message, seen, begun, endMs };
  if (said === 'offline') hearOffline(result, heard, isOver);
  else if (said === 'online') hearOnline(result, heard);
  else if (said === 'unstable') hearUnstable(result, threads, heard);
}
