import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS } from '@sign-display/contracts/rest/subscriptions';
import { NEW_CHANNEL_STATE, type Notice, type NoticeKind } from '../../outages/notice-types.ts';
import { planMessages, type ChannelRules } from './plan-messages.ts';
import { planReplay, receiveNotices, startReplay } from './replay-messages.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 20, 18);
const KINDS: NoticeKind[] = [...NOTIFICATION_KINDS, 'outage_left', 'outage_acknowledged'];

interface Taken {
  atMs: number;
  notices: Notice[];
}

/** Gaps within a grouping window, around a grace period, and longer gaps; a burst has only gaps within the window. */
const SHORT_MS = fc.integer({ min: 0, max: 10 * SECOND });
const anyGaps = fc.constantFrom(
  SHORT_MS,
  fc.oneof(SHORT_MS, fc.integer({ min: 10 * SECOND, max: 3 * MINUTE }), fc.integer({ min: 0, max: 3 * HOUR })),
);
const FEW: NoticeKind[] = ['sign_offline', 'sign_online', 'claim_completed', 'content_error', 'content_recovered'];
const anyKinds = fc.constantFrom(
  fc.constantFrom(...FEW),
  fc.oneof(fc.constantFrom<NoticeKind>('sign_offline', 'sign_online'), fc.constantFrom(...KINDS)),
);

/**
 * Draws notices of up to three signs, each with one outage at a time. The planner takes the notices up to two seconds
 * or a minute late.
 */
