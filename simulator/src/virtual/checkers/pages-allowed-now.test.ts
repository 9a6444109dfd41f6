import { expect, test } from 'vitest';
import { EPOCH_MS } from '../timeline.ts';
import { rightPages } from './pages-allowed-now.ts';

const UNTIL_MS = 60_000;
const scheduled = {
  shown_source: 'schedule',
  shown_url: 'http://pages.virtual/a',
  shown_until: new Date(EPOCH_MS + UNTIL_MS),
  url: 'http://pages.virtual/b',
} as const;
const { shown_url: shown, url: assigned } = scheduled;

test('C7: what a record says is the one page that is right', () => {
  const plain = { ...scheduled, shown_source: null, shown_url: null, shown_until: null };
  expect(rightPages(plain, UNTIL_MS)).toEqual([assigned]);
  expect(rightPages({ ...plain, url: null }, UNTIL_MS)).toEqual([null]);
  expect(rightPages({ ...scheduled, shown_until: null }, UNTIL_MS)).toEqual([shown]);
  expect(rightPages(scheduled, UNTIL_MS - 1_000)).toEqual([shown]);
});

test('C7: a kiosk may be back at its assigned page before a node has written that the other one has ended', () => {
  // Seed 162: a statement took 130 ms, and the kiosk had its page after 96.
  expect(rightPages(scheduled, UNTIL_MS + 130)).toEqual([shown, assigned]);
  expect(rightPages({ ...scheduled, url: null }, UNTIL_MS)).toEqual([shown, null]);
  expect(rightPages(scheduled, UNTIL_MS - 300)).toEqual([shown, assigned]);
});

test('C7: a record that nobody writes when its page has ended is wrong', () => {
  expect(rightPages(scheduled, UNTIL_MS + 11_000)).toEqual([shown]);
});
