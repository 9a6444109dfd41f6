import { expect, test } from 'vitest';
import { createTimes } from './time-formats.ts';

const OPENING = Date.parse('2026-11-14T18:42:31Z');

test('D3: a time is said in the event’s zone, and in the viewer’s own where the clocks differ', () => {
  const london = createTimes('en', 'Europe/London');
  expect(london.said(OPENING, 'seconds', 'Europe/Berlin')).toBe('19:42:31');
  expect(london.zoneName(OPENING, 'Europe/Berlin')).toBe('CET');
  expect(london.forViewer(OPENING, 'seconds', 'Europe/Berlin')).toBe('18:42:31 GMT');
  expect(createTimes('en', 'Europe/Paris').forViewer(OPENING, 'seconds', 'Europe/Berlin')).toBeUndefined();
});

test('D3: across a clock change each instant has the offset of its own', () => {
  const times = createTimes('en', 'UTC');
  const before = Date.parse('2026-10-25T00:59:00Z');
  const after = Date.parse('2026-10-25T01:01:00Z');
  expect([before, after].map((at) => times.said(at, 'time', 'Europe/Berlin'))).toEqual(['02:59', '02:01']);
  expect([before, after].map((at) => times.zoneName(at, 'Europe/Berlin'))).toEqual(['CEST', 'CET']);
});

test('D3: two zones that agree in winter only are told apart in summer', () => {
  const times = createTimes('en', 'Africa/Lagos');
  expect(times.forViewer(OPENING, 'time', 'Europe/Berlin')).toBeUndefined();
  expect(times.forViewer(Date.parse('2026-07-01T10:00:00Z'), 'time', 'Europe/Berlin')).toBe('11:00 GMT+1');
});

test('D3: where it is another day for the viewer, their time says so', () => {
  expect(createTimes('en', 'Asia/Tokyo').forViewer(OPENING, 'time', 'Europe/Berlin')).toBe('Sun 15 Nov, 03:42 GMT+9');
});

test('D3: Germans read German dates', () => {
  expect(createTimes('de', 'UTC').said(OPENING, 'dateTime', 'Europe/Berlin')).toBe('14. Nov. 2026, 19:42');
});

test('D3: an event of a zone that this browser doesn’t know is told on the viewer’s clock, by its name', () => {
  const times = createTimes('en', 'Asia/Tokyo');
  expect(times.said(OPENING, 'time', 'Europe/Atlantis')).toBe(times.said(OPENING, 'time'));
  expect(times.zoneName(OPENING, 'Europe/Atlantis')).toBe('GMT+9');
  expect(times.forViewer(OPENING, 'time', 'Europe/Atlantis')).toBeUndefined();
});
