import { findPage, isBuilt, pathOf, type PageName } from '@sign-display/contracts/page-paths';

/** What the frame around a page shows, of the page's address alone. Pure. */

const EVENT_TABS = [
  'wall',
  'outages',
  'schedule',
  'claimAttempts',
  'devices',
  'eventAudit',
  'eventContentFetches',
] as const;
const ORGANIZATION_TABS = [
  'home',
  'people',
  'organizationSettings',
  'organizationAudit',
  'contentFetches',
  'system',
] as const;
export type TabName = (typeof EVENT_TABS)[number] | (typeof ORGANIZATION_TABS)[number];

/** Pages that stand below a tab without being it. */
const BELOW: Partial<Record<PageName, TabName>> = {
  outage: 'outages',
  replacedDevices: 'devices',
  person: 'people',
  organization: 'home',
  sign: 'wall',
  signSchedule: 'wall',
  signHistory: 'wall',
  signLogs: 'wall',
  signContentFetches: 'wall',
  signSettings: 'wall',
};

/** Pages that a tab of another page has inside. They have a tab of their own for a person to whom that page is refused. */
const INSIDE: Partial<Record<PageName, TabName>> = {
  contentFetches: 'organizationAudit',
  eventContentFetches: 'eventAudit',
};

export interface Where {
  eventId: string | undefined;
  organizationId: string | undefined;
  tabs: { of: 'event' | 'organization'; all: { name: TabName; href: string; isCurrent: boolean }[] } | undefined;
}

/** `eventId`: of a page whose address doesn't tell, as a sign's. `mayOpen`: a page that is refused to the person has no tab. */
export function tabsOfPath(path: string, eventId?: string, mayOpen: (page: TabName) => boolean = () => true): Where {
  const page = findPage(path);
  const params: Partial<Record<string, string>> = page?.params ?? {};
  const event = params['eventId'] ?? eventId;
  const organization = params['organizationId'];
  const outerOf = (name: PageName): TabName | undefined => {
    const outer = INSIDE[name];
    return outer !== undefined && mayOpen(outer) ? outer : undefined;
  };
  const hasTab = (name: TabName): boolean => isBuilt(name) && mayOpen(name) && outerOf(name) === undefined;
  const current = page ? (BELOW[page.name] ?? outerOf(page.name) ?? page.name) : undefined;
  const tab = (name: TabName, href: string) => ({ name, href, isCurrent: name === current });
  if (event !== undefined) {
    const all = EVENT_TABS.filter(hasTab).map((name) => tab(name, pathOf(name, { eventId: event })));
    return { eventId: event, organizationId: undefined, tabs: { of: 'event', all } };
  }
  if (organization !== undefined) {
    const all = ORGANIZATION_TABS.filter(hasTab).map((name) =>
      tab(name, name === 'home' ? pathOf(name) : pathOf(name, { organizationId: organization })),
    );
    // Hide a single tab: the bar above already links to its page.
    const tabs = all.length > 1 ? { of: 'organization' as const, all } : undefined;
    return { eventId: undefined, organizationId: organization, tabs };
  }
  return { eventId: undefined, organizationId: undefined, tabs: undefined };
}
