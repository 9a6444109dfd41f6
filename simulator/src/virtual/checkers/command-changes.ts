import { assertPromise } from './assert-promise.ts';
import type { Change } from './shared-table-mirror.ts';
import type { CommandRow } from './row-types.ts';

/** What a commit may make of a command, as the machine in `backend/src/commands/command-machine.ts` has it (promise M3). Pure. */

/** What a sign said of a command: null is "done". */
export interface ReceivedAnswer {
  signId: string | null;
  code: string | null;
}

const NEXT: Record<string, readonly string[]> = {
  none: ['queued', 'sent'],
  queued: ['sent', 'expired', 'failed'],
  sent: ['acked', 'refused', 'failed', 'expired'],
};
const REFUSALS = ['expired', 'reboot_loop', 'not_supported'];

/** Of the service's own making: the device was taken off the record. */
const UNLINKED = 'sign_not_linked';
/** Why a bulk request sends a sign nothing. */
const NEVER_SENT = ['sign_not_connected', 'quota_exceeded'];

/** A name for the coverage table; null where the state is the same. */
export function commandTransitionOf({ before, after }: Change<CommandRow>): string | null {
  if (after === null) return null;
  if (before?.state === after.state) {
    return before.answered_late_at === null && after.answered_late_at !== null
      ? 'command expired, answered late'
      : null;
  }
  const why = after.error_code === UNLINKED ? ` ${UNLINKED}` : '';
  return `command ${before?.state ?? 'none'} → ${after.state}${why}`;
}

export function checkCommandChange({ before, after }: Change<CommandRow>, answers: readonly ReceivedAnswer[]): void {
  if (after === null || before?.state === after.state) return;
  const from = before?.state ?? 'none';
  const found = (expected: unknown) => () => ({ seen: { before, after, answers }, expected });
  const isNeverSent = before === null && after.state === 'failed' && NEVER_SENT.includes(after.error_code ?? '');
  const isRight = isNeverSent || NEXT[from]?.includes(after.state) === true;
  assertPromise(isRight, 'M3', `a command went from ${from} to ${after.state}`, found(NEXT[from] ?? 'no other state'));
  const { state, error_code: code, finished_at: finishedAt, expires_at: expiresAt } = after;
  const isOver = state !== 'queued' && state !== 'sent';
  assertPromise(
    isOver === (finishedAt !== null),
    'M3',
    'a command’s end and its time do not agree',
    found('both or neither'),
  );
  assertPromise(state !== 'sent' || after.sent_at !== null, 'M3', 'a command was sent at no time', found('the time'));
  if (finishedAt === null) return;
  const isLate = finishedAt.getTime() >= expiresAt.getTime();
  if (state === 'expired')
    return assertPromise(isLate, 'M3', 'a command expired before its time', found('at its time'));
  assertPromise(!isLate, 'M3', `a command was ${state} after its time`, found('expired'));
  if (isNeverSent || (state === 'failed' && code === UNLINKED)) return;
  const own = answers.filter(({ signId }) => signId === after.device_sign_id);
  const isAnswered = own.some((answer) => answer.code === (state === 'acked' ? null : code));
  assertPromise(isAnswered, 'M3', `a command is ${state} and its sign has not said so`, found('the sign’s own answer'));
  if (state === 'acked') return;
  const isRefusal = REFUSALS.includes(code ?? '');
  assertPromise(
    isRefusal === (state === 'refused'),
    'M3',
    'a refusal is taken for a failure, or the other way',
    found(code),
  );
}
