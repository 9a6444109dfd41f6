import type { Outage, OutageKind } from '@sign-display/contracts/rest/outages';
import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordedFacts } from '../testing/outage-facts.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { groupsOf } from './outage-groups.ts';
import { groupText } from './group-text.ts';

/** Tests the texts of ended outages, whatever happens to their signs later. */

const FROM = Date.parse('2026-11-14T18:00:00Z');
const at = (seconds: number): string => new Date(FROM + seconds * 1_000).toISOString();
const words = { ...english, ...englishWall };
/** A sign is judged to be offline so long after its last heartbeat. */
const JUDGED_AFTER = 15;
/** Signs that go within so many seconds have one cause. */
const WITHIN = 10;
const SIGNS = 9;

const pages = fc.constantFrom('https://menu.example/x', 'https://walls.example/x', null);
const places = fc.constantFrom('Foyer, left', 'Foyer, right', 'Bars');
const numbers = fc.uniqueArray(fc.nat({ max: SIGNS - 1 }), { minLength: 1, maxLength: SIGNS, size: 'max' });
const kinds = fc.constantFrom<OutageKind>('offline', 'unreachable', 'error');
const step = fc.record({
  seconds: fc.integer({ min: 1, max: 20 }),
  nths: numbers,
  act: fc.oneof(
    { weight: 5, arbitrary: fc.record({ is: fc.constant('open' as const), kind: kinds }) },
    { weight: 5, arbitrary: fc.record({ is: fc.constant('end' as const), kind: kinds }) },
    fc.record({ is: fc.constant('set' as const), url: pages }),
    fc.record({ is: fc.constant('undo' as const) }),
    fc.record({ is: fc.constant('move' as const), location: places }),
    fc.record({ is: fc.constant('rename' as const), name: fc.constantFrom('A', 'B') }),
    fc.record({ is: fc.constant('link' as const) }),
    fc.record({ is: fc.constant('unlink' as const) }),
    fc.record({ is: fc.constant('delete' as const) }),
  ),
});

const signOf = (nth: number): SignRow => {
  const url = 'https://menu.example/x';
  const sign = { id: `sign ${nth}`, name: `Sign ${nth}`, location: nth < 5 ? 'Foyer, left' : 'Bars', url };
  return { ...sign, shown: { url, source: 'assigned', until: null }, device: {}, updatedAt: at(0) } as SignRow;
};

/** An event whose outages a service opens and ends as ours does. */
function openEvent() {
  const signs = new Map(Array.from({ length: SIGNS }, (_, nth) => [`sign ${nth}`, signOf(nth)]));
  const outages: Outage[] = [];
  let before: [id: string, url: string | null][] = [];
  let now = 0;
  const linkedAt = (place: string): number =>
    [...signs.values()].filter(({ location, device }) => device && placeOf(location) === place).length;
  const openOf = (id: string, kind: OutageKind) =>
    outages.find((one) => one.signId === id && one.kind === kind && one.until === null);
  function change(id: string, to: Partial<SignRow>): void {
    const sign = signs.get(id);
    if (sign) signs.set(id, { ...sign, ...to, updatedAt: at(now) });
  }
  const give = (id: string, url: string | null): void =>
    change(id, { url, shown: { url, source: 'assigned', until: null } });
  function leave(id: string): void {
    for (const one of outages) if (one.signId === id && one.until === null) one.until = at(now);
  }
  return {
    signs,
    outages,
    now: () => now,
    take({ seconds, nths, act }: typeof step extends fc.Arbitrary<infer Step> ? Step : never): void {
      now += seconds;
      const ids = nths.map((nth) => `sign ${nth}`);
      if (act.is === 'undo') for (const [id, url] of before) give(id, url);
      if (act.is === 'set') before = ids.flatMap((id) => (signs.has(id) ? [[id, signs.get(id)!.url]] : []));
      for (const id of ids) {
        const sign = signs.get(id);
        if (act.is === 'open' && sign?.device && !openOf(id, act.kind)) {
          const since = at(act.kind === 'offline' ? now - JUDGED_AFTER : now);
          const facts = recordedFacts(sign, linkedAt(placeOf(sign.location)));
          const own = { id: `outage ${String(outages.length).padStart(4, '0')}`, signId: id, kind: act.kind, since };
          outages.push({
            ...own,
            ...facts,
            until: null,
            eventId: 'event',
            address: null,
            openedAt: '2026-11-20T19:00:00.000Z',
            closedBy: null,
            told: [],
            acknowledged: null,
          });
        } else if (act.is === 'end') {
          const open = openOf(id, act.kind);
          if (open) open.until = at(now);
        } else if (act.is === 'set') give(id, act.url);
        else if (act.is === 'move') change(id, { location: act.location });
        else if (act.is === 'rename') change(id, { name: act.name });
        else if (act.is === 'link') change(id, { device: {} as SignRow['device'] });
        else if (act.is === 'unlink' || act.is === 'delete') {
          leave(id);
          if (act.is === 'unlink') change(id, { device: null });
          else signs.delete(id);
        }
      }
    },
  };
}

