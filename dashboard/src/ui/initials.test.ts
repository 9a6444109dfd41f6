import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Maren Oyelaran', 'MO'],
  ['Ingeborg Freifrau von Hohenlohe-Langenburg', 'IH'],
  ['  bernd   übelacker ', 'BÜ'],
  ['ليلى الحداد', 'لا'],
  ['Prince', 'P'],
  ['👩‍🚒 Fire', '👩F'],
  ['', 'M'],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name, 'maren@nordlicht.example')).toBe(initials);
});
