import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { episodesOf } from './host-failure-episodes.ts';
import { groupAlike, groupsOf, openOf, traitText } from './outage-groups.ts';
import { NOT_RECORDED } from './reread-known-outages.ts';
import { groupText } from './group-text.ts';
import { addressRun, guessOf, sharedOf } from './shared-traits.ts';
import { recordedFacts } from '../testing/outage-facts.ts';
import { createTimes } from '../times/time-formats.ts';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { germanWall } from '../words/german-wall.ts';
import { nobodyNotifiedText } from './outage-messages-and-story.ts';

const FROM = Date.parse('2026-11-14T18:00:00Z');
const at = (seconds: number) => new Date(FROM + seconds * 1_000).toISOString();
const DEVICE = {
  deviceSignId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  shortCode: '4QB50C',
  macAddress: '52:54:00:00:00:01',
  appVersion: '1.0.0',
  platform: 'linux',
  screen: { width: 1920, height: 1080, scaleFactor: 1 },
};
const SIGNS = new Map(
  Array.from({ length: 12 }, (_, nth): [string, SignRow] => {
    const location = nth < 6 ? 'Foyer Nord, left' : 'Bars';
    const shown = {
      url: `https://${nth % 2 === 0 ? 'menu' : 'walls'}.example/x`,
      source: 'assigned' as const,
      until: null,
    };
    const sign = { id: `sign ${nth}`, name: `Sign ${nth}`, location, url: shown.url, shown, device: DEVICE };
    return [sign.id, { ...sign, updatedAt: at(-60) } as SignRow];
  }),
);
const placeSize = (place: string): number =>
  [...SIGNS.values()].filter(({ location }) => placeOf(location) === place).length;
/** What was recorded of a sign when its outage opened; of one that is not there (any more) nothing is known but its name. */
function factsOf(signId: string, isRecorded = true) {
  const sign = SIGNS.get(signId);
  const signName = sign?.name ?? 'A deleted sign';
  return sign && isRecorded ? recordedFacts(sign, placeSize(placeOf(sign.location))) : { signName, ...NOT_RECORDED };
}
/** `isRecorded`: whether a node opened the outage that records the facts. */
const outagesOf = (isRecorded: fc.Arbitrary<boolean>): fc.Arbitrary<Outage[]> => {
  const outage = fc
    .record({
      isRecorded,
      nth: fc.integer({ min: 0, max: 14 }),
      kind: fc.constantFrom('offline' as const, 'unreachable' as const, 'error' as const, 'blank' as const),
      since: fc.integer({ min: 0, max: 60 }),
      lasted: fc.option(fc.integer({ min: 1, max: 60 })),
      isAcknowledged: fc.boolean(),
    })
    .map(({ nth, kind, since, lasted, isAcknowledged, isRecorded: isOfNow }): Outage => ({
      id: `outage ${nth} ${kind}`,
      signId: `sign ${nth}`,
      ...factsOf(`sign ${nth}`, isOfNow),
      kind,
      since: at(since),
      until: lasted === null ? null : at(since + lasted),
      eventId: 'event',
      address: null,
      openedAt: '2026-11-20T19:00:00.000Z',
      closedBy: null,
      told: [],
      acknowledged: isAcknowledged ? { by: { id: 'me', name: 'Me' }, at: at(70), note: null } : null,
    }));
  return fc.uniqueArray(outage, { selector: ({ id }) => id });
};
const outages = outagesOf(fc.boolean());

test('N10: each outage is in one group; a group ends with its last, and is known only where somebody is at all of it that is open', () => {
  fc.assert(
    fc.property(outages, (all) => {
      const groups = groupsOf(all, SIGNS);
      expect(groups.flatMap((group) => group.outages.map(({ id }) => id)).toSorted()).toEqual(
        all.map(({ id }) => id).toSorted(),
      );
      for (const group of groups) {
        expect(new Set(group.outages.map(({ kind }) => kind)).size).toBe(1);
        expect(group.untilMs === null).toBe(group.outages.some(({ until }) => until === null));
        const open = group.outages.filter(({ until }) => until === null);
        const known = open.length > 0 ? open : group.outages;
        expect(group.acknowledged !== null).toBe(known.every(({ acknowledged }) => acknowledged));
        expect(openOf(group)).toEqual(open);
      }
    }),
  );
});

