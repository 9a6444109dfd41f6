import type { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import {
  OUTAGE_NOTICES,
  endOf,
  type ChannelState,
  type HeldEntry,
  type MessageEntry,
  type Notice,
  type NoticeKind,
  type WaitingEntry,
} from '../../outages/notice-types.ts';

/**
 * Who is told what, and when: of one person, event and channel (promises N3, N4, N5; docs/NOTIFICATIONS.md). Pure. All times in
 * milliseconds of the wall clock.
 */

/** The rules by which one person gets an event's messages on one channel, at the moment of planning. */
export interface ChannelRules {
  channel: NotificationChannel;
  kinds: ReadonlySet<NotificationKind>;
  /** Kinds that this channel never sends (promise N14); `kinds` contains none of them. */
  excluded: ReadonlySet<NotificationKind>;
  /** Outages that began with an excluded kind, as far as the notices or the state may contain their ends. */
  excludedOutages: ReadonlySet<string>;
  graceMs: number;
  windowMs: number;
  /** When the present quiet hours end; null outside quiet hours. */
  quietUntilMs: number | null;
  snoozedUntilMs: number | null;
  /** The end of each sign's snooze, by sign. */
  snoozedSigns: ReadonlyMap<string, number>;
}

export interface Plan {
  state: ChannelState;
  /** The entries of the message to send now; null if there is none. */
  message: MessageEntry[] | null;
  /** When to plan again if no notice comes before; null: never. */
  lookAgainAtMs: number | null;
}

export const HOUR_MS = 3_600_000;
/** Messages an hour to a person about an event through a channel (promise N4). */
export const MOST_AN_HOUR = 6;

const KINDS = Object.values(OUTAGE_NOTICES);
const BEGINNINGS: ReadonlySet<NoticeKind> = new Set<NotificationKind>(KINDS.map(({ begins }) => begins));
const ENDS: ReadonlySet<NoticeKind> = new Set<NotificationKind>(KINDS.map(({ ends }) => ends));

export const beginsOutage = ({ kind, outageId }: Pick<Notice, 'kind' | 'outageId'>): boolean =>
  outageId !== null && BEGINNINGS.has(kind);

const isOpenOutage = (entry: MessageEntry): boolean => beginsOutage(entry) && entry.closedAtMs === null;

function entryOf(kind: NotificationKind, notice: Notice): MessageEntry {
  const { outageId, signId, signName, atMs, sinceMs, detail } = notice;
  return { kind, outageId, signId, signName, atMs, sinceMs, closedAtMs: null, detail };
}

/**
 * Tells whether the channel never sends the notice: its kind is excluded, or it ends an outage whose beginning is
 * excluded (promise N14).
 */
const isExcluded = ({ kind, outageId }: Pick<Notice, 'kind' | 'outageId'>, rules: ChannelRules): boolean =>
  rules.excluded.has(kind as NotificationKind) ||
  (outageId !== null && ENDS.has(kind) && rules.excludedOutages.has(outageId));

/**
 * The state while notices are added, indexed because a storm has many notices for each subscriber. Keys are outages, or
 * notices without an outage.
 */
interface Draft {
  waiting: Map<string, WaitingEntry>;
  /** The keys of each sign's entries that wait, or waited before this plan. */
  keysOf: Map<string, Set<string>>;
  held: Map<string, HeldEntry>;
  told: Set<string>;
}

/** What is waited for once: an outage's beginning, the ends of a sign's outages at one moment, and of the rest one of a kind and sign. */
function keyOf({ kind, outageId, signId, atMs }: Pick<Notice, 'kind' | 'outageId' | 'signId' | 'atMs'>): string {
  if (ENDS.has(kind)) return `${kind} ${signId} ${atMs}`;
  return `${kind} ${outageId ?? signId}`;
}

function wait(draft: Draft, entry: WaitingEntry): void {
  const key = keyOf(entry);
  draft.waiting.set(key, entry);
  const keys = draft.keysOf.get(entry.signId);
  if (keys) keys.add(key);
  else draft.keysOf.set(entry.signId, new Set([key]));
}

/** What waits of one sign: of a storm each has a few. */
const waitingOf = ({ waiting, keysOf }: Draft, signId: string): WaitingEntry[] =>
  Array.from(keysOf.get(signId) ?? [], (key) => waiting.get(key)).filter((entry) => entry !== undefined);

function hearBeginning(draft: Draft, notice: Notice, outageId: string, rules: ChannelRules, kind: NotificationKind) {
  const { stableAtMs, signId, atMs } = notice;
  if (stableAtMs !== null) {
    const untold = waitingOf(draft, signId).find((entry) => entry.kind === endOf(kind));
    if (untold) {
      // Who was told that it is down was not told yet that it had come back: what they know is right again.
      draft.waiting.delete(keyOf(untold));
      draft.told.add(outageId);
      return;
    }
  }
  const delayMs = kind === 'sign_offline' ? rules.graceMs : 0;
  const countsAtMs = stableAtMs === null ? atMs : Math.max(atMs, stableAtMs - delayMs);
  wait(draft, { ...entryOf(kind, notice), countsAtMs, readyAtMs: countsAtMs + delayMs });
}

function hearEnd(draft: Draft, notice: Notice, outageId: string, rules: ChannelRules, kind: NotificationKind): void {
  const beginning = Object.values(OUTAGE_NOTICES).filter(({ ends }) => ends === kind);
  const keys = beginning.map(({ begins }) => keyOf({ ...notice, kind: begins }));
  // Nobody hears of what was over before it could be told.
  if (keys.some((key) => draft.waiting.delete(key))) return;
  for (const key of keys) {
    const held = draft.held.get(key);
    if (held) draft.held.set(key, { ...held, closedAtMs: notice.atMs });
  }
  if (!draft.told.delete(outageId) || !rules.kinds.has(kind) || isExcluded(notice, rules)) return;
  const readyAtMs = notice.stableAtMs ?? notice.atMs;
  wait(draft, { ...entryOf(kind, notice), countsAtMs: readyAtMs, readyAtMs });
}

/** The verdict on an unstable sign has changed again: what else of it waits for 15 quiet minutes, as what is wrong with its page, waits anew. */
function putOff(draft: Draft, { signId, stableAtMs }: Notice): void {
  if (stableAtMs === null) return;
  for (const entry of waitingOf(draft, signId)) {
    const delayMs = entry.readyAtMs - entry.countsAtMs;
    if (entry.countsAtMs === entry.atMs || entry.readyAtMs >= stableAtMs) continue;
    wait(draft, { ...entry, countsAtMs: stableAtMs - delayMs, readyAtMs: stableAtMs });
  }
}

function hear(draft: Draft, notice: Notice, rules: ChannelRules): void {
  const { kind, outageId } = notice;
  putOff(draft, notice);
  if (kind === 'outage_left' || kind === 'outage_acknowledged') {
    for (const begins of BEGINNINGS) {
      const key = keyOf({ ...notice, kind: begins });
      draft.waiting.delete(key);
      draft.held.delete(key);
    }
    // Who was told of what somebody is at hears of its end, too (promise N10).
    if (outageId !== null && kind === 'outage_left') draft.told.delete(outageId);
  } else if (outageId !== null && ENDS.has(kind)) hearEnd(draft, notice, outageId, rules, kind);
  else if (!rules.kinds.has(kind)) return;
  else if (outageId !== null && BEGINNINGS.has(kind)) hearBeginning(draft, notice, outageId, rules, kind);
  else {
    const entry = { ...entryOf(kind, notice), countsAtMs: notice.atMs, readyAtMs: notice.atMs };
    // The first stays: a sign that says it again and again does not put it off.
    if (!draft.waiting.has(keyOf(entry))) wait(draft, entry);
  }
}

/**
 * The groups that come as one message, and when each may: its window is over and all in it are ready. What has a grace much longer than a
 * window is a group of its own, so that nothing else waits for it.
 */
function groupsOf(waiting: readonly WaitingEntry[], windowMs: number): { entries: WaitingEntry[]; tellAtMs: number }[] {
  const isSlow = ({ readyAtMs, countsAtMs }: WaitingEntry): boolean => readyAtMs - countsAtMs > windowMs;
  const groups: { entries: WaitingEntry[]; tellAtMs: number; endsAtMs: number }[] = [];
  for (const lane of [waiting.filter((entry) => !isSlow(entry)), waiting.filter(isSlow)]) {
    let last: (typeof groups)[number] | null = null;
    for (const entry of lane.toSorted((one, other) => one.countsAtMs - other.countsAtMs)) {
      if (last && entry.countsAtMs < last.endsAtMs) {
        last.entries.push(entry);
        last.tellAtMs = Math.max(last.tellAtMs, entry.readyAtMs);
      } else {
        const endsAtMs = entry.countsAtMs + windowMs;
        last = { entries: [entry], tellAtMs: Math.max(endsAtMs, entry.readyAtMs), endsAtMs };
        groups.push(last);
      }
    }
  }
  return groups;
}

/** When the event or this sign is no longer snoozed; null where it isn't. */
function snoozedUntil(entry: MessageEntry, rules: ChannelRules, nowMs: number): number | null {
  if (rules.channel === 'inbox') return null;
  const untilMs = Math.max(rules.snoozedUntilMs ?? 0, rules.snoozedSigns.get(entry.signId) ?? 0);
  return untilMs > nowMs ? untilMs : null;
}

const withoutWaiting = ({ countsAtMs: _counts, readyAtMs: _ready, ...entry }: WaitingEntry): MessageEntry => entry;
const withoutHeld = ({ wasSnoozed: _was, ...entry }: HeldEntry): MessageEntry => entry;
const earliest = (times: number[]): number | null => (times.length === 0 ? null : Math.min(...times));

/** What to tell now, after `notices` (in the order of `seq`), and what to remember. */
export function planMessages(
  before: ChannelState,
  notices: readonly Notice[],
  rules: ChannelRules,
  nowMs: number,
): Plan {
  const draft: Draft = {
    waiting: new Map(),
    keysOf: new Map(),
    held: new Map(before.held.filter((entry) => !isExcluded(entry, rules)).map((entry) => [keyOf(entry), entry])),
    told: new Set(before.told),
  };
  for (const entry of before.waiting) if (!isExcluded(entry, rules)) wait(draft, entry);
  for (const notice of notices) hear(draft, notice, rules);
  const groups = groupsOf([...draft.waiting.values()], rules.windowMs);
  const due = groups.filter(({ tellAtMs }) => tellAtMs <= nowMs).flatMap(({ entries }) => entries);
  for (const entry of due) draft.waiting.delete(keyOf(entry));
  const sentAtMs = before.sentAtMs.filter((atMs) => atMs > nowMs - HOUR_MS);

  // Of what is or was snoozed only an outage that is not over is worth telling, when the snooze is.
  const ready = [...draft.held.values(), ...due.map((entry) => ({ ...withoutWaiting(entry), wasSnoozed: false }))]
    .map((entry) => (snoozedUntil(entry, rules, nowMs) === null ? entry : { ...entry, wasSnoozed: true }))
    .filter((entry) => !entry.wasSnoozed || isOpenOutage(entry));
  const snoozeEnds = ready.map((entry) => snoozedUntil(entry, rules, nowMs));
  const tellable = ready.filter((_entry, index) => snoozeEnds[index] === null);

  const quietUntilMs = rules.channel === 'inbox' ? null : rules.quietUntilMs;
  const boundUntilMs = sentAtMs.length < MOST_AN_HOUR ? null : sentAtMs.at(-MOST_AN_HOUR)! + HOUR_MS;
  const isHeldBack = quietUntilMs !== null || boundUntilMs !== null;
  const isTold = tellable.length > 0 && !isHeldBack;
  const message = isTold ? tellable.map(withoutHeld).toSorted((one, other) => one.atMs - other.atMs) : null;
  const newlyTold = (message ?? []).filter(isOpenOutage).map(({ outageId }) => outageId!);

  const lookAgainAtMs = earliest([
    ...groups.map(({ tellAtMs }) => tellAtMs).filter((atMs) => atMs > nowMs),
    ...snoozeEnds.filter((untilMs) => untilMs !== null),
    ...(tellable.length > 0 && isHeldBack ? [Math.max(quietUntilMs ?? 0, boundUntilMs ?? 0)] : []),
  ]);
  return {
    state: {
      waiting: [...draft.waiting.values()],
      held: isTold ? ready.filter((_entry, index) => snoozeEnds[index] !== null) : ready,
      told: [...draft.told, ...newlyTold],
      sentAtMs: isTold ? [...sentAtMs, nowMs] : sentAtMs,
    },
    message,
    lookAgainAtMs,
  };
}
