import {
  NEW_CHANNEL_STATE,
  type ChannelState,
  type HeldEntry,
  type Notice,
  type WaitingEntry,
} from '../../outages/notice-types.ts';
import { HOUR_MS, MOST_AN_HOUR, planMessages, type ChannelRules } from './plan-messages.ts';

/**
 * Computes when the planner would have sent messages on one channel, from the notices that it took (promise D18). Pure.
 * All times are in milliseconds of the wall clock.
 *
 * The planner plans whenever it takes notices. The replay plans only when a message can be due, so it plans once for
 * all notices of a grouping window. Both send the same messages: a plan before any message can be due only receives its
 * notices, and the order of the notices is the same.
 *
 * While quiet hours, a snooze of the event or the hourly limit hold everything back, a plan changes only the held
 * entries of the signs that its notices name. The replay sets all other held entries aside until then, so a plan costs
 * no more at the end of a stormy night than at its beginning. In the same way, a plan gets only the reported outages
 * that its notices name.
 */

export interface Replay {
  /** The state after the last plan, without `aside` and `told`. */
  state: ChannelState;
  /** Held entries by sign. The functions change `aside` and `told` in place, so a replay must be used only once. */
  aside: Map<string, HeldEntry[]>;
  /** Outages that were reported and are still open. */
  told: Set<string>;
  /** Notices received since the last plan, in order. */
  pending: readonly Notice[];
  /** When to plan next; Infinity if no plan is needed before the next notice. */
  planAtMs: number;
  /**
   * No message is due before this time, whatever notices come. If notices are pending, the time is no later than
   * `planAtMs`.
   */
  soonestMs: number;
  /** When the messages were sent, in order. */
  sentAtMs: readonly number[];
}

export const startReplay = (): Replay => ({
  state: NEW_CHANNEL_STATE,
  aside: new Map(),
  told: new Set(),
  pending: [],
  planAtMs: Infinity,
  soonestMs: Infinity,
  sentAtMs: [],
});

/** Returns the earliest time at which a group with this entry may be due, whichever entries join or leave the group. */
const soonestOf = ({ readyAtMs, countsAtMs }: WaitingEntry, windowMs: number): number =>
  Math.max(readyAtMs, countsAtMs + windowMs);

const leastOf = (values: Iterable<number>): number => {
  let least = Infinity;
  for (const value of values) if (value < least) least = value;
  return least;
};

/** Adds notices that the planner took at `nowMs`. Run all plans that are due earlier first (`planReplay`). */
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

/**
 * Returns the time before which no message can be sent, whatever happens; null if a message can be sent now. The plan
 * handles snoozes of single signs.
 */
function blockedUntil(
  { channel, quietUntilMs, snoozedUntilMs }: ChannelRules,
  sentAtMs: readonly number[],
  nowMs: number,
): number | null {
  const limitEndsMs = (sentAtMs.at(-MOST_AN_HOUR) ?? -Infinity) + HOUR_MS;
  const ends = channel === 'inbox' ? [limitEndsMs] : [limitEndsMs, quietUntilMs ?? 0, snoozedUntilMs ?? 0];
  const untilMs = Math.max(...ends);
  return untilMs > nowMs ? untilMs : null;
}

/** Removes the entries of these signs from `aside` and returns them. */
function takeBack(aside: Replay['aside'], signIds: Iterable<string>): HeldEntry[] {
  const entries: HeldEntry[] = [];
  for (const signId of signIds) {
    entries.push(...(aside.get(signId) ?? []));
    aside.delete(signId);
  }
  return entries;
}

function setAside(aside: Replay['aside'], entries: readonly HeldEntry[]): void {
  for (const entry of entries) {
    const own = aside.get(entry.signId);
    if (own) own.push(entry);
    else aside.set(entry.signId, [entry]);
  }
}

/** Plans at `nowMs`, which must be `planAtMs`, under the rules of that time. */
export function planReplay(
  { state, aside, told, pending, sentAtMs }: Replay,
  rules: ChannelRules,
  nowMs: number,
): Replay {
  const blockedUntilMs = blockedUntil(rules, sentAtMs, nowMs);
  const isBlocked = blockedUntilMs !== null;
  const signIds = isBlocked ? new Set(pending.map(({ signId }) => signId)) : [...aside.keys()];
  const named = pending.map(({ outageId }) => outageId).filter((id) => id !== null && told.delete(id)) as string[];
  const before = { ...state, told: named, held: [...takeBack(aside, signIds), ...state.held] };
  const plan = planMessages(before, pending, rules, nowMs);
  for (const outageId of plan.state.told) told.add(outageId);
  if (isBlocked) setAside(aside, plan.state.held);
  const lookAgainAtMs = plan.lookAgainAtMs ?? Infinity;
  return {
    state: { ...plan.state, told: [], held: isBlocked ? [] : plan.state.held },
    aside,
    told,
    pending: [],
    planAtMs: isBlocked && aside.size > 0 ? Math.min(lookAgainAtMs, blockedUntilMs) : lookAgainAtMs,
    soonestMs: leastOf(plan.state.waiting.map((entry) => soonestOf(entry, rules.windowMs))),
    sentAtMs: plan.message ? [...sentAtMs, nowMs] : sentAtMs,
  };
}
