import type { HistoryItem } from '@sign-display/contracts/rest/signs';
import { expect, test } from 'vitest';
import { SEVERITIES } from '../ui/sign-marks-and-severity.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { german } from '../words/german.ts';
import { germanWall } from '../words/german-wall.ts';
import { historyText } from './history-text.ts';

const ENGLISH = { ...english, ...englishWall };
const GERMAN = { ...german, ...germanWall };
const saying = (reason: string): HistoryItem => ({
  id: '00000000-0000-4000-8000-000000000001',
  at: '2026-11-14T19:38:12.000Z',
  kind: 'status',
  actor: null,
  device: null,
  url: null,
  outcome: null,
  reason,
  durationMs: null,
  requestId: null,
  detail: 'The page is up, and the screen has been one colour.',
});

test.each([
  ['English', ENGLISH],
  ['German', GERMAN],
])('D2: the history says in %s that a screen is blank, as an alarm, and that it shows something again', (_, words) => {
  const { mark, title, more } = historyText(words, saying('screen_blank'));
  expect([mark, SEVERITIES[mark], title, more]).toEqual(['blank', 'alarm', words.sign.history.screen.screen_blank, '']);
  const again = historyText(words, saying('screen_recovered'));
  expect([SEVERITIES[again.mark], again.title]).toEqual(['good', words.sign.history.screen.screen_recovered]);
});

test.each([
  ['English', ENGLISH, /changes at every request/],
  ['German', GERMAN, /ändert sich bei jeder Anfrage/],
])('G13: the history says in %s that a page changes at every request', (_, words, said) => {
  expect(historyText(words, saying('changes_at_every_request'))).toMatchObject({
    mark: 'unknown',
    title: expect.stringMatching(said) as string,
  });
});

test('G16: the history says where the page of a claim led', () => {
  const item = { ...saying(''), kind: 'claim', outcome: 'committed', reason: null, detail: 'leads to login.example' };
  expect(historyText(ENGLISH, item).more).toContain('leads to login.example');
});

test('D2: what a kiosk says in a word that nobody knows is told as it came, and not as good', () => {
  const { mark, title, more } = historyText(ENGLISH, saying('screen_upside_down'));
  expect([mark, title]).toEqual(['unknown', englishWall.sign.history.kinds.status]);
  expect(more).toContain('screen_upside_down');
});

test.each([
  ['English', ENGLISH],
  ['German', GERMAN],
])('D2: a command to or from the background is called in %s by which way it goes, where that is known', (_, words) => {
  const { background, names } = words.sign.commands;
  const item = { ...saying(''), kind: 'command', outcome: 'acked', reason: null, detail: 'set_background_mode' };
  expect(historyText(words, item, { enabled: true }).title).toBe(background.on);
  expect(historyText(words, item, { enabled: false }).title).toBe(background.off);
  expect(historyText(words, item).title).toBe(names['set_background_mode']);
});
