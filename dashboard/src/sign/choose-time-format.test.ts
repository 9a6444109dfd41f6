import { expect, test } from 'vitest';
import { createTimes } from '../times/time-formats.ts';
import { dayOf, timeFormat } from './choose-time-format.ts';

const BERLIN = 'Europe/Berlin';

test('D2: what happened is said to the second, with its day where that is another one where the event is', () => {
  // 00:30 in Berlin, and still the day before in London.
  const today = dayOf(Date.parse('2026-11-14T23:30:00Z'), BERLIN);
  const said = (at: string) => createTimes('en', BERLIN).said(Date.parse(at), timeFormat(at, today, BERLIN), BERLIN);
  expect(said('2026-11-14T23:05:10.000Z')).toBe('00:05:10');
  expect(said('2026-11-14T22:59:50.000Z')).toMatch(/^Sat,? 14 Nov, 23:59:50$/);
});
