import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oldBecause } from './screenshot-staleness.ts';

const AT = Date.parse('2026-11-14T18:42:31Z');
const device = {
  deviceSignId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  shortCode: '4QB50C',
  macAddress: '52:54:00:00:00:01',
  appVersion: '1.0.0',
  platform: 'linux',
  screen: { width: 1920, height: 1080, scaleFactor: 1 },
};
const SHOWING = { status: 'showing', statusSince: null } as const;
const ms = fc.integer({ min: 0, max: 3_600_000 });

test('D2: a picture of a sign that is away is old, however young', () => {
  fc.assert(
    fc.property(ms, fc.constantFrom('offline' as const, null), (age, presence) => {
      expect(oldBecause(AT - age, { ...SHOWING, device, presence }, null, AT)).toBe('offline');
    }),
  );
});

test('D2: a picture is never called the present where another page was put on the screen after it', () => {
  fc.assert(
    fc.property(ms, ms, (age, later) => {
      const since = new Date(AT - age + later).toISOString();
      const because = oldBecause(
        AT - age,
        { ...SHOWING, device, presence: 'online' },
        { since, blank: null, blankCheckedAt: null },
        AT,
      );
      expect(because === 'page').toBe(later > 0);
    }),
  );
});

test('D2: with time every picture gets old', () => {
  fc.assert(
    fc.property(ms, (age) => {
      expect(oldBecause(AT - age, { ...SHOWING, device, presence: 'online' }, null, AT)).toBe(
        age > 900_000 ? 'old' : null,
      );
    }),
  );
});

test('D2: a picture of a sign without a device is of the one that it had, and nobody is called offline', () => {
  fc.assert(
    fc.property(ms, (age) => {
      expect(oldBecause(AT - age, { ...SHOWING, device: null, presence: null }, null, AT)).toBe('unlinked');
    }),
  );
});

test('D2: a picture that was taken before the page was taken away is not the present', () => {
  fc.assert(
    fc.property(ms, ms, (age, later) => {
      const statusSince = new Date(AT - age + later).toISOString();
      const sign = { status: 'idle', statusSince, device, presence: 'online' } as const;
      expect(oldBecause(AT - age, sign, null, AT) === 'page').toBe(later > 0);
    }),
  );
});
