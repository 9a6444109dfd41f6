import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { beginsOutage, MOST_AN_HOUR, planMessages, type ChannelRules } from './plan-messages.ts';
import {
  NEW_CHANNEL_STATE,
  type ChannelState,
  type MessageEntry,
  type Notice,
  type NoticeKind,
} from '../../outages/notice-types.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 20, 18);
const ALL: NotificationKind[] = [
  'sign_offline',
  'sign_online',
  'content_unreachable',
  'content_recovered',
  'claim_completed',
  'sign_unstable',
];

const rulesOf = (given: Partial<ChannelRules> = {}): ChannelRules => ({
  channel: 'email',
  kinds: new Set(ALL),
  graceMs: 30 * SECOND,
  windowMs: 30 * SECOND,
  quietUntilMs: null,
  snoozedUntilMs: null,
  snoozedSigns: new Map(),
  excluded: new Set(),
  excludedOutages: new Set(),
  ...given,
});

interface Sent {
  atMs: number;
  entries: MessageEntry[];
}

/** One person's channel in time: `rulesAt` says what they want at a moment. Looks when something happens and when it said it would. */
function live(notices: Notice[], rulesAt: (nowMs: number) => ChannelRules, untilMs: number): Sent[] {
  let state: ChannelState = NEW_CHANNEL_STATE;
  let lookAt: number | null = null;
  const sent: Sent[] = [];
  const todo = [...notices];
  for (;;) {
    const next = todo[0]?.atMs ?? Infinity;
    const nowMs = Math.min(next, lookAt ?? Infinity);
    if (nowMs > untilMs) return sent;
    const heard: Notice[] = [];
    while (todo[0] && todo[0].atMs <= nowMs) heard.push(todo.shift()!);
    const rules = rulesAt(nowMs);
    // A plan that is made again changes nothing: the state goes through the database as JSON.
    const plan = planMessages(JSON.parse(JSON.stringify(state)) as ChannelState, heard, rules, nowMs);
    const again = planMessages(plan.state, [], rules, nowMs);
    expect(again).toEqual({ ...plan, message: null });
    if (plan.lookAgainAtMs !== null) expect(plan.lookAgainAtMs).toBeGreaterThan(nowMs);
    if (plan.message) sent.push({ atMs: nowMs, entries: plan.message });
    ({ state } = plan);
    lookAt = plan.lookAgainAtMs;
  }
}

let seq = 0;
const noticeOf = (kind: NoticeKind, signId: string, atMs: number, given: Partial<Notice> = {}): Notice => ({
  seq: (seq += 1),
  kind,
  outageId: null,
  signId,
  signName: signId,
  atMs,
  sinceMs: null,
  stableAtMs: null,
  detail: null,
  ...given,
});

const said = (sent: Sent[]) =>
  sent.map(({ atMs, entries }) => [(atMs - START) / SECOND, ...entries.map(({ kind, signId }) => `${signId} ${kind}`)]);
const down = (sign: string, atS: number, given: Partial<Notice> = {}) =>
  noticeOf('sign_offline', sign, START + atS * SECOND, { outageId: `${sign}@${atS}`, ...given });
const up = (sign: string, atS: number, since: number, given: Partial<Notice> = {}) =>
  noticeOf('sign_online', sign, START + atS * SECOND, { outageId: `${sign}@${since}`, ...given });

