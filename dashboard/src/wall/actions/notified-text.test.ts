import { expect, test } from 'vitest';
import { english } from '../../words/english.ts';
import { englishWall } from '../../words/english-wall.ts';
import { german } from '../../words/german.ts';
import { germanWall } from '../../words/german-wall.ts';
import { notifiedText } from './notified-text.ts';

const EN = { ...english, ...englishWall };
const DE = { ...german, ...germanWall };

test('N10: the wall names the channels by which people were told', () => {
  expect(notifiedText(EN, ['email', 'inbox'], '18:00:10', true)).toBe(
    'Notification sent via e-mail and inbox at 18:00:10.',
  );
});

test.each([
  [
    EN,
    /^The notification has been in the inbox since 18:00:10\. No e-mail was sent because mail is not set up\.$/,
    /^Notification sent via push and inbox at .* No e-mail is sent because mail is/,
  ],
  [
    DE,
    /^Die Nachricht ist seit 18:00:10 im Posteingang\. Es wurde keine E-Mail gesendet, /,
    /^Um .* benachrichtigt \(Push und Posteingang\)\. Es wird keine E-Mail gesendet, /,
  ],
])('N10: while mail is not set up, the wall reports no e-mail, and says why', (words, inbox, push) => {
  expect(notifiedText(words, ['email', 'inbox'], '18:00:10', false)).toMatch(inbox);
  expect(notifiedText(words, ['email', 'push', 'inbox'], '18:00:10', false)).toMatch(push);
});
