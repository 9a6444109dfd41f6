import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isZone, offsetMsAt } from '../convert-wall-time.ts';
import { beginningOf, fold } from './normalize-text.ts';
import { LARGE_CITIES } from './large-cities.ts';
import { createZones } from './zone-search.ts';
import { ZONE_TABLE } from './zone-table.ts';

const ENGLISH = createZones('en', 'Europe/Vienna');
const GERMAN = createZones('de', 'Europe/Vienna');
const ZONES = ZONE_TABLE.trim()
  .split('\n')
  .map((line) => line.split('|')[0]!);
const CITIES = LARGE_CITIES.trim()
  .split('\n')
  .flatMap((line) => {
    const [zone = '', cities = ''] = line.split('|');
    return cities.split(',').flatMap((pair) => pair.split('=').map((city) => ({ zone, city })));
  });

test.each([
  ['Munich', 'Europe/Berlin', 'München', 'Deutschland'],
  ['München', 'Europe/Berlin', 'München', 'Deutschland'],
  ['muenchen', 'Europe/Berlin', 'München', 'Deutschland'],
  ['munchen', 'Europe/Berlin', 'München', 'Deutschland'],
  ['Köl', 'Europe/Berlin', 'Köln', 'Deutschland'],
  ['Germany', 'Europe/Berlin', 'Berlin', 'Deutschland'],
  ['Deutschland', 'Europe/Berlin', 'Berlin', 'Deutschland'],
  ['Wien', 'Europe/Vienna', 'Wien', 'Österreich'],
  ['Vien', 'Europe/Vienna', 'Wien', 'Österreich'],
  ['USA', 'America/New_York', 'New York', 'Vereinigte Staaten'],
  ['PST', 'America/Los_Angeles', 'Los Angeles', 'Vereinigte Staaten'],
  ['EDT', 'America/New_York', 'New York', 'Vereinigte Staaten'],
  ['JST', 'Asia/Tokyo', 'Tokio', 'Japan'],
  ['Bombay', undefined, undefined, undefined],
  ['Calcutta', 'Asia/Kolkata', 'Kalkutta', 'Indien'],
  ['Peking', 'Asia/Shanghai', 'Peking', 'China'],
  ['utc', 'UTC', 'UTC', ''],
  ['Asia/Calcutta', 'Asia/Kolkata', 'Kalkutta', 'Indien'],
  ['america/new_york', 'America/New_York', 'New York', 'Vereinigte Staaten'],
  ['Pacific Time', 'America/Los_Angeles', 'Los Angeles', 'Vereinigte Staaten'],
  ['Nordamerikanische Westküstenzeit', 'America/Los_Angeles', 'Los Angeles', 'Vereinigte Staaten'],
])('“%s” finds %s first', (typed, timeZone, city, country) => {
  const [first] = GERMAN.find(typed);
  expect(first && { timeZone: first.timeZone, city: first.city, country: first.country }).toEqual(
    timeZone && { timeZone, city, country },
  );
});

test.each(['CET', 'cest', 'MEZ', 'MESZ', 'Central European', 'Mitteleuropäische Zeit'])(
  '“%s” finds the viewer’s zone first, and others that keep the same time',
  (typed) => {
    const found = ENGLISH.find(typed);
    expect(found[0]).toMatchObject({ timeZone: 'Europe/Vienna', city: 'Vienna', country: 'Austria' });
    expect(found.map(({ timeZone }) => timeZone)).toContain('Europe/Berlin');
  },
);

test('“Vien” finds Vienna and Vientiane, in this order', () => {
  expect(ENGLISH.find('Vien').map(({ city, country }) => `${city}, ${country}`)).toEqual([
    'Vienna, Austria',
    'Vientiane, Laos',
  ]);
});

const SEASONS = [Date.UTC(2026, 0), Date.UTC(2026, 6)];
const offsetsOf = (zone: string): number[] => SEASONS.map((atMs) => offsetMsAt(atMs, zone));

test.each(Intl.supportedValuesOf('timeZone'))('%s is found by its name, and by the city in it', (zone) => {
  const [first] = ENGLISH.find(zone);
  expect(offsetsOf(first!.timeZone)).toEqual(offsetsOf(zone));
  expect(ENGLISH.named(zone)).toBe(first);
  const city = zone.split('/').at(-1)!.replaceAll('_', ' ');
  expect(ENGLISH.find(city)).toContain(first);
});

test('every zone in the tables exists, and each of its cities finds it in both languages, in any case and without accents', () => {
  expect(ZONES.filter((zone) => !isZone(zone))).toEqual([]);
  expect([...new Set(CITIES.map(({ zone }) => zone))].filter((zone) => !ZONES.includes(zone))).toEqual([]);
  const typing = fc.constantFrom(
    (city: string) => city,
    (city: string) => city.toUpperCase(),
    (city: string) => ` ${fold(city)} `,
  );
  fc.assert(
    fc.property(fc.constantFrom(...CITIES), typing, fc.constantFrom(ENGLISH, GERMAN), ({ zone, city }, type, zones) => {
      expect(zones.find(type(city)).map(({ timeZone }) => timeZone)).toContain(zone);
    }),
    { numRuns: 1_000 },
  );
});

test('any text finds only places whose zone exists, each of them once', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...ZONES, 'a', 'ß', '+', '/', 'GMT+1'),
  );
  const exists = new Set(ZONES.filter(isZone)).add('UTC');
  fc.assert(
    fc.property(text, (typed) => {
      const found = GERMAN.find(typed);
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter(({ timeZone }) => !exists.has(timeZone))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('a longer text finds only cities that its beginning also finds', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CITIES), fc.integer({ min: 1, max: 20 }), ({ city }, length) => {
      const short = ENGLISH.find(city.slice(0, length));
      fc.pre(short.length < 30);
      const long = ENGLISH.find(city).filter((place) => beginningOf(place.city, city) > 0);
      for (const place of long) expect(short).toContain(place);
    }),
  );
});

test.each([
  ['Vienna', 'vien', 4],
  ['München', 'mu', 2],
  ['München', 'mue', 2],
  ['Košice', 'kos', 3],
  ['Łódź', 'lod', 3],
  ['Vienna', 'wien', 0],
  ['Vienna', ' ', 0],
])('in %s, “%s” is the first characters: %d', (text, typed, count) => {
  expect(beginningOf(text, typed)).toBe(count);
});
