import fc from 'fast-check';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Timing } from '../content/occurrences.ts';
import { createInlineThinker } from '../content/recurrence-questions.ts';
import { anyRule } from '../content/testing/any-rule.ts';
import { createRecurrenceThread } from './recurrence-thread.ts';
import { systemClock } from './system-clock.ts';

const START_MS = Date.UTC(2026, 10, 20, 18);
const timing = (recurrence: string | null): Timing => ({
  startsAtMs: START_MS,
  endsAtMs: START_MS + 3_600_000,
  recurrence,
  timeZone: 'Europe/Berlin',
});

function startThread() {
  let isLate = false;
  // A deadline that has passed at once, as long as the test says so.
  const clock = { ...systemClock, after: (ms: number, task: () => void) => systemClock.after(isLate ? 0 : ms, task) };
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const thread = createRecurrenceThread({ clock, log, deadlineMs: 60_000 });
  onTestFinished(() => thread.close());
  return { thread, lines, setLate: (late: boolean) => (isLate = late) };
}

test('H3: a thread answers what is answered inline, many questions at once too', async () => {
  const { thread } = startThread();
  const inline = createInlineThinker();
  const timings = [null, 'FREQ=DAILY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ...fc.sample(anyRule, 80)].map(timing);
  const [looks, tried] = await Promise.all([thread.look(timings, START_MS + 1), thread.trySet(timings)]);
  expect(looks).toEqual(await inline.look(timings, START_MS + 1));
  expect(tried).toEqual(await inline.trySet(timings));
});

test('H3: a question past its deadline ends the thread; its rules are given up one by one, and the next question is answered', async () => {
  const { thread, lines, setLate } = startThread();
  setLate(true);
  expect(await thread.look([timing('FREQ=DAILY'), timing('FREQ=WEEKLY')], START_MS)).toEqual([null, null]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'recurrence rule given up: it takes too long', recurrence: 'FREQ=DAILY' },
    { msg: 'recurrence rule given up: it takes too long', recurrence: 'FREQ=WEEKLY' },
  ]);
  setLate(false);
  expect(await thread.look([timing('FREQ=DAILY')], START_MS)).toMatchObject([{ current: { startMs: START_MS } }]);
});

test('after its end it refuses, and holds nobody up', async () => {
  const { thread } = startThread();
  await thread.look([timing(null)], START_MS);
  await thread.close();
  await expect(thread.look([timing(null)], START_MS)).rejects.toThrow(/closed/);
});
