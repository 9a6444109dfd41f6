import { findPage, isBuilt } from '@sign-display/contracts/page-paths';
import { expect, test } from 'vitest';
import { tabsOfPath } from './tabs-of-path.ts';

const currentOf = (path: string, eventId?: string) => {
  const { tabs } = tabsOfPath(path, eventId);
  return [tabs?.of, tabs?.all.filter(({ isCurrent }) => isCurrent).map(({ name }) => name)];
};

test.each([
  ['/events/7', ['event', ['wall']]],
  ['/events/7/claims', ['event', ['claimAttempts']]],
  ['/', [undefined, undefined]],
  ['/account', [undefined, undefined]],
])('D3: the frame around %s has the tabs and the current one of %j', (path, tabs) => {
  expect(currentOf(path)).toEqual(tabs);
});

test('U5: every tab leads to a page that is built', () => {
  for (const path of ['/events/7', '/organizations/3', '/signs/5'])
    for (const { href } of tabsOfPath(path, '7').tabs?.all ?? []) expect(isBuilt(findPage(href)!.name)).toBe(true);
  const names = tabsOfPath('/events/7').tabs!.all.map(({ name }) => name);
  expect(names).toEqual(['wall', 'outages', 'claimAttempts', 'devices', 'eventAudit']);
});

test('U5: a page that is refused to the person has no tab', () => {
  const names = (path: string, may: (name: string) => boolean) =>
    tabsOfPath(path, undefined, may).tabs!.all.map(({ name }) => name);
  expect(names('/organizations/3/people', (name) => name !== 'system')).not.toContain('system');
  expect(names('/organizations/3/people', () => true)).toContain('system');
  expect(names('/events/7', (name) => name !== 'claimAttempts')).not.toContain('claimAttempts');
});

test('U5: the loaded content is inside the audit area, and has a tab of its own for a person who may not open that area', () => {
  const isViewer = (name: string) => !name.endsWith('Audit');
  for (const [path, outer, own] of [
    ['/organizations/3/content-fetches', 'organizationAudit', 'contentFetches'],
    ['/events/7/content-fetches', 'eventAudit', 'eventContentFetches'],
  ] as const) {
    const ofAdmin = tabsOfPath(path).tabs!.all;
    expect(ofAdmin.find(({ isCurrent }) => isCurrent)?.name).toBe(outer);
    expect(ofAdmin.map(({ name }) => name)).not.toContain(own);
    const ofViewer = tabsOfPath(path, undefined, isViewer).tabs!.all;
    expect(ofViewer.find(({ isCurrent }) => isCurrent)?.name).toBe(own);
    expect(ofViewer.map(({ name }) => name)).not.toContain(outer);
  }
});

test('D3: a sign’s page stands in its event, below the wall', () => {
  expect(currentOf('/signs/5', '7')).toEqual(['event', ['wall']]);
  expect(currentOf('/signs/5/settings', '7')).toEqual(['event', ['wall']]);
  expect(tabsOfPath('/signs/5', '7').tabs!.all[1]!.href).toBe('/events/7/outages');
});
