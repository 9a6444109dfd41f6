import type { Client } from '@sign-display/client/client';
import type { Outage } from '@sign-display/contracts/rest/outages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passesFilter, type OutageFilter } from './lay-outage-updates.ts';
import { groupsOf, groupWith } from './outage-groups.ts';
import { readOutagesAround } from './read-outages-around.ts';
import { NOT_RECORDED } from './reread-known-outages.ts';

const MINUTE_MS = 60_000;
const at = (minute: number): string => new Date(1_800_000_000_000 + minute * MINUTE_MS).toISOString();
/** Draws outages of one host that overlap in chains over many hours. */
const outages = fc.array(fc.record({ sign: fc.nat(9), since: fc.nat(600), lasted: fc.integer({ min: 1, max: 150 }) }), {
  minLength: 1,
  maxLength: 25,
});

test('N10: the outage page has all outages of the cause, however far the cause reaches beyond the first read', async () => {
  await fc.assert(
    fc.asyncProperty(outages, fc.nat(), async (made, chosen) => {
      const all = made.map(({ sign, since, lasted }, nth): Outage => ({
        id: `outage ${String(nth).padStart(2, '0')}`,
        eventId: 'event',
        kind: 'error',
        signId: `sign ${sign}`,
        signName: `Sign ${sign}`,
        ...NOT_RECORDED,
        location: 'Foyer',
        place: 'Foyer',
        placeSigns: 10,
        host: 'menu.example',
        since: at(since),
        openedAt: at(since),
        until: at(since + lasted),
        closedBy: 'recovered',
        told: [],
        acknowledged: null,
      }));
      const list = async (_: string, { query }: { query: OutageFilter }) => ({
        ok: true,
        items: all.filter((outage) => passesFilter(outage, query)),
      });
      const outage = all[chosen % all.length]!;
      const read = await readOutagesAround({ list } as unknown as Client, outage);
      if (!read.ok) throw new Error('the read was refused');
      const idsOf = (known: readonly Outage[]) =>
        groupWith(groupsOf(known, new Map()), outage.id)!
          .outages.map(({ id }) => id)
          .toSorted();
      expect(idsOf(read.body)).toEqual(idsOf(all));
    }),
    { numRuns: 300 },
  );
});
