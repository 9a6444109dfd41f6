import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Sign } from '@sign-display/contracts/rest/signs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimes } from '../times/time-formats.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { rowOf } from '../wall/testing/make-sign-rows.ts';
import { factsOfChain } from './chain-facts.ts';

const TIMES = createTimes('en', 'Europe/Berlin');
const WORDS = { ...english, ...englishWall };
const said = englishWall.sign.chain;
const NOW_MS = Date.parse('2026-11-14T19:45:00.000Z');
const nowOf = (blank: boolean | null): SignNow => ({
  service: null,
  connection: { since: '2026-11-14T18:00:00.000Z', address: null },
  content: null,
  screen: { since: '2026-11-14T19:40:00.000Z', blankCheckedAt: null, blank },
  update: null,
});
const device = { macAddress: '00:11:22:33:44:55', screen: { width: 1_920, height: 1_080 } };

test('D2: that others fail on its host is said of a sign that fails there, too, and in other words of one that does not', () => {
  const content = {
    since: '2026-11-14T19:40:00.000Z',
    httpStatus: 200,
    detail: null,
    failures: 0,
    host: 'h',
    sameHost: 1,
  };
  for (const [contentState, also] of [
    ['showing', said.sameHostFails(1)],
    ['error', said.sameHost(1)],
  ] as const) {
    const sign = { ...rowOf(1, { contentState }), device, settings: {} } as unknown as Sign;
    const now = { ...nowOf(null), content } as unknown as SignNow;
    const told = { sign, now, isHeld: false, timeZone: 'Europe/Berlin', nowMs: NOW_MS };
    const facts = factsOfChain(WORDS, TIMES, told).content;
    expect(facts.find(({ label }) => label === said.also)?.said).toBe(also);
  }
});

test('D2: a connection’s age and a good page are told of no sign that is gone, and a good page of no screen that is blank', () => {
  fc.assert(
    fc.property(fc.constantFrom('online', 'offline'), fc.option(fc.boolean()), (presence, blank) => {
      const sign = { ...rowOf(1, { presence, blank }), device, settings: {} } as unknown as Sign;
      const told = { sign, now: nowOf(blank), isHeld: false, timeZone: 'Europe/Berlin', nowMs: NOW_MS };
      const { connection, screen } = factsOfChain(WORDS, TIMES, told);
      const isOnline = presence === 'online';
      expect(connection.some(({ label }) => label === said.connection)).toBe(isOnline);
      expect(screen.some(({ label }) => label === said.screen)).toBe(isOnline && blank !== true);
    }),
  );
});

test('D2: a look that found a page is told with the time since when, and not as the last look, which nobody tells of', () => {
  const screen = { since: null, blankCheckedAt: '2026-11-14T19:38:00.000Z', blank: false };
  const sign = { ...rowOf(1, { presence: 'online', blank: false }), device, settings: {} } as unknown as Sign;
  const told = { sign, now: { ...nowOf(false), screen }, isHeld: false, timeZone: 'Europe/Berlin', nowMs: NOW_MS };
  const check = factsOfChain(WORDS, TIMES, told).screen.find(({ label }) => label === said.blankCheck);
  expect(check?.said).toBe('not blank since 20:38:00');
});