const failing = (nth: number, since: number, until: number | null): Outage => ({
  id: `outage ${nth} ${since}`,
  signId: `sign ${nth}`,
  ...factsOf(`sign ${nth}`),
  kind: 'unreachable',
  since: at(since),
  until: until === null ? null : at(until),
  eventId: 'event',
  address: null,
  openedAt: '2026-11-20T19:00:00.000Z',
  closedBy: null,
  told: [],
  acknowledged: null,
});

test('N10: what failed on a host in the morning is no part of what fails there in the evening', () => {
  const morning = [0, 2, 4].map((nth) => failing(nth, nth, 600));
  const evening = [0, 2, 4].map((nth) => failing(nth, 30_000 + nth, null));
  expect(groupsOf([...morning, ...evening], SIGNS).map(({ is, outages: own }) => `${is} ${own.length}`)).toEqual([
    'host 3',
    'host 3',
  ]);
});

test('N10: what has ended on a host stays one outage, and signs that come back one by one are part of it', () => {
  const all = [0, 2, 4].map((nth) => failing(nth, nth, null));
  const ends = [0, 1, 2, 3].map((back) =>
    groupsOf(
      all.map((one, nth) => (nth < back ? { ...one, until: at(100 + nth) } : one)),
      SIGNS,
    ),
  );
  for (const groups of ends) {
    expect(groups.map(({ is, called, outages: own }) => `${is} ${called} ${own.length}`)).toEqual([
      'host menu.example 3',
    ]);
  }
  expect(ends.map(([group]) => openOf(group!).length)).toEqual([3, 2, 1, 0]);
});

