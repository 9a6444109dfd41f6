import { expect, test } from 'vitest';
import { judgeWall, type SeenSign } from './judge-restarts-and-acknowledgements.ts';
import { RESTART_MS, type Silence } from './ground-truth.ts';

const BEGAN_MS = Date.parse('2026-11-20T19:00:00.000Z');
const at = (seconds: number): number => BEGAN_MS + seconds * 1_000;
const indexOf = new Map([['Tor 1', 0]]);
const sign = (given: Partial<SeenSign>): SeenSign => ({
  name: 'Tor 1',
  presence: 'online',
  restartingUntil: null,
  acknowledged: null,
  ...given,
});
const wrong = (silence: Omit<Silence, 'sign'>, seen: SeenSign, seconds: number) => {
  const { restarts, acknowledged } = judgeWall([seen], { silences: [{ sign: 0, ...silence }], indexOf }, at(seconds));
  return [restarts.length, acknowledged.length];
};

const ordered = { fromMs: at(0), toMs: null, restartingUntilMs: at(0) + RESTART_MS };
const until = new Date(at(0) + RESTART_MS).toISOString();
test.each<[string, Omit<Silence, 'sign'>, Partial<SeenSign>, number, number]>([
  ['is right where it says until when', ordered, { restartingUntil: until }, 60, 0],
  ['is wrong where it says nothing', ordered, {}, 60, 1],
  ['is wrong where it says another time', ordered, { restartingUntil: new Date(at(60)).toISOString() }, 30, 1],
  ['is wrong where it calls the sign offline', ordered, { restartingUntil: until, presence: 'offline' }, 60, 1],
  ['is right where it calls it offline later', ordered, { presence: 'offline' }, 200, 0],
  ['is wrong where a restart has no end', ordered, { restartingUntil: until }, 200, 1],
  ['is wrong where it goes on after the sign is back', { ...ordered, toMs: at(50) }, { restartingUntil: until }, 70, 1],
  ['is right where the sign is back', { ...ordered, toMs: at(50) }, {}, 70, 0],
  ['has time to see a change', ordered, {}, 1, 0],
])('N9: the wall %s', (_, silence, seen, seconds, expected) => {
  expect(wrong(silence, sign(seen), seconds)).toEqual([expected, 0]);
});

const known = { fromMs: at(0), toMs: null, knownMs: at(40) };
const ada = { by: { id: 'ada', name: 'Ada' }, at: new Date(at(40)).toISOString(), note: null };
test.each<[string, Omit<Silence, 'sign'>, Partial<SeenSign>, number, number]>([
  ['is right where it says who', known, { presence: 'offline', acknowledged: ada }, 60, 0],
  ['is wrong where it says nobody', known, { presence: 'offline' }, 60, 1],
  ['has time to see it', known, { presence: 'offline' }, 41, 0],
  [
    'is wrong where somebody is still at a sign that is back',
    { ...known, toMs: at(90) },
    { acknowledged: ada },
    110,
    1,
  ],
  ['is right where nobody is any more', { ...known, toMs: at(90) }, {}, 110, 0],
])('N10: the wall %s', (_, silence, seen, seconds, expected) => {
  expect(wrong(silence, sign(seen), seconds)).toEqual([0, expected]);
});

test('the newest silence of a sign counts, and a sign without one is not looked at', () => {
  const silences = [
    { sign: 0, ...known, toMs: at(60) },
    { sign: 0, fromMs: at(80), toMs: null },
  ];
  expect(judgeWall([sign({ presence: 'offline' })], { silences, indexOf }, at(100)).acknowledged).toEqual([]);
  expect(judgeWall([sign({ acknowledged: ada })], { silences: [], indexOf }, at(100)).acknowledged).toEqual([]);
});
