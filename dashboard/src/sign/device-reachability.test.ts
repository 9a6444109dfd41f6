import { expect, test } from 'vitest';
import { englishWall } from '../words/english-wall.ts';
import { germanWall } from '../words/german-wall.ts';
import { reachabilityOf } from './device-reachability.ts';

const DEVICE = {
  deviceSignId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  shortCode: '4QB50C',
  macAddress: '52:54:00:00:00:01',
  appVersion: '1.0.0',
  platform: 'linux',
  screen: { width: 1920, height: 1080, scaleFactor: 1 },
};

test('D2: what a deed comes to is said of now only where the sign hears of it now', () => {
  expect(reachabilityOf({ device: DEVICE, presence: 'online' })).toBe('now');
  expect(reachabilityOf({ device: DEVICE, presence: 'offline' })).toBe('away');
  expect(reachabilityOf({ device: DEVICE, presence: null })).toBe('away');
  expect(reachabilityOf({ device: null, presence: null })).toBe('none');
});

test.each([
  ['English', englishWall, /offline/, /within a second|about a minute/],
  ['German', germanWall, /offline/, /binnen einer Sekunde|etwa eine Minute/],
] as const)(
  'D2: of a sign that is away the %s questions say so, and promise nothing for now',
  (_, words, says, promises) => {
    const { unregisterText, deleteText, askAway } = words.sign.end;
    for (const text of [unregisterText.away, deleteText.away, askAway]) {
      expect(text).toMatch(says);
      expect(text).not.toMatch(promises);
    }
  },
);
