import { describe, expect, test } from 'vitest';
import { checkWatch } from './check-watch.ts';
import { judgeNotifications } from './judge-notifications.ts';
import type { Subscriber, WatchEvidence } from './judgement.ts';
import type { Said, ReceivedMessage } from '../receivers/read-received-messages.ts';
import { expectedOf, stabilityOf, type Limits, type Silence } from './ground-truth.ts';

const LIMITS: Limits = {
  heartbeatIntervalMs: 5_000,
  offlineAfterMs: 15_000,
  warmUpMs: 60_000,
  offlineGraceMs: 30_000,
  groupWindowMs: 30_000,
};
const BEGAN_MS = 1_000_000_000;
const at = (seconds: number): number => BEGAN_MS + seconds * 1_000;
const silence = (sign: number, from: number, to: number | null): Silence => ({
  sign,
  fromMs: at(from),
  toMs: to === null ? null : at(to),
});

let ids = 0;
function message(seconds: number, said: Said, names: string[], more: Partial<ReceivedMessage> = {}): ReceivedMessage {
  ids += 1;
  const times = { receivedAtMs: at(seconds), decidedAtMs: at(seconds) };
  const named = names.map((name) => ({ name, said, isOver: false }));
  const counts = { [said]: names.length };
  const who = { to: 'me', channel: 'email', event: 'Hall', title: `${names.length} ${said}` } as const;
  return { id: `id-${ids}`, ...who, ...times, counts, named, standing: null, replaces: null, ...more };
}

const ME: Subscriber = {
  email: 'me',
  event: 'Hall',
  channels: ['email'],
  kinds: ['sign_offline', 'sign_online', 'sign_unstable'],
  graceMs: 30_000,
  quietUntilMs: null,
};
const SIGNS = new Map(['a', 'b', 'c', 'd'].map((name, index) => [name, index]));

/** Two of four signs are away for three minutes, and one for a moment; all that must be is told. */
const TOLD = [message(105, 'offline', ['a', 'b']), message(215, 'online', ['a', 'b'])];
const evidence = (messages: readonly ReceivedMessage[], change: Partial<WatchEvidence> = {}): WatchEvidence => ({
  subscribers: [ME],
  signs: new Map([['Hall', SIGNS]]),
  silences: [silence(0, 0, 180), silence(1, 0, 180), silence(2, 10, 20)],
  kills: [],
  messages,
  limits: LIMITS,
  endMs: at(300),
  ...change,
});

function brokenOf(messages: readonly ReceivedMessage[], change: Partial<WatchEvidence> = {}): string[] {
  const given = evidence(messages, change);
  const judgement = judgeNotifications(given);
  const { subscribers } = given;
  const watch = { incidents: {} } as never;
  const rest = { watch, chances: 4, failedDeliveries: [], mailsRefused: 0, notBack: [], restarts: 0 };
  const unseen = { wall: { restarts: [], acknowledged: [] }, standing: [], replacing: [] };
  return checkWatch({ ...rest, ...unseen, judgement, subscribers, messages })
    .filter(({ verdict }) => verdict === 'broken')
    .map(({ title }) => title);
}
const PRECISION = 'every alert is true (precision)';
const RECALL = 'every outage is told (recall)';
const TWICE = 'nobody is told twice';
const RETURN = '"back online" to those who were told of the outage';
const UNSTABLE = 'a flapping sign is called unstable once, then silence';

describe('people who are told as they should be', () => {
  test('right messages give a precision and a recall of one', () => {
    expect(brokenOf(TOLD)).toEqual([]);
    expect(judgeNotifications(evidence(TOLD))).toMatchObject({
      told: 2,
      trueTold: 2,
      must: 2,
      mustTold: 2,
      endsMust: 2,
      endsTold: 2,
    });
  });

  test('a message that only counts signs is matched with the signs that it can mean', () => {
    const counted = TOLD.map((each) => ({ ...each, named: each.named.slice(0, 1) }));
    expect(brokenOf(counted)).toEqual([]);
    const tooMany = counted.map((each, index) => (index === 0 ? { ...each, counts: { offline: 3 } } : each));
    expect(brokenOf(tooMany)).toEqual([PRECISION]);
  });
});

