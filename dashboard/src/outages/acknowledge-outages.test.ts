import type { Client } from '@sign-display/client/client';
import type { Acknowledgement, Outage } from '@sign-display/contracts/rest/outages';
import { expect, test } from 'vitest';
import { acknowledge, takeBack } from './acknowledge-outages.ts';
import { NOT_RECORDED } from './reread-known-outages.ts';

/** A service in memory: as many as 500 in one request, and the later word counts. */
function serviceOf(count: number) {
  const items = Array.from({ length: count }, (_, nth): Outage => ({
    id: `outage ${nth}`,
    kind: 'offline',
    signId: `sign ${nth}`,
    signName: `Sign ${nth}`,
    ...NOT_RECORDED,
    since: '2026-11-14T18:00:00Z',
    until: null,
    eventId: 'event',
    openedAt: '2026-11-20T19:00:00.000Z',
    closedBy: null,
    told: [],
    acknowledged: null,
  }));
  const say = (ids: readonly string[], word: Acknowledgement | null): void => {
    for (const outage of items) if (ids.includes(outage.id)) outage.acknowledged = word;
  };
  const client = {
    list: async () => ({ ok: true, items: structuredClone(items) }),
    call: async (key: string, { body }: { body: { ids: string[]; note?: string | null } }) => {
      const isOver = items.some(({ id, until }) => until !== null && body.ids.includes(id));
      if (isOver) return { ok: false, body: { code: 'conflict' } };
      if (body.ids.length > 500 || body.ids.length === 0) return { ok: false, body: { code: 'validation_failed' } };
      say(body.ids, key.startsWith('POST') ? wordOf('Tim', body.note ?? null) : null);
      return { ok: true, body: { items } };
    },
  };
  const names = () => new Set(items.map(({ acknowledged }) => acknowledged?.by.name ?? null));
  return { client: client as unknown as Client, items, say, names };
}
const wordOf = (name: string, note: string | null): Acknowledgement => ({
  by: { id: name, name },
  at: '2026-11-14T18:05:00Z',
  note,
});
const all = () => true;
/** Ignores the outages of responses. */
const take = () => () => {};
const saying = (isMeant: (outage: Outage) => boolean, note = '', known: readonly Acknowledgement[] = []) => ({
  isMeant,
  note,
  known,
  take,
});

test('N10: of a cause with more outages than one request takes, all are acknowledged, and all are taken back', async () => {
  const { client, items, names } = serviceOf(1_203);
  const said = await acknowledge(client, 'event', saying(all, ' at the breaker '));
  expect(said).toEqual({ ok: true, outageIds: items.map(({ id }) => id) });
  expect(names()).toEqual(new Set(['Tim']));
  expect(items[1_202]!.acknowledged!.note).toBe('at the breaker');
  expect(await takeBack(client, 'event', all, take)).toBeUndefined();
  expect(names()).toEqual(new Set([null]));
});

test('N10: an acknowledgement replaces an earlier one only if the person has seen that', async () => {
  const { client, items, say, names } = serviceOf(3);
  const maren = wordOf('Maren', 'me');
  say([items[1]!.id], maren);
  expect(await acknowledge(client, 'event', saying(all))).toEqual({ ok: false, taken: [maren] });
  expect(names()).toEqual(new Set([null, 'Maren']));
  expect(await acknowledge(client, 'event', saying(all, '', [maren]))).toMatchObject({ ok: true });
  expect(names()).toEqual(new Set(['Tim']));
});

test('N10: what has ended meanwhile, and what is not meant, is left out', async () => {
  const { client, items } = serviceOf(3);
  items[0]!.until = '2026-11-14T18:04:00Z';
  const said = await acknowledge(
    client,
    'event',
    saying(({ id }) => id !== 'outage 2'),
  );
  expect(said).toEqual({ ok: true, outageIds: ['outage 1'] });
});

test('N10: an undo takes the word back of those that are still open, though one has ended meanwhile; of none it asks nothing', async () => {
  const { client, items } = serviceOf(3);
  const said = await acknowledge(client, 'event', saying(all));
  const ids = said.ok ? said.outageIds : [];
  items[0]!.until = '2026-11-14T18:06:00Z';
  const isMeant = ({ id }: Outage) => id !== 'outage 2' && ids.includes(id);
  expect(await takeBack(client, 'event', isMeant, take)).toBeUndefined();
  expect(items.map(({ acknowledged }) => acknowledged?.by.name ?? null)).toEqual(['Tim', null, 'Tim']);
  expect(await takeBack(client, 'event', isMeant, take)).toBeUndefined();
});