test('U12: no sequence of openings, ends, bulk sets, undos and changes of signs changes how an ended cause reads', () => {
  const ended = { place: 0, host: 0, alone: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), (steps) => {
      const event = openEvent();
      const readings = new Map<string, unknown>();
      for (const one of steps) {
        event.take(one);
        const groups = groupsOf(structuredClone(event.outages), event.signs);
        const now = new Map(groups.map((group) => [group.id, [group, groupText(words, group)]]));
        for (const [id, reading] of readings) expect(now.get(id)).toEqual(reading);
        for (const [id, reading] of now) {
          const { is, untilMs, outages } = reading[0] as (typeof groups)[number];
          // A verdict of the same moment may still come.
          const settlesAt =
            Math.max(...outages.map(({ since }) => Date.parse(since))) + (WITHIN + JUDGED_AFTER) * 1_000;
          if (untilMs === null || FROM + event.now() * 1_000 <= settlesAt || readings.has(id)) continue;
          readings.set(id, reading);
          ended[is] += 1;
        }
      }
    }),
    { endOnFailure: true },
  );
  for (const count of Object.values(ended)) expect(count).toBeGreaterThan(10);
});

test('U12: a host’s outage that has ended stays one outage when its signs are given another page and the set is undone', () => {
  const event = openEvent();
  const nths = [0, 1, 5, 6];
  const take = (act: Parameters<typeof event.take>[0]['act']) => event.take({ seconds: 5, nths, act });
  const read = () =>
    groupsOf(event.outages, event.signs).map(({ is, called, outages, untilMs }) => [
      is,
      called,
      outages.length,
      untilMs !== null,
    ]);
  take({ is: 'open', kind: 'unreachable' });
  expect(read()).toEqual([['host', 'menu.example', 4, false]]);
  take({ is: 'set', url: 'https://walls.example/x' });
  expect(read()).toEqual([['host', 'menu.example', 4, false]]);
  take({ is: 'end', kind: 'unreachable' });
  expect(read()).toEqual([['host', 'menu.example', 4, true]]);
  take({ is: 'undo' });
  expect(read()).toEqual([['host', 'menu.example', 4, true]]);
});

test('U12: three of four signs that went at one moment stay one outage when their place has twenty signs later, and one of those goes', () => {
  const goneOf = (nths: number[], seconds: number, placeSigns: number) =>
    nths.map((nth): Outage => ({
      id: `outage ${seconds} ${nth}`,
      signId: `sign ${nth}`,
      ...recordedFacts(signOf(nth), placeSigns),
      kind: 'offline',
      since: at(seconds),
      until: at(seconds + 60),
      eventId: 'event',
      address: null,
      openedAt: '2026-11-20T19:00:00.000Z',
      closedBy: null,
      told: [],
      acknowledged: null,
    }));
  const morning = goneOf([0, 1, 2], 0, 4);
  const evening = goneOf([3], 30_000, 20);
  const read = (outages: Outage[]) =>
    groupsOf(outages, new Map()).map(({ is, called, ofPlace, names }) => [is, called, ofPlace, names.length]);
  expect(read(morning)).toEqual([['place', 'Foyer', 4, 3]]);
  expect(read([...morning, ...evening])).toEqual([
    ['alone', 'Sign 3', 20, 1],
    ['place', 'Foyer', 4, 3],
  ]);
});
