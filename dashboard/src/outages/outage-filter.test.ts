import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterOf, spanOf, timeOf, TIMES } from './outage-filter.ts';

const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
const zones = fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'UTC');

test('U12: the URL of a chosen period selects the same period again', () => {
  fc.assert(
    fc.property(moments, zones, fc.constantFrom(...TIMES), (now, zone, time) => {
      const span = spanOf(time, now.getTime(), zone);
      expect(timeOf(filterOf({ ...span }), now.getTime(), zone)).toBe(time);
    }),
  );
});

test('U12: yesterday ends where today begins, even on days of a clock change', () => {
  fc.assert(
    fc.property(moments, zones, (now, zone) => {
      const [today, yesterday] = [spanOf('today', now.getTime(), zone), spanOf('yesterday', now.getTime(), zone)];
      expect(yesterday.to).toBe(today.from);
      const hours = (Date.parse(yesterday.to!) - Date.parse(yesterday.from!)) / 3_600_000;
      expect([23, 24, 25]).toContain(hours);
      expect(Date.parse(today.from!)).toBeLessThanOrEqual(now.getTime());
    }),
  );
});

test('U12: a misspelled filter in the URL is ignored', () => {
  expect(filterOf({ signId: 'one', from: 'soon', to: '' })).toEqual({});
  const signId = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
  expect(filterOf({ signId, to: '2026-11-14T19:00:00+01:00' })).toEqual({ signId, to: '2026-11-14T18:00:00.000Z' });
});