test('a message that only counts returns is matched with signs that are back', () => {
  const silences = [silence(0, 0, 400), silence(1, 0, 180)];
  const counted = { named: [], counts: { online: 1 } };
  const messages = [TOLD[0]!, message(215, 'online', ['b'], counted), message(435, 'online', ['a'])];
  expect(brokenOf(messages, { silences, endMs: at(500) })).toEqual([]);
});

describe('mistakes in what people were told', () => {
  const [offline, online] = TOLD as [ReceivedMessage, ReceivedMessage];
  test.each<[string, ReceivedMessage[], string[]]>([
    ['a sign that was never away', [...TOLD, message(110, 'offline', ['d'])], [PRECISION]],
    ['a sign that was away for a moment', [...TOLD, message(110, 'offline', ['c'])], [PRECISION]],
    ['a sign of nobody', [...TOLD, message(110, 'offline', ['x'])], [PRECISION]],
    ['an outage before it began', [message(-5, 'offline', ['a', 'b'])], [PRECISION, RECALL]],
    ['an outage that nobody was told of', [message(105, 'offline', ['a']), message(215, 'online', ['a'])], [RECALL]],
    ['an outage that is told again', [...TOLD, message(120, 'offline', ['a'])], [TWICE]],
    ['a message that comes twice', [...TOLD, online], [TWICE]],
    ['a return told to people who heard of no outage', [...TOLD, message(30, 'online', ['c'])], [RETURN]],
    ['a return that is told again', [...TOLD, message(220, 'online', ['a'])], [RETURN]],
    ['a return that is not told', [offline], [RETURN]],
    ['a stable sign that is called unstable', [...TOLD, message(40, 'unstable', ['d'])], [UNSTABLE]],
  ])('a mistake is found: %s', (_what, messages, broken) => {
    expect(brokenOf(messages)).toEqual(broken);
  });

  test('a mail in quiet hours and a seventh message within an hour are found', () => {
    const subscribers = [{ ...ME, quietUntilMs: at(200) }];
    expect(brokenOf(TOLD, { subscribers })).toEqual(['e-mail and push wait for the end of the quiet hours']);
    const many = Array.from({ length: 7 }, (_, number) => message(220 + number, 'other', []));
    expect(brokenOf([...TOLD, ...many.slice(0, 4)])).toEqual([]);
    expect(brokenOf([...TOLD, ...many.slice(0, 5)])).toEqual([
      'at most 6 messages an hour to a person, event and channel',
    ]);
  });
});

describe('a flapping sign', () => {
  const silences = [0, 60, 120, 180].map((from) => silence(0, from, from + 20));
  test('a flapping sign is called unstable once, and no message follows', () => {
    const unstable = message(150, 'unstable', ['a']);
    expect(brokenOf([unstable], { silences })).toEqual([]);
    expect(brokenOf([], { silences })).toEqual([UNSTABLE]);
    expect(brokenOf([unstable, message(160, 'unstable', ['a'])], { silences })).toEqual([TWICE, UNSTABLE]);
    expect(brokenOf([unstable, message(200, 'offline', ['a'])], { silences })).toContain(UNSTABLE);
  });

  test('a sign flaps from its third offline verdict within ten minutes on', () => {
    expect(stabilityOf(silences.slice(0, 2), LIMITS)).toEqual({ expected: 'never', fromMs: null });
    expect(stabilityOf(silences, LIMITS)).toEqual({ expected: 'must', fromMs: at(120) });
    const slow = [0, 400, 800].map((from) => silence(0, from, from + 20));
    expect(stabilityOf(slow, LIMITS).expected).toBe('never');
    // Whether so short a silence brings a verdict depends on the moment.
    const short = [0, 60, 120].map((from) => silence(0, from, from + 16));
    expect(stabilityOf(short, LIMITS).expected).toBe('may');
  });
});

