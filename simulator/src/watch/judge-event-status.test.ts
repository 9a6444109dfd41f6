import { describe, expect, test } from 'vitest';
import { readEventStatus } from '../receivers/read-event-status.ts';
import type { ReceivedMessage } from '../receivers/read-received-messages.ts';
import { judgeReplacing, judgeEventStatus } from './judge-event-status.ts';
import type { Limits, Silence } from './ground-truth.ts';

const LIMITS: Limits = {
  heartbeatIntervalMs: 5_000,
  offlineAfterMs: 15_000,
  warmUpMs: 60_000,
  offlineGraceMs: 30_000,
  groupWindowMs: 30_000,
};
const at = (seconds: number): number => 1_000_000_000 + seconds * 1_000;
const signs = new Map([['Hall', new Map(['a', 'b', 'c', 'd'].map((name, index) => [name, index]))]]);
const two: Silence[] = [0, 1].map((sign) => ({ sign, fromMs: at(0), toMs: at(180) }));
const verdictAtMs = new Map(two.map((silence) => [silence, at(16)]));

const message = (line: string, seconds: number, more: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  id: 'id',
  to: 'me',
  channel: 'email',
  event: 'Hall',
  title: '2 of 4 signs offline – Hall',
  receivedAtMs: at(seconds),
  decidedAtMs: at(70),
  counts: { offline: 2 },
  named: ['a', 'b'].map((name) => ({ name, said: 'offline', isOver: false })),
  standing: readEventStatus(line),
  replaces: null,
  ...more,
});
const wrong = (line: string, seconds: number, more: Partial<ReceivedMessage> = {}): number =>
  judgeEventStatus({ messages: [message(line, seconds, more)], signs, silences: two, verdictAtMs, limits: LIMITS })
    .length;

describe('N11: what a message says of how things stand', () => {
  test.each<[string, string, number, number]>([
    ['is true', 'Now, 19:39: 2 of 4 offline.', 75, 0],
    ['is true with what else is wrong', 'Now, 20 Nov 19:39: 2 of 4 offline, 1 blank. Ada is at 1 of them.', 75, 0],
    ['is missing', '2 signs are offline', 75, 1],
    ['says too few', 'Now, 19:39: 1 of 4 offline.', 75, 1],
    ['says too many', 'Now, 19:39: 3 of 4 offline.', 75, 1],
    ['says too many signs', 'Now, 19:39: 2 of 5 offline.', 75, 1],
    ['is as it was when it was planned', 'Now, 19:39: 2 of 4 offline.', 300, 2],
    ['is true and says nothing of what is over', 'Now, 19:44: none of 4 offline.', 300, 1],
    ['is either, where it is changing', 'Now, 19:39: 1 of 4 offline.', 17, 0],
  ])('%s: %s after %d s', (_, line, seconds, findings) => {
    expect(wrong(line, seconds)).toBe(findings);
  });

  test('is true after its end where it says so, in its title, too', () => {
    const line = 'Now, 19:44: none of 4 offline. All are over.';
    expect(wrong(line, 300, { title: 'Over: 2 of 4 signs offline – Hall' })).toBe(0);
    expect(wrong(line, 300)).toBe(1);
  });

  test('an item of the inbox says it of the moment at which it was written', () => {
    expect(wrong('Now, 19:39: 2 of 4 offline.', 300, { channel: 'inbox' })).toBe(0);
  });
});

test('N11: pushes of one event have one tag and topic, and those of another event another', () => {
  const push = (event: string, replaces: string | null) => message('', 75, { channel: 'push', event, replaces });
  const findings = (...pushes: ReceivedMessage[]) => judgeReplacing(pushes).length;
  expect(findings(push('Hall', 'a'), push('Hall', 'a'), push('Fair', 'b'))).toBe(0);
  expect(findings(push('Hall', 'a'), push('Hall', 'b'))).toBe(1);
  expect(findings(push('Hall', 'a'), push('Fair', 'a'))).toBe(1);
  expect(findings(push('Hall', null))).toBe(1);
});