test('N10: a host is the cause if three of its signs fail at the same moment, and failures with a gap between them are separate episodes', () => {
  const lasting = fc.record({
    nth: fc.nat({ max: 5 }),
    sinceMs: fc.nat({ max: 40 }),
    lasts: fc.option(fc.nat({ max: 20 })),
  });
  fc.assert(
    fc.property(fc.array(lasting), (drawn) => {
      const all = drawn.map(({ nth, sinceMs, lasts }, id) => ({
        id: String(id),
        signId: `sign ${nth}`,
        kind: 'error' as const,
        sinceMs,
        untilMs: lasts === null ? Infinity : sinceMs + lasts,
        place: '',
        host: 'menu.example',
      }));
      const { episodes, rest } = episodesOf(all);
      expect([...episodes.flat(), ...rest].toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(all);
      const failing = (some: typeof all, atMs: number) =>
        new Set(some.filter(({ sinceMs, untilMs }) => sinceMs <= atMs && untilMs >= atMs).map(({ signId }) => signId));
      const moments = Array.from({ length: 61 }, (_, atMs) => atMs);
      for (const episode of episodes) {
        expect(moments.some((atMs) => failing(episode, atMs).size >= 3)).toBe(true);
        const [fromMs, toMs] = [episode[0]!.sinceMs, Math.min(60, Math.max(...episode.map(({ untilMs }) => untilMs)))];
        const ofManyAtMs = moments.find((atMs) => failing(all, atMs).size >= 3 && atMs >= fromMs)!;
        // No gap in it, and nothing of another one; what ended before three failed stays by itself.
        for (let atMs = fromMs; atMs <= toMs; atMs += 1) {
          expect(failing(episode, atMs).size).toBeGreaterThan(0);
          if (atMs >= ofManyAtMs) expect(failing(all, atMs)).toEqual(failing(episode, atMs));
        }
        for (const { untilMs } of episode) expect(untilMs).toBeGreaterThanOrEqual(ofManyAtMs);
      }
      for (const atMs of moments) expect(failing(rest, atMs).size).toBeLessThan(3);
    }),
  );
});

const alikeRecorded = fc.boolean().chain((is) => outagesOf(fc.constant(is)));
test('N10: what has ended is never said to be of a page that its sign was given later, and such a page changes nothing more', () => {
  fc.assert(
    fc.property(alikeRecorded, fc.constantFrom('https://menu.example/x', 'https://other.example'), (all, url) => {
      const shown = { url, source: 'assigned' as const, until: null };
      const device = { ...DEVICE, appVersion: '2.0.0', screen: { width: 1, height: 1, scaleFactor: 1 } };
      const given = (to: Pick<SignRow, 'url' | 'shown'> | null) =>
        new Map(Array.from(SIGNS, ([id, sign]) => [id, { ...sign, ...to, updatedAt: at(500) }]));
      const changed = new Map(Array.from(given({ url, shown }), ([id, sign]) => [id, { ...sign, device }]));
      const over = (signs: ReadonlyMap<string, SignRow>) =>
        groupsOf(all, signs)
          .filter(({ untilMs }) => untilMs !== null)
          .map((group) => {
            const ids = new Set(group.outages.map(({ signId }) => signId));
            return [group, sharedOf(group, ids, signs, (first, last) => first + last)];
          });
      expect(over(changed)).toEqual(over(given(null)));
      for (const { is, called, untilMs, outages: own } of groupsOf(all, changed))
        if (untilMs !== null && is === 'host') expect(new Set(own.map(({ host }) => host))).toEqual(new Set([called]));
    }),
  );
});

test('N10: what can’t be reached and what can’t be loaded of one host are two outages, and each says what is wrong', () => {
  const kinds = ['unreachable', 'error'] as const;
  const all = kinds.flatMap((kind) =>
    [0, 2, 4].map((nth): Outage => ({
      id: `outage ${nth} ${kind}`,
      signId: `sign ${nth}`,
      ...factsOf(`sign ${nth}`),
      kind,
      since: at(nth),
      until: null,
      eventId: 'event',
      address: null,
      openedAt: '2026-11-20T19:00:00.000Z',
      closedBy: null,
      told: [],
      acknowledged: null,
    })),
  );
  const said = groupsOf(all, SIGNS).map((group) => groupText({ ...english, ...englishWall }, group));
  expect(said.toSorted()).toEqual([
    ['menu.example', 'can’t load their page'],
    ['menu.example', 'can’t reach their page'],
  ]);
});

const OF_PLACE = { is: 'place' as const, mark: 'offline' as const, untilMs: null, outages: [] };
test('N10: what sets the gone apart is had by all of them and by no other, and stands first', () => {
  fc.assert(
    fc.property(fc.subarray([...SIGNS.keys()], { minLength: 1 }), (ids) => {
      const rows = sharedOf(OF_PLACE, new Set(ids), SIGNS, (first, last) => `${first} ${last}`);
      const apart = rows.map(({ setsApart }) => setsApart);
      expect(apart).toEqual(apart.toSorted((one, other) => Number(other) - Number(one)));
      for (const { setsApart, gone, stayed, rest } of rows) {
        if (!stayed || !rest) throw new Error('no outage has an address here');
        expect(gone.of + stayed.of + rest.of).toBe(SIGNS.size);
        expect(setsApart).toBe(gone.have === gone.of && stayed.have + rest.have === 0 && stayed.of + rest.of > 0);
      }
    }),
  );
});

test('N10: what is guessed is guessed from a fact that sets them apart, and of pages from their host; else nobody guesses', () => {
  const groups = [
    { is: 'place', called: 'Foyer Nord' },
    { is: 'host', called: 'menu.example' },
    { is: 'alone', called: 'Sign 1' },
  ] as const;
  fc.assert(
    fc.property(fc.subarray([...SIGNS.keys()], { minLength: 1 }), fc.constantFrom(...groups), (ids, group) => {
      const of = { ...OF_PLACE, is: group.is };
      const rows = sharedOf(of, new Set(ids), SIGNS, (first, last) => `${first} ${last}`);
      const apart = rows.filter(({ setsApart }) => setsApart).map(({ id }) => id);
      const guess = guessOf(group, rows);
      if (guess) expect(guess.facts).toBe(apart.length);
      expect(guess !== null).toBe(
        group.is !== 'alone' && apart.length > 0 && (group.is !== 'host' || apart.includes('host')),
      );
    }),
  );
  for (const { outages } of [englishWall, germanWall])
    expect(outages.one.guessLead.pages(1)).not.toMatch(/only receives heartbeats|nur Herzschläge/);
});

test('N10: of an outage that nobody was told of it is said who acknowledged it, where somebody did', () => {
  const words = { ...english, ...englishWall };
  const say = (acknowledged: Outage['acknowledged']) =>
    nobodyNotifiedText(words, createTimes('en', 'UTC'), { acknowledged }, 'UTC');
  expect(say(null)).toBe('No one was notified.');
  const said = say({ by: { id: 'm', name: 'Maren' }, at: at(10), note: null });
  expect(said).toMatch(/^No one was notified\. .*Maren.* acknowledged the outage at 18:00:10/);
});

test('N10: what a patch tells of signs groups nothing anew, unless it is what outages are grouped or called by', () => {
  const changes = fc.constantFrom<Partial<SignRow>>(
    { status: 'offline' },
    { statusSince: at(90), lastSeenAt: at(90) },
    { name: 'Another' },
    { location: 'Elsewhere' },
    { shown: { url: 'https://other.example', source: 'assigned', until: null } },
    { url: 'https://other.example' },
    { updatedAt: at(90) },
    { device: null },
  );
  fc.assert(
    fc.property(outages, changes, fc.constantFrom(...SIGNS.keys()), (all, change, id) => {
      const patched = new Map(SIGNS).set(id, { ...SIGNS.get(id)!, ...change });
      if (groupAlike(SIGNS, patched)) expect(groupsOf(all, patched)).toEqual(groupsOf(all, SIGNS));
      const isRead = 'location' in change || 'shown' in change || 'device' in change;
      expect(groupAlike(SIGNS, patched)).toBe(!isRead);
      expect(groupAlike(SIGNS, new Map([...SIGNS].slice(1)))).toBe(false);
    }),
  );
});

test('N10: outages that are read again group nothing anew where the same is said of them', () => {
  fc.assert(
    fc.property(outages, outages, (all, others) => {
      expect(traitText(all, structuredClone(all))).toBe(true);
      if (traitText(all, others)) expect(others.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      const [first, ...rest] = all;
      if (!first) return;
      expect(traitText(all, [{ ...first, until: at(500) }, ...rest])).toBe(false);
      expect(traitText(all, [{ ...first, told: [{ channel: 'push', at: at(80), people: 1 }] }, ...rest])).toBe(false);
      const word = { by: { id: 'another', name: 'Another' }, at: at(80), note: null };
      expect(traitText(all, [{ ...first, acknowledged: word }, ...rest])).toBe(false);
    }),
  );
});

test('N10: signs with consecutive addresses of one network share a trait, in any order; with a gap or an unknown address they don’t', () => {
  const of = (...hosts: (string | null)[]) =>
    hosts.map((host, nth) => ({ signId: `${nth}`, address: host === null ? null : `10.20.4.${host}` }));
  const hosts = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 2, max: 50 })).chain(([first, count]) =>
    fc.shuffledSubarray(
      Array.from({ length: count }, (_, nth) => `${first + nth}`),
      { minLength: count },
    ),
  );
  fc.assert(
    fc.property(hosts, (run) => {
      const numbers = run.map(Number);
      const ends = [`10.20.4.${Math.min(...numbers)}`, `10.20.4.${Math.max(...numbers)}`];
      expect(addressRun(of(...run))).toEqual(ends);
      expect(addressRun(of(...run, `${Math.max(...numbers) + 2}`))).toBeNull();
      expect(addressRun(of(...run, null))).toBeNull();
    }),
  );
  expect(addressRun(of('7'))).toBeNull();
  expect(addressRun([...of('7'), { signId: 'other', address: '10.20.5.8' }])).toBeNull();
  expect(addressRun([...of('7'), { signId: 'other', address: 'fe80::8' }])).toBeNull();
});