const anyTaken: fc.Arbitrary<Taken[]> = fc
  .tuple(anyGaps, anyKinds)
  .chain(([anyGapMs, anyKind]) =>
    fc.array(
      fc.record({
        gapMs: anyGapMs,
        lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 * SECOND }), fc.integer({ min: 0, max: MINUTE })),
        happened: fc.array(
          fc.record({
            kind: anyKind,
            sign: fc.nat(2),
            isOutage: fc.boolean(),
            isUnstable: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      { maxLength: 40 },
    ),
  )
  .map((steps) => {
    let atMs = START;
    let takenMs = START;
    return steps.map(({ gapMs, lateMs, happened }) => {
      atMs += gapMs;
      takenMs = Math.max(takenMs, atMs + lateMs);
      const notices = happened.map(({ kind, sign, isOutage, isUnstable }, index) => ({
        seq: index,
        kind,
        outageId: isOutage || !['claim_completed', 'sign_unstable'].includes(kind) ? `outage ${sign}` : null,
        signId: `sign ${sign}`,
        signName: '',
        atMs,
        sinceMs: null,
        stableAtMs: isUnstable ? atMs + 15 * MINUTE : null,
        detail: null,
      }));
      return { atMs: takenMs, notices };
    });
  });

const PLAIN = {
  kinds: [...NOTIFICATION_KINDS],
  graceMs: 30 * SECOND,
  windowMs: 30 * SECOND,
  isInbox: true,
  quietMs: 0,
  snoozedMs: null,
  snoozedSignMs: null,
};

/** Quiet hours cover the first part of every twelve hours. */
const anyRulesAt = fc
  .oneof(
    fc.constant(PLAIN),
    fc.record({
      kinds: fc.subarray([...NOTIFICATION_KINDS]),
      graceMs: fc.constantFrom(0, 30 * SECOND, 5 * MINUTE, 3 * HOUR),
      windowMs: fc.constantFrom(0, 30 * SECOND),
      isInbox: fc.boolean(),
      quietMs: fc.constantFrom(0, 20 * MINUTE, 8 * HOUR),
      snoozedMs: fc.option(fc.integer({ min: 0, max: 4 * HOUR })),
      snoozedSignMs: fc.option(fc.integer({ min: 0, max: 4 * HOUR })),
    }),
  )
  .map(({ kinds, graceMs, windowMs, isInbox, quietMs, snoozedMs, snoozedSignMs }) => (nowMs: number): ChannelRules => {
    const beganMs = nowMs - ((nowMs - START) % (12 * HOUR));
    return {
      channel: isInbox ? 'inbox' : 'email',
      kinds: new Set(kinds),
      excluded: new Set(),
      excludedOutages: new Set(),
      graceMs,
      windowMs,
      quietUntilMs: nowMs < beganMs + quietMs ? beganMs + quietMs : null,
      snoozedUntilMs: snoozedMs === null ? null : START + snoozedMs,
      snoozedSigns: new Map(snoozedSignMs === null ? [] : [['sign 0', START + snoozedSignMs]]),
    };
  });

type RulesAt = (nowMs: number) => ChannelRules;

/**
 * Acts as the planner: plans whenever it takes notices and at each time that the last plan asked for. Returns when it
 * sent messages.
 */
function planEachTime(taken: readonly Taken[], rulesAt: RulesAt, untilMs: number): number[] {
  let state = NEW_CHANNEL_STATE;
  let lookAtMs = Infinity;
  const sent: number[] = [];
  const todo = [...taken];
  for (;;) {
    const nowMs = Math.min(todo[0]?.atMs ?? Infinity, lookAtMs);
    if (nowMs > untilMs) return sent;
    const notices: Notice[] = [];
    while (todo[0] && todo[0].atMs <= nowMs) notices.push(...todo.shift()!.notices);
    const plan = planMessages(state, notices, rulesAt(nowMs), nowMs);
    if (plan.message) sent.push(nowMs);
    ({ state } = plan);
    lookAtMs = plan.lookAgainAtMs ?? Infinity;
  }
}

function replayAll(taken: readonly Taken[], rulesAt: RulesAt, untilMs: number) {
  let replay = startReplay();
  let plans = 0;
  const planWhile = (isDue: (atMs: number) => boolean) => {
    for (; isDue(replay.planAtMs); plans += 1) {
      const atMs = replay.planAtMs;
      replay = planReplay(replay, rulesAt(atMs), atMs);
      // Stops a replay that would plan at the same moment forever.
      expect(replay.planAtMs).toBeGreaterThan(atMs);
    }
  };
  for (const { atMs, notices } of taken) {
    planWhile((planAtMs) => planAtMs < atMs);
    replay = receiveNotices(replay, notices, rulesAt(atMs), atMs);
  }
  planWhile((planAtMs) => planAtMs <= untilMs);
  return { sent: replay.sentAtMs, plans };
}

test('D18: a replay sends its messages at the same times as a planner that runs for every notice', () => {
  fc.assert(
    fc.property(anyTaken, anyRulesAt, (taken, rulesAt) => {
      const untilMs = (taken.at(-1)?.atMs ?? START) + 13 * HOUR;
      expect(replayAll(taken, rulesAt, untilMs).sent).toEqual(planEachTime(taken, rulesAt, untilMs));
    }),
    { numRuns: 3_000 },
  );
});

test('a replay plans a burst of notices once, even if the planner took the burst in many parts', () => {
  const taken = Array.from({ length: 1_000 }, (_, index): Taken => {
    const atMs = START + index * 20;
    const notice = { kind: 'sign_offline' as const, outageId: `outage ${index}`, signId: `sign ${index}`, atMs };
    const rest = { seq: index, signName: '', sinceMs: null, stableAtMs: null, detail: null };
    return { atMs, notices: [{ ...notice, ...rest }] };
  });
  const rules: ChannelRules = {
    channel: 'inbox',
    kinds: new Set(['sign_offline']),
    excluded: new Set(),
    excludedOutages: new Set(),
    graceMs: 30 * SECOND,
    windowMs: 30 * SECOND,
    quietUntilMs: null,
    snoozedUntilMs: null,
    snoozedSigns: new Map(),
  };
  const { sent, plans } = replayAll(taken, () => rules, START + HOUR);
  expect(sent).toHaveLength(1);
  expect(plans).toBeLessThan(5);
});
