import { expect, test } from 'vitest';
import { whereOf } from './where.ts';

const currentOf = (path: string, eventId?: string) => {
  const { tabs } = whereOf(path, eventId);
  return [tabs?.of, tabs?.all.filter(({ isCurrent }) => isCurrent).map(({ name }) => name)];
};

test.each([
  ['/events/7', ['event', ['wall']]],
  ['/events/7/claims', ['event', ['claimAttempts']]],
  ['/organizations/3/people/9', ['organization', ['people']]],
  ['/organizations/3', ['organization', ['home']]],
  ['/', [undefined, undefined]],
  ['/account', [undefined, undefined]],
])('D3: the frame around %s has the tabs and the current one of %j', (path, tabs) => {
  expect(currentOf(path)).toEqual(tabs);
});

test('D3: a sign’s page stands in its event, below the wall', () => {
  expect(currentOf('/signs/5', '7')).toEqual(['event', ['wall']]);
  expect(currentOf('/signs/5/settings', '7')).toEqual(['event', ['wall']]);
  expect(whereOf('/signs/5', '7').tabs!.all[1]!.href).toBe('/events/7/outages');
});
