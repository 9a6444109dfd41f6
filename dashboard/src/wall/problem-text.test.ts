import { expect, test } from 'vitest';
import { createTimes } from '../times/time-formats.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { noProblemText, wentOfflineText, problemText } from './problem-text.ts';
import { headlineOfRows } from './testing/headline-of-rows.ts';
import { rowOf } from './testing/make-sign-rows.ts';
import { findProblems } from './find-problems.ts';

const words = { ...english, ...englishWall };
const times = createTimes('en', 'UTC');
const gone = (number: number, ms: number) =>
  rowOf(number, {
    status: 'offline',
    presence: 'offline',
    location: 'Hall 1',
    lastSeenAt: new Date(Date.parse('2026-11-14T19:02:10.000Z') + ms).toISOString(),
  });
const here = (number: number, fields = {}) => rowOf(number, { location: 'Hall 1', ...fields });

/** The first cause, in words, and the line below the headline. */
function said(rows: ReturnType<typeof rowOf>[]) {
  const wrong = findProblems(
    rows.filter(({ status }) => status !== 'showing'),
    (place) => rows.filter(({ location }) => location === place).length,
  );
  return {
    rail: problemText(words, times, wrong[0]!, 'UTC'),
    below: wentOfflineText(words, times, wrong, headlineOfRows(rows), 'UTC'),
  };
}

test('D1: signs that were last seen at different times are not said to have gone at one, and all lines have the same numbers', () => {
  const apart = said([gone(1, 0), gone(2, 1_400), gone(3, 4_900), here(4), here(5)]);
  expect(apart.rail).toContain('seen between 19:02:10 and 19:02:14.');
  expect(apart.below).toBe('The signs went offline within 5 seconds at 19:02:14.');
  const together = said([gone(1, 0), gone(2, 400), gone(3, 1_000), here(4)]);
  expect(together.rail).toContain('The affected signs were last seen at 19:02:10.');
  expect(together.below).toBe('The signs went offline within a second at 19:02:10.');
});

test('D1: only neighbours with which nothing is wrong are called not affected', () => {
  const three = [gone(1, 0), gone(2, 0), gone(3, 0)];
  const failing = (number: number) => here(number, { status: 'content_error' });
  expect(said([...three, here(4), here(5), failing(6)]).rail).toContain(
    'Two other signs in this place are not affected',
  );
  // It is not true that none is working, and none is unaffected.
  expect(said([...three, failing(4)]).rail).toBe('The affected signs were last seen at 19:02:10.');
  expect(said(three).rail).toContain('No sign in this place is working');
});

test('A3: a page that is not live does not claim that nothing is wrong', () => {
  const say = (place: string | null, oldSince: number | null) => noProblemText(words, times, place, oldSince, 'UTC');
  const oldSince = Date.parse('2026-11-14T19:40:11.000Z');
  expect(say(null, null)).toBe('No problems.');
  expect(say('Bars', null)).toContain('No problems in');
  for (const place of [null, 'Bars'])
    expect(say(place, oldSince)).toBe(
      'The state of the signs has been unknown since 19:40:11. There were no problems at that time.',
    );
});
