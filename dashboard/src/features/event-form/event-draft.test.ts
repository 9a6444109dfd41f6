import { readFieldMessage } from '@sign-display/contracts/field-messages';
import type { Event } from '@sign-display/contracts/rest/events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allWrong, bodyOf, changesOf, draftOf, hasUnknownTimes } from './event-draft.ts';

const EVENT: Event = {
  id: '00000000-0000-4000-8000-000000000001',
  organizationId: '00000000-0000-4000-8000-000000000002',
  name: 'Lichterfest',
  timeZone: 'Europe/Berlin',
  venue: null,
  startsAt: '2026-11-14T19:00:30.000Z',
  endsAt: null,
  offlineGraceSeconds: 45,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('a new event begins in the browser’s zone, and with nothing else', () => {
  expect(bodyOf(draftOf(undefined, 'Asia/Kolkata'))).toEqual({
    name: '',
    timeZone: 'Asia/Kolkata',
    venue: null,
    startsAt: null,
    endsAt: null,
    offlineGraceSeconds: null,
  });
});

test('who opens an event and saves it changes nothing, whatever its zone and times are', () => {
  const minute = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) }).map((ms) => new Date(ms).toISOString());
  // An hour that exists twice is typed as the first of both.
  const time = fc.option(minute.filter((at) => !at.includes('-10-')));
  const timeZone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC');
  fc.assert(
    fc.property(time, time, timeZone, fc.option(fc.nat(86_400)), (startsAt, endsAt, zone, offlineGraceSeconds) => {
      const event = { ...EVENT, startsAt, endsAt, timeZone: zone, offlineGraceSeconds };
      fc.pre(![startsAt, endsAt].some((at) => at !== null && /-11-0[1-7]/.test(at)));
      expect(changesOf(event, bodyOf(draftOf(event, 'UTC')))).toBeNull();
    }),
  );
});

test('only what was changed is sent, and a time is meant in the event’s zone', () => {
  const draft = { ...draftOf(EVENT, 'UTC'), venue: 'Messe', endsAt: '2026-11-15T02:00' };
  expect(changesOf(EVENT, bodyOf(draft))).toEqual({ venue: 'Messe', endsAt: '2026-11-15T01:00:00.000Z' });
});

test('an event that moves to another zone keeps what its wall clock shows', () => {
  const draft = { ...draftOf(EVENT, 'UTC'), timeZone: 'Europe/London' };
  expect(changesOf(EVENT, bodyOf(draft))).toEqual({ timeZone: 'Europe/London', startsAt: '2026-11-14T20:00:00.000Z' });
});

test('a zone that doesn’t exist is sent as it is typed, for the service to refuse', () => {
  const draft = { ...draftOf(EVENT, 'UTC'), timeZone: 'Europe/Atlantis' };
  expect(bodyOf(draft)).toMatchObject({ timeZone: 'Europe/Atlantis' });
});

test('D3: an event of a zone that this browser doesn’t know opens, and is saved without a change of its times', () => {
  const event = { ...EVENT, timeZone: 'Europe/Atlantis' };
  const draft = draftOf(event, 'UTC');
  expect(draft).toMatchObject({ timeZone: 'Europe/Atlantis', startsAt: '2026-11-14T19:00' });
  expect(changesOf(event, bodyOf(draft))).toBeNull();
  expect(changesOf(event, bodyOf({ ...draft, name: 'Fest' }))).toEqual({ name: 'Fest' });
});

test('D3: times that somebody typed or changed are never sent as UTC for a zone that this browser doesn’t know', () => {
  const wall = fc.constantFrom('', '2026-11-14T19:00', '2026-11-14T20:00', '2026-11-15T02:00');
  const zone = fc.constantFrom('Europe/Berlin', 'Europe/Atlantis', ' Europe/Mu ', 'UTC');
  const saved = fc.option(fc.constantFrom('Europe/Berlin', 'Europe/Atlantis', 'UTC'), { nil: undefined });
  fc.assert(
    fc.property(saved, zone, wall, wall, (savedZone, timeZone, startsAt, endsAt) => {
      const event = savedZone === undefined ? undefined : { ...EVENT, timeZone: savedZone };
      const draft = { ...draftOf(event, 'UTC'), timeZone, startsAt, endsAt };
      const sent = (event ? changesOf(event, bodyOf(draft)) : bodyOf(draft)) ?? {};
      const isKnown = timeZone === 'Europe/Berlin' || timeZone === 'UTC';
      expect(hasUnknownTimes(draft, event)).toBe(!isKnown && Boolean(sent.startsAt ?? sent.endsAt));
    }),
  );
});

test('D3: an event without times is made in a zone that this browser doesn’t know, and times may be taken away there', () => {
  expect(hasUnknownTimes({ ...draftOf(undefined, 'UTC'), timeZone: 'Europe/Atlantis' }, undefined)).toBe(false);
  const event = { ...EVENT, timeZone: 'Europe/Atlantis' };
  expect(hasUnknownTimes({ ...draftOf(event, 'UTC'), startsAt: '' }, event)).toBe(false);
});

test('D3: who mends a form hears of every field at once, and of each once, whatever was told first', () => {
  const draft = { ...draftOf(EVENT, 'UTC'), name: ' ', endsAt: '2026-11-14T19:00', offlineGraceSeconds: '90000' };
  const name = { path: '/name', message: 'must not have fewer than 1 characters' };
  const zone = { path: '/timeZone', message: 'is not a time zone of the IANA database' };
  const pathsOf = (errors: { path: string }[]) => errors.map(({ path }) => path);
  expect(pathsOf(allWrong([name], draft))).toEqual(['/name', '/endsAt', '/offlineGraceSeconds']);
  expect(allWrong([name], draft)[0]).toBe(name);
  expect(pathsOf(allWrong([zone], { ...draft, timeZone: 'Europe/Atlantis' }))).toEqual([
    '/timeZone',
    '/name',
    '/endsAt',
    '/offlineGraceSeconds',
  ]);
  const all = allWrong([zone], draft).map(({ message }) => readFieldMessage(message)?.rule);
  expect(all).toEqual(['unknownZone', 'required', 'beforeStart', 'most']);
  for (const [typed, rule] of [
    ['-1', 'least'],
    ['1.5', 'wholeNumber'],
    ['abc', 'wholeNumber'],
  ] as const)
    expect(
      readFieldMessage(allWrong([], { ...draftOf(EVENT, 'UTC'), offlineGraceSeconds: typed })[0]!.message)?.rule,
    ).toBe(rule);
  expect(allWrong([], draftOf(EVENT, 'UTC'))).toEqual([]);
});