describe('an outage', () => {
  test('N3: an outage is reported once after its grace period, and its end to people who got the report', () => {
    expect(said(live([down('a', 0), up('a', 100, 0)], () => rulesOf(), START + HOUR))).toEqual([
      [30, 'a sign_offline'],
      [130, 'a sign_online'],
    ]);
  });

  test('N3: an outage that ends within its grace period is not reported', () => {
    const notices = [down('a', 0), up('a', 29, 0), down('b', 40), up('b', 60, 40)];
    expect(live(notices, () => rulesOf(), START + HOUR)).toEqual([]);
  });

  test('N10: that somebody is at is told to nobody who was not told before, nor is its end', () => {
    const known = (sign: string, atS: number, since: number) =>
      noticeOf('outage_acknowledged', sign, START + atS * SECOND, { outageId: `${sign}@${since}` });
    const early = [down('a', 0), known('a', 10, 0), up('a', 100, 0)];
    expect(live(early, () => rulesOf(), START + HOUR)).toEqual([]);
    const late = [down('a', 0), known('a', 40, 0), up('a', 100, 0), down('a', 200)];
    expect(said(live(late, () => rulesOf(), START + HOUR))).toEqual([
      [30, 'a sign_offline'],
      [130, 'a sign_online'],
      [230, 'a sign_offline'],
    ]);
    // It waits for the end of quiet hours, or of a snooze.
    const quiet = (nowMs: number) => rulesOf(nowMs < START + 5 * MINUTE ? { quietUntilMs: START + 5 * MINUTE } : {});
    expect(live([down('a', 0), known('a', 40, 0)], quiet, START + HOUR)).toEqual([]);
    const snoozed = () => rulesOf({ snoozedUntilMs: START + 5 * MINUTE });
    expect(live([down('a', 0), known('a', 40, 0)], snoozed, START + HOUR)).toEqual([]);
  });

  test('N4: of many at once is one message; a longer grace holds up nothing else', () => {
    const signs = Array.from({ length: 40 }, (_, index) => `s${index}`);
    const notices = signs.map((sign, index) => down(sign, index / 2));
    const storm = live(notices, () => rulesOf(), START + HOUR);
    expect(storm.map(({ atMs, entries }) => [(atMs - START) / SECOND, entries.length])).toEqual([[49.5, 40]]);
    const slow = () => rulesOf({ graceMs: 10 * MINUTE });
    const mixed = [down('a', 0), noticeOf('claim_completed', 'b', START + 5 * SECOND)];
    expect(said(live(mixed, slow, START + HOUR))).toEqual([
      [35, 'b claim_completed'],
      [600, 'a sign_offline'],
    ]);
  });

  test('N4: a repeated notice of a sign is reported once per window, and simultaneous ends are reported once', () => {
    const failing = Array.from({ length: 50 }, (_, index) => noticeOf('claim_completed', 'a', START + index * SECOND));
    expect(said(live(failing, () => rulesOf(), START + HOUR)).map(([atS]) => atS)).toEqual([30, 61]);
    const ids = ['one', 'two'];
    const begun = ids.map((outageId) => noticeOf('content_unreachable', 'a', START, { outageId }));
    const ended = ids.map((outageId) => noticeOf('content_recovered', 'a', START + MINUTE, { outageId }));
    const sent = live([...begun, ...ended], () => rulesOf(), START + HOUR);
    expect(said(sent)[1]).toEqual([90, 'a content_recovered']);
  });

  test('N5: what is wrong with the page of an unstable sign waits for the 15 quiet minutes too', () => {
    const quiet = (atS: number): Partial<Notice> => ({ stableAtMs: START + (atS + 900) * SECOND });
    const broken = noticeOf('content_unreachable', 'a', START + 10 * SECOND, { outageId: 'page', ...quiet(0) });
    const flapping = [0, 300, 600, 890].flatMap((atS) => [
      down('a', atS, quiet(atS)),
      up('a', atS + 5, atS, quiet(atS + 5)),
    ]);
    const notices = [...flapping, broken].toSorted((one, other) => one.atMs - other.atMs);
    expect(said(live(notices, () => rulesOf({ windowMs: 0 }), START + HOUR))).toEqual([
      [1_795, 'a content_unreachable'],
    ]);
  });

  test('N3: an outage whose sign has left is no longer reported, nor is its end', () => {
    const left = (atS: number) => noticeOf('outage_left', 'a', START + atS * SECOND, { outageId: 'a@0' });
    expect(live([down('a', 0), left(20)], () => rulesOf(), START + HOUR)).toEqual([]);
    const late = [down('a', 0), left(60), up('a', 70, 0)];
    expect(said(live(late, () => rulesOf(), START + HOUR))).toEqual([[30, 'a sign_offline']]);
  });
});

