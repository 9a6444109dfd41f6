import { COMMAND_REFUSALS, type CommandState } from '@sign-display/contracts/rest/commands';

/**
 * A command, from the request to its end (contract, 3.1; promise M3). Pure: (state, event, now) → next state or refusal. A lock on its row
 * settles races between two that decide at once.
 *
 *   queued ──sent──▶ sent ──acked──▶ acked
 *     │               │ ├───error(expired, reboot_loop, not_supported)──▶ refused
 *     │               │ └───error(any other code)──▶ failed
 *     ├──time_passed──┴──▶ expired ──acked, error──▶ expired, answered late
 *     └──unlinked─────┴──▶ failed(sign_not_linked)
 *
 * Invariants:
 * - `acked`, `failed` and `refused` are final; `expired` is too, but remembers that an answer came after all.
 * - a kiosk's answer counts only from the command's own device, and only after it was sent.
 * - no answer counts after the expiry, whether anybody has noted the expiry yet or not.
 */
export interface CommandFacts {
  state: CommandState;
  deviceSignId: string;
  expiresAtMs: number;
  answeredLate: boolean;
}

export interface CommandError {
  code: string;
  detail: string;
}

export type CommandEvent =
  | { type: 'sent' }
  | { type: 'acked'; deviceSignId: string }
  | { type: 'error'; deviceSignId: string; error: CommandError }
  | { type: 'time_passed' }
  /** The device was taken off the record: unregistered, replaced, or the record was deleted. */
  | { type: 'unlinked' };

type CommandRefusal =
  /** The answer is another device's. */
  | 'not_this_device'
  /** Answered before it was sent. */
  | 'not_sent'
  /** It has ended. */
  | 'over'
  /** Nothing is due yet. */
  | 'too_early';

type CommandDecision =
  { ok: true; state: CommandState; error: CommandError | null; late: boolean } | { ok: false; refusal: CommandRefusal };

const UNLINKED: CommandError = {
  code: 'sign_not_linked',
  detail: 'The device was unregistered before it answered.',
};

const next = (state: CommandState, error: CommandError | null = null): CommandDecision => ({
  ok: true,
  state,
  error,
  late: false,
});
const refuse = (refusal: CommandRefusal): CommandDecision => ({ ok: false, refusal });
const isRefusal = (code: string): boolean => (COMMAND_REFUSALS as readonly string[]).includes(code);

/** What `event` at `nowMs` (wall clock, milliseconds) makes of a command. `late`: the answer came after the expiry, for the first time. */
export function decideCommand(facts: CommandFacts, event: CommandEvent, nowMs: number): CommandDecision {
  const isOpen = facts.state === 'queued' || facts.state === 'sent';
  const isOverdue = nowMs >= facts.expiresAtMs;
  switch (event.type) {
    case 'sent':
      if (!isOpen) return refuse('over');
      return isOverdue ? next('expired') : next('sent');
    case 'acked':
    case 'error':
      return onAnswer(facts, event, isOverdue);
    case 'time_passed':
      if (!isOpen) return refuse('over');
      return isOverdue ? next('expired') : refuse('too_early');
    case 'unlinked':
      if (!isOpen) return refuse('over');
      return isOverdue ? next('expired') : next('failed', UNLINKED);
  }
}

function onAnswer(
  { state, deviceSignId, answeredLate }: CommandFacts,
  event: Extract<CommandEvent, { type: 'acked' | 'error' }>,
  isOverdue: boolean,
): CommandDecision {
  if (event.deviceSignId !== deviceSignId) return refuse('not_this_device');
  if (state === 'queued') return refuse('not_sent');
  // That a kiosk finds it expired as well is no news.
  const isNews = event.type === 'acked' || event.error.code !== 'expired';
  if (state === 'expired' && !answeredLate && isNews) return { ok: true, state: 'expired', error: null, late: true };
  if (state !== 'sent') return refuse('over');
  if (isOverdue) return { ok: true, state: 'expired', error: null, late: isNews };
  if (event.type === 'acked') return next('acked');
  return next(isRefusal(event.error.code) ? 'refused' : 'failed', event.error);
}
