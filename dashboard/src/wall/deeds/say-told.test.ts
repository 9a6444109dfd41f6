import { expect, test } from 'vitest';
import { english } from '../../words/english.ts';
import { englishWall } from '../../words/english-wall.ts';
import { german } from '../../words/german.ts';
import { germanWall } from '../../words/german-wall.ts';
import { sayTold } from './say-told.ts';

const EN = { ...english, ...englishWall };
const DE = { ...german, ...germanWall };

test('N10: the wall names the channels by which people were told', () => {
  expect(sayTold(EN, ['email', 'inbox'], '18:00:10', true)).toBe('Sent by e-mail and inbox at 18:00:10.');
});

test.each([
  [
    EN,
    /^In the inbox since 18:00:10; no e-mail: mail is not set up\.$/,
    /^Told by push and inbox at .* No e-mail: mail is/,
  ],
  [
    DE,
    /^Seit 18:00:10 im Posteingang; keine E-Mail: /,
    /^Benachrichtigt per Push und Posteingang um .* Keine E-Mail: /,
  ],
])('N10: while mail is not set up, the wall reports no e-mail, and says why', (words, inbox, push) => {
  expect(sayTold(words, ['email', 'inbox'], '18:00:10', false)).toMatch(inbox);
  expect(sayTold(words, ['email', 'push', 'inbox'], '18:00:10', false)).toMatch(push);
});
