import { NEW_CHANNEL_STATE, type ChannelState, type Notice, type WaitingEntry } from '../../outages/notice-types.ts';
import { planMessages, type ChannelRules } from './plan-messages.ts';

/**
 * When the planner would have sent messages through one channel, from the notices that it took (promise D18). Pure. All times in milliseconds of the wall
 * clock.
 *
 * The planner plans whenever it takes notices. The replay plans only when a message can be due, and so once for all notices of a grouping window. Both send
 * the same messages: a plan before any message can be due only receives its notices, and the order of the notices is the same.
 */

export interface Replay {
  /** After the last plan. */
  state: ChannelState;
  /** Received since then, in their order. */
  pending: readonly Notice[];
  /** When to plan next; Infinity: not before the next notice. */
  planAtMs: number;
  /** No message is due before this moment, whatever notices come. It is no later than `planAtMs` where notices are pending. */
  soonestMs: number;
  /** When the messages were sent, in their order. */
  sentAtMs: readonly number[];
}

export const NEW_REPLAY: Replay = {
  state: NEW_CHANNEL_STATE,
  pending: [],
  planAtMs: Infinity,
  soonestMs: Infinity,
  sentAtMs: [],
};

/** The earliest moment at which a group with this entry may be due, whichever entries join or leave it. */
const soonestOf = ({ readyAtMs, countsAtMs }: WaitingEntry, windowMs: number): number =>
  Math.max(readyAtMs, countsAtMs + windowMs);

const leastOf = (values: Iterable<number>): number => {
  let least = Infinity;
  for (const value of values) if (value < least) least = value;
  return least;
};

/** After notices that the planner took at `nowMs`. All plans that are due before have run (`planReplay`). */
export function receiveNotices(
  replay: Replay,
  notices: readonly Notice[],
  { windowMs }: Pick<ChannelRules, 'windowMs'>,
  nowMs: number,
): Replay {
  const soonestMs = Math.min(replay.soonestMs, leastOf(notices.map(({ atMs }) => atMs + windowMs)));
  return {
    ...replay,
    pending: replay.pending.concat(notices),
    soonestMs,
    planAtMs: Math.max(nowMs, Math.min(replay.planAtMs, soonestMs)),
  };
}

/** After the plan at `nowMs`, which is `planAtMs`, under the rules of that moment. */
export function planReplay(replay: Replay, rules: ChannelRules, nowMs: number): Replay {
  const { state, message, lookAgainAtMs } = planMessages(replay.state, replay.pending, rules, nowMs);
  return {
    state,
    pending: [],
    planAtMs: lookAgainAtMs ?? Infinity,
    soonestMs: leastOf(state.waiting.map((entry) => soonestOf(entry, rules.windowMs))),
    sentAtMs: message ? [...replay.sentAtMs, nowMs] : replay.sentAtMs,
  };
}
