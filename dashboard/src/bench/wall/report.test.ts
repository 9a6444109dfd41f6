import { expect, test } from 'vitest';
import { quantile, readTrace, type TraceEvent } from './read-chromium-trace.ts';
import { describeWall, figuresOf, heapDrift, isWithin, type Measured, type Round } from './report.ts';

const GOOD: Round = {
  usableMs: 800,
  scripts: ['index.js', 'event.js'],
  watched: { busy: 0.1, busyByClock: 0.3, framesMs: [0.2, 4], tasksMs: [12, 3] },
  answersMs: { keys: [30, 99] },
};
const BARE: Round = { ...GOOD, usableMs: null, answersMs: { keys: [20] } };
const MEASURED: Measured = {
  scripts: new Map([
    ['index.js', 100_000],
    ['event.js', 50_000],
    ['dialog.js', 20_000],
  ]),
  serverMs: [500, 600, 600],
  wall: [GOOD],
  bare: [BARE],
  heap: [20e6, 20.9e6, 19.1e6],
};
const past = (more: Partial<Measured>): string[] =>
  figuresOf({ ...MEASURED, ...more })
    .filter((figure) => !isWithin(figure))
    .map(({ name }) => name);

test('figures at their bounds are within them', () => {
  expect(past({})).toEqual([]);
  const text = describeWall(figuresOf(MEASURED), MEASURED.heap);
  expect(text).toMatch(/usable, with the service's part +1400 ms +1400 ms +2000 ms/);
  expect(text).toMatch(/scripts until usable and live, gzipped +150\.0 kB/);
  expect(text).toMatch(/ {2}scripts afterwards: .* +20\.0 kB/);
  expect(text).toMatch(/ {2}keys, p95 +99\.0 ms +99\.0 ms +20\.0 ms/);
  expect(text).toMatch(/20\.0, 20\.9, 19\.1 MB\nThe wall is as quick/);
});

test.each<[string, Partial<Measured>, RegExp]>([
  [
    'a byte too much',
    {
      scripts: new Map([
        ['index.js', 150_001],
        ['event.js', 0],
      ]),
    },
    /scripts/,
  ],
  ['a slow service', { serverMs: [601] }, /service's part/],
  ['a page that comes late', { wall: [{ ...GOOD, usableMs: 1_401 }] }, /usable/],
  ['a frame that does too much', { wall: [{ ...GOOD, watched: { ...GOOD.watched, framesMs: [4.1] } }] }, /a frame/],
  ['a task in the way', { wall: [{ ...GOOD, watched: { ...GOOD.watched, tasksMs: [51] } }] }, /task/],
  ['a busy thread', { wall: [{ ...GOOD, watched: { ...GOOD.watched, busy: 0.16 } }] }, /main thread/],
  ['an input without an answer', { wall: [{ ...GOOD, answersMs: { keys: [101] } }] }, /answer/],
  ['a heap that grows', { heap: [20e6, 20e6, 21.1e6] }, /heap/],
])('%s is past its bound', (_, more, name) => {
  expect(past(more)).toEqual([expect.stringMatching(name)]);
});

test('a heap that shrinks is not flat, either', () => expect(heapDrift([100, 94])).toBeCloseTo(0.06));

test('a frame costs what was done since the one before, on a core and without drawing', () => {
  const on = { pid: 1, tid: 1, ph: 'X' };
  const task = (ts: number, dur: number, tdur: number): TraceEvent => ({ ...on, name: 'RunTask', ts, dur, tdur });
  const commit = (ts: number, dur: number): TraceEvent => ({ ...on, name: 'Commit', ts, dur, tdur: dur });
  const other = (name: string): TraceEvent => ({ pid: 1, tid: 2, ph: 'X', name, ts: 100, dur: 900_000 });
  const { framesMs, tasksMs, busy, busyByClock, seconds } = readTrace([
    { pid: 1, tid: 1, ph: 'M', name: 'thread_name', ts: 0, args: { name: 'CrRendererMain' } },
    // A message, then its frame; a task within a task is a part of it.
    task(0, 4_000, 2_000),
    task(10_000, 6_000, 5_000),
    task(11_000, 1_000, 1_000),
    { ...on, name: 'Paint', ts: 13_000, dur: 1_000, tdur: 1_000 },
    commit(14_000, 500),
    task(20_000, 3_000, 3_000),
    commit(22_000, 500),
    // Without a frame.
    task(100_000, 1_000, 1_000),
    other('RunTask'),
  ]);
  expect(framesMs).toEqual([5.5, 2.5]);
  expect(tasksMs).toEqual([5, 3, 2, 1]);
  expect(seconds).toBeCloseTo(0.1);
  expect(busy).toBeCloseTo(0.11);
  expect(busyByClock).toBeCloseTo(0.14);
});

test('a quantile is a value that was measured', () => {
  expect(quantile([3, 1, 2, 4], 0.5)).toBe(2);
  expect(quantile([3, 1, 2, 4], 0.95)).toBe(4);
  expect(quantile([], 0.5)).toBe(0);
});
