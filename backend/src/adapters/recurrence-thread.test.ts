import fc from 'fast-check';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Timing } from '../recurrence/occurrences.ts';
import { createInlineThinker } from '../recurrence/recurrence-questions.ts';
import { checkSchedules } from '../signs/content/schedule-checks.ts';
import { anyRule } from '../recurrence/testing/any-rule.ts';
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

test('H3: a question past its deadline ends the thread and gets no answer, which is no verdict; the next question is answered', async () => {
  const { thread, lines, setLate } = startThread();
  setLate(true);
  const timings = ['FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY'].map(timing);
  expect(await thread.look(timings, START_MS)).toEqual(['no_answer', 'no_answer', 'no_answer']);
  // After two rules that were asked about alone, the thread is to blame and not a rule.
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'recurrence worker thread timed out, terminating it', kind: 'look', rules: 3 },
    { msg: 'recurrence worker thread timed out', recurrence: 'FREQ=DAILY' },
    { msg: 'recurrence worker thread timed out', recurrence: 'FREQ=WEEKLY' },
  ]);
  expect(await thread.trySet(timings)).toBe('no_answer');
  setLate(false);
  expect(await thread.look([timing('FREQ=DAILY')], START_MS)).toMatchObject([{ current: { startMs: START_MS } }]);
});

test('H3: the thread itself says that a rule is over its budget, and that it does not know a time zone', async () => {
  const { thread, lines } = startThread();
  const costly = timing('FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30');
  const elsewhere = { ...timing('FREQ=DAILY'), timeZone: 'Europe/Newtown' };
  expect(await thread.look([costly, elsewhere], START_MS)).toEqual(['over_budget', 'unknown_time_zone']);
  expect(lines).toEqual([]);
});

test('H3: a set that is put while the thread gives no answer is refused as unavailable, and not for its rules', async () => {
  const { thread, setLate } = startThread();
  setLate(true);
  const schedule = {
    url: 'https://x.example/',
    startsAt: '2026-11-20T18:00:00.000Z',
    endsAt: '2026-11-20T19:00:00.000Z',
    recurrence: 'FREQ=WEEKLY;BYDAY=FR',
    timeZone: 'Europe/Berlin',
    priority: 0,
    enabled: true,
  };
  const put = () => checkSchedules({ schedules: [schedule] }, thread, START_MS);
  expect(await put()).toMatchObject({ code: 'unavailable', retryAfterMs: 5_000 });
  setLate(false);
  expect(await put()).toMatchObject({ looks: [{ current: { startMs: START_MS } }] });
});

test('a closed thread rejects questions and does not hang', async () => {
  const { thread } = startThread();
  await thread.look([timing(null)], START_MS);
  await thread.close();
  await expect(thread.look([timing(null)], START_MS)).rejects.toThrow(/stopped/);
});