test('an outage between the grace and the latest verdict may be told or not', () => {
  const outage = (seconds: number) => silence(0, 0, seconds);
  const around = { kills: [], endMs: at(1_000) };
  const expected = (seconds: number) => expectedOf(outage(seconds), 30_000, LIMITS, around);
  expect([39, 41, 140, 150].map(expected)).toEqual(['never', 'may', 'may', 'must']);
  expect(expectedOf(silence(0, 0, null), 30_000, LIMITS, around)).toBe('must');
  const kills = [{ fromMs: at(60), toMs: at(80) }];
  expect(expectedOf(outage(180), 30_000, LIMITS, { ...around, kills })).toBe('may');
});

describe('a switch that dies', () => {
  const ofSwitch = (sign: number, given: Partial<Silence> = {}): Silence => ({
    ...silence(sign, 0, 180),
    switchNumber: 0,
    ...given,
  });
  const three = [0, 1, 2].map((sign) => ofSwitch(sign));
  const title = '3 of 4 signs offline at Hall 1 – Hall';
  const judged = (messages: ReceivedMessage[], silences = three) =>
    judgeNotifications(evidence(messages, { silences }));

  test('N4: is one message with one cause, and not two, nor one without it', () => {
    const whole = message(105, 'offline', ['a', 'b', 'c'], { title });
    expect(judged([whole])).toMatchObject({ causesTold: 1, causesSplit: [] });
    const halves = [message(105, 'offline', ['a', 'b'], { title }), message(110, 'offline', ['c'], { title })];
    expect(judged(halves).causesSplit).toHaveLength(1);
    expect(judged([{ ...whole, title: '3 of 4 signs offline – Hall' }]).causesSplit).toHaveLength(1);
  });

  test('N10: nobody is told of it after it was acknowledged, and who was told before hears of its end', () => {
    const known = three.map((each) => ({ ...each, knownMs: at(20) }));
    expect(judged([], known)).toMatchObject({ must: 0, missed: [], reminded: [] });
    expect(judged([message(105, 'offline', ['a', 'b', 'c'], { title })], known).reminded).toHaveLength(3);
    const late = three.map((each) => ({ ...each, knownMs: at(160) }));
    const told = message(105, 'offline', ['a', 'b', 'c'], { title });
    expect(judged([told], late)).toMatchObject({ must: 3, mustTold: 3, reminded: [], endsMust: 3, endsTold: 0 });
  });
});

describe('a sign that was told to restart', () => {
  const restarting = (from: number, to: number | null): Silence => ({
    ...silence(0, from, to),
    restartingUntilMs: at(from + 180),
  });
  const expected = (to: number | null) =>
    expectedOf(restarting(0, to), 30_000, LIMITS, { kills: [], endMs: at(1_000) });

  test('N9: is no outage where it is back within three minutes, and one from then on where it is not', () => {
    expect([60, 179, 190, 220, 400, null].map(expected)).toEqual(['never', 'never', 'never', 'may', 'must', 'must']);
  });

  test('N9: nobody is told of it before the three minutes are over, nor at all where it is back by then', () => {
    const judged = (to: number, messages: ReceivedMessage[]) =>
      judgeNotifications(evidence(messages, { silences: [restarting(0, to)], endMs: at(1_000) }));
    expect(judged(120, [])).toMatchObject({ must: 0, hurried: [], missed: [] });
    expect(judged(120, [message(60, 'offline', ['a'])]).hurried).toHaveLength(1);
    expect(judged(120, [message(200, 'offline', ['a'])]).hurried).toHaveLength(1);
    expect(judged(400, [message(100, 'offline', ['a'])]).hurried).toHaveLength(1);
    const told = [message(250, 'offline', ['a']), message(430, 'online', ['a'])];
    expect(judged(400, told)).toMatchObject({ must: 1, mustTold: 1, hurried: [], falseAlerts: [] });
    expect(judged(400, []).missed).toHaveLength(1);
    // Where it only counts, too.
    const counted = message(100, 'offline', [], { counts: { offline: 1 } });
    expect(judged(400, [counted]).falseAlerts).toHaveLength(1);
  });
});