describe('an unstable sign', () => {
  const unstable = (atS: number) => ({ stableAtMs: START + atS * SECOND + 15 * MINUTE });

  test('N5: is one message, then silence, then what is so after 15 quiet minutes', () => {
    const notices = [
      down('a', 0),
      up('a', 40, 0),
      down('a', 100, unstable(100)),
      noticeOf('sign_unstable', 'a', START + 100 * SECOND),
      up('a', 200, 100, unstable(200)),
      down('a', 300, unstable(300)),
    ];
    expect(said(live(notices, () => rulesOf(), START + 2 * HOUR))).toEqual([
      [30, 'a sign_offline'],
      [70, 'a sign_online'],
      [130, 'a sign_unstable'],
      [1_200, 'a sign_offline'],
    ]);
  });

  test('N5: an unstable sign that was reported offline is reported back only after 15 stable minutes', () => {
    const notices = [
      down('a', 0),
      up('a', 60, 0, unstable(60)),
      down('a', 100, unstable(100)),
      up('a', 200, 100, unstable(200)),
    ];
    expect(said(live(notices, () => rulesOf(), START + 2 * HOUR))).toEqual([
      [30, 'a sign_offline'],
      [1_100 + 30, 'a sign_online'],
    ]);
  });
});

describe('what is held back', () => {
  test('quiet hours end with one digest that includes ended outages, and the inbox gets each message immediately', () => {
    const notices = [down('a', 0), up('a', 600, 0), down('b', 700), noticeOf('claim_completed', 'c', START + 800_000)];
    const quiet = (channel: ChannelRules['channel']) => (nowMs: number) =>
      rulesOf({ channel, quietUntilMs: nowMs < START + HOUR ? START + HOUR : null });
    const sent = live(notices, quiet('email'), START + 2 * HOUR);
    expect(said(sent)).toEqual([[3_600, 'a sign_offline', 'b sign_offline', 'c claim_completed']]);
    expect(sent[0]!.entries.map(({ closedAtMs }) => closedAtMs)).toEqual([START + 600_000, null, null]);
    expect(said(live(notices, quiet('inbox'), START + 2 * HOUR)).map(([atS]) => atS)).toEqual([30, 630, 730, 830]);
  });

  test('a snooze: what is still so at its end, and nothing else', () => {
    const notices = [down('a', 0), up('a', 600, 0), down('b', 700), noticeOf('claim_completed', 'c', START + 800_000)];
    const snoozed = { snoozedUntilMs: START + HOUR };
    expect(said(live(notices, () => rulesOf(snoozed), START + 2 * HOUR))).toEqual([[3_600, 'b sign_offline']]);
    const one = { snoozedSigns: new Map([['b', START + HOUR]]) };
    expect(said(live(notices, () => rulesOf(one), START + 2 * HOUR))).toEqual([
      [30, 'a sign_offline'],
      [630, 'a sign_online'],
      [830, 'c claim_completed'],
      [3_600, 'b sign_offline'],
    ]);
  });

  test('N4: the seventh message of an hour is a digest when the first is an hour old', () => {
    const notices = Array.from({ length: 10 }, (_, index) =>
      noticeOf('claim_completed', `s${index}`, START + index * 60_000),
    );
    const sent = live(notices, () => rulesOf(), START + 3 * HOUR);
    expect(sent.map(({ atMs, entries }) => [(atMs - START) / SECOND, entries.length])).toEqual([
      ...[30, 90, 150, 210, 270, 330].map((atS) => [atS, 1]),
      [3_630, 4],
    ]);
  });
});

/** A sign's life: how long it is up and down in turn, in seconds; perhaps unregistered at the end. */
const life = fc.record({
  spans: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }),
  leaves: fc.boolean(),
  content: fc.boolean(),
});

