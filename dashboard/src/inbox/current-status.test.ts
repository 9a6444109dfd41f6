import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currentStatus, ENDS_MOST, endsToRead } from './current-status.ts';

const FROM_MS = Date.parse('2026-11-14T18:00:00Z');
const at = (minute: number) => new Date(FROM_MS + minute * 60_000).toISOString();
const outage = (nth: number, untilMinute: number | null = null, more = {}) => ({
  id: `outage ${nth}`,
  kind: 'offline' as const,
  signId: `sign ${nth}`,
  since: at(nth),
  until: untilMinute === null ? null : at(untilMinute),
  closedBy: untilMinute === null ? null : ('recovered' as const),
  ...more,
});
type Known = ReturnType<typeof outage>;
const byId = (all: Known[]) => new Map(all.map((one) => [one.id, one]));
const message = (kind: 'sign_offline' | 'sign_online' | 'claim_completed', all: Known[]) => ({
  kind,
  outageIds: all.map(({ id }) => id),
  signs: all.map(({ signId }) => ({ id: signId, name: signId })),
});

test('N11: a message shows how many of its outages are open, or when the last of them ended', () => {
  const outages = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.option(fc.integer({ min: 41, max: 99 }))), {
      selector: ([nth]) => nth,
      minLength: 1,
      maxLength: ENDS_MOST,
    })
    .map((all) => all.map(([nth, until]) => outage(nth, until)));
  fc.assert(
    fc.property(outages, (all) => {
      const open = byId(all.filter(({ until }) => until === null));
      const said = currentStatus(message('sign_offline', all), open, byId(all));
      const ends = all.map(({ until }) => (until === null ? Infinity : Date.parse(until)));
      if (open.size > 0) expect(said).toMatchObject({ is: 'open', open: open.size, count: all.length });
      else expect(said).toMatchObject({ is: 'over', count: all.length, untilMs: Math.max(...ends) });
    }),
  );
});

test('N11: a message shows no present state until the open outages are known, and no time until their ends are known', () => {
  const one = message('sign_offline', [outage(1)]);
  expect(currentStatus(one, undefined, new Map())).toBeNull();
  expect(currentStatus(one, new Map(), new Map())).toMatchObject({ is: 'over', untilMs: undefined });
  expect(endsToRead(one, new Map(), new Map())).toEqual(['outage 1']);
  expect(endsToRead(one, byId([outage(1)]), new Map())).toEqual([]);
  expect(endsToRead(one, new Map(), byId([outage(1, 5)]))).toEqual([]);
  const many = message(
    'sign_offline',
    Array.from({ length: ENDS_MOST + 1 }, (_, nth) => outage(nth)),
  );
  expect(endsToRead(many, new Map(), new Map())).toEqual([]);
});

test('N11: a message about a recovery shows if the sign has a problem again', () => {
  const back = message('sign_online', [outage(1, 5)]);
  expect(currentStatus(back, new Map(), new Map())).toBeNull();
  const again = byId([outage(7, null, { signId: 'sign 1' }), outage(9)]);
  expect(currentStatus(back, again, new Map())).toEqual({ is: 'again', sinceMs: FROM_MS + 7 * 60_000 });
  const blank = byId([outage(7, null, { signId: 'sign 1', kind: 'blank' })]);
  expect(currentStatus(back, blank, new Map())).toBeNull();
});

test('N11: an outage that ended because the sign was unregistered is not shown as recovered', () => {
  const ended = byId([outage(1, 5, { closedBy: 'left' })]);
  expect(currentStatus(message('sign_offline', [outage(1)]), new Map(), ended)).toMatchObject({ hasLeft: true });
});

test('N11: a message without outages shows no present state', () => {
  expect(currentStatus(message('claim_completed', [outage(1)]), new Map(), new Map())).toBeNull();
  expect(currentStatus({ kind: 'sign_offline', outageIds: [], signs: [] }, new Map(), new Map())).toBeNull();
});