function noticesOf(lives: { spans: number[]; leaves: boolean; content: boolean }[]): Notice[] {
  return lives
    .flatMap(({ spans, leaves, content }, index) => {
      const sign = `s${index}`;
      const [begins, ends] = content
        ? (['content_unreachable', 'content_recovered'] as const)
        : (['sign_offline', 'sign_online'] as const);
      let atS = 0;
      const notices = spans.map((span, turn) => {
        const outageId = `${sign} ${Math.floor(turn / 2)}`;
        atS += span;
        return noticeOf(turn % 2 ? ends : begins, sign, START + atS * SECOND, { outageId });
      });
      const last = notices.at(-1);
      // Only what is open can be left.
      if (!leaves || !last || !beginsOutage(last)) return notices;
      return [...notices, noticeOf('outage_left', sign, last.atMs + SECOND, { outageId: last.outageId })];
    })
    .toSorted((one, other) => one.atMs - other.atMs);
}

describe('whatever happens', () => {
  const graceS = fc.integer({ min: 0, max: 120 });
  const quiet = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 4 });

  test('N3, N4: nobody is told twice, nobody is missed, bounds hold, order is kept', () => {
    fc.assert(
      fc.property(fc.array(life, { maxLength: 12 }), graceS, quiet, (lives, grace, given) => {
        const notices = noticesOf(lives);
        const edges = given.toSorted((one, other) => one - other);
        const rulesAt = (nowMs: number) => {
          const passed = edges.filter((edge) => START + edge * SECOND <= nowMs).length;
          const ends = edges[passed];
          return rulesOf({
            graceMs: grace * SECOND,
            quietUntilMs: passed % 2 && ends !== undefined ? START + ends * SECOND : null,
          });
        };
        const endMs = START + 12 * HOUR;
        const sent = live(notices, rulesAt, endMs);
        const told = sent.flatMap(({ atMs, entries }) => entries.map((entry) => ({ ...entry, toldAtMs: atMs })));

        const keys = told.map(({ kind, outageId }) => `${kind} ${outageId}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const [index, { atMs }] of sent.entries()) {
          expect(rulesAt(atMs).quietUntilMs).toBeNull();
          expect(sent.slice(0, index).filter((other) => other.atMs > atMs - HOUR).length).toBeLessThan(MOST_AN_HOUR);
        }
        for (const sign of new Set(told.map(({ signId }) => signId))) {
          const times = told.filter(({ signId }) => signId === sign).map(({ atMs }) => atMs);
          expect(times).toEqual(times.toSorted((one, other) => one - other));
        }
        for (const begin of notices.filter(beginsOutage)) {
          const { outageId } = begin;
          const end = notices.find((each) => each !== begin && each.outageId === outageId);
          const beginTold = told.find((each) => each.outageId === outageId && beginsOutage(each));
          const endTold = told.find((each) => each.outageId === outageId && !beginsOutage(each));
          const readyMs = begin.atMs + (begin.kind === 'sign_offline' ? grace * SECOND : 0);
          if (beginTold) expect(beginTold.toldAtMs).toBeGreaterThanOrEqual(readyMs);
          // Within the grace: nobody. As long as a grace and two windows: everybody, also when it is over, unless the sign is gone.
          if (end && end.atMs < readyMs) expect(beginTold).toBeUndefined();
          const isLong = !end || end.atMs >= readyMs + 60 * SECOND;
          if (isLong && end?.kind !== 'outage_left') expect(beginTold).toBeDefined();
          const wasToldOpen = beginTold && beginTold.closedAtMs === null;
          const isOver = end !== undefined && end.kind !== 'outage_left';
          expect(endTold !== undefined).toBe(Boolean(wasToldOpen && isOver));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('N3: a kind that is not subscribed to is not reported, whatever the other kinds are', () => {
    fc.assert(
      fc.property(fc.array(life, { maxLength: 6 }), fc.subarray(ALL), (lives, kinds) => {
        const sent = live(noticesOf(lives), () => rulesOf({ kinds: new Set(kinds) }), START + 12 * HOUR);
        for (const { kind } of sent.flatMap(({ entries }) => entries)) expect(kinds).toContain(kind);
      }),
    );
  });
});
