/**
 * The addresses of the dashboard's pages, decided here and nowhere else: mails, pushes and the inbox link to them, the dashboard's router shows them, and the
 * service answers each with the dashboard. `/claim`, `/invite/:token` and `/reset-password` are the contract's (sections 3 and 4.2); `/outages/:outageId` and
 * `/inbox/subscription` are as drawn. A path that is released stays: old mails lead to it. Pure.
 */
export const PAGES = {
  /** The events of the caller's organizations. */
  home: '/',

  signIn: '/sign-in',
  /** The form that requests a mail with a link to choose a new password. */
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  invitation: '/invite/:token',
  /** The caller's own name, password and sessions. */
  account: '/account',
  /** The account's tab for two-step sign-in. */
  twoStep: '/account/two-step',
  /** The account's tab for passkeys. */
  passkeys: '/account/passkeys',

  /** For the phone, from a sign's code to a claimed sign. */
  claim: '/claim',

  inbox: '/inbox',
  /** The caller's subscriptions. */
  subscription: '/inbox/subscription',

  wall: '/events/:eventId',
  /** The event's name, zone and times. */
  eventSettings: '/events/:eventId/settings',
  /** The wall for a screen without input. */
  room: '/events/:eventId/room',
  outages: '/events/:eventId/outages',
  schedule: '/events/:eventId/schedule',
  claimAttempts: '/events/:eventId/claims',
  /** Machines that share an identity. */
  devices: '/events/:eventId/devices',
  replacedDevices: '/events/:eventId/devices/replaced',
  eventAudit: '/events/:eventId/audit',
  /** What the signs of the event loaded for their pages. */
  eventContentFetches: '/events/:eventId/content-fetches',

  /** One outage, with all outages of the same cause. */
  outage: '/outages/:outageId',

  sign: '/signs/:signId',
  signSchedule: '/signs/:signId/schedule',
  signHistory: '/signs/:signId/history',
  signLogs: '/signs/:signId/logs',
  signContentFetches: '/signs/:signId/content-fetches',
  signSettings: '/signs/:signId/settings',

  newOrganization: '/new-organization',
  organization: '/organizations/:organizationId',
  newEvent: '/organizations/:organizationId/new-event',
  people: '/organizations/:organizationId/people',
  /** A member, with their sessions. */
  person: '/organizations/:organizationId/people/:userId',
  organizationSettings: '/organizations/:organizationId/settings',
  organizationAudit: '/organizations/:organizationId/audit',
  contentFetches: '/organizations/:organizationId/content-fetches',
  system: '/organizations/:organizationId/system',
} as const;

/**
 * Pages outside of the dashboard: no sign-in, no service worker, none of the dashboard's scripts. Never change a
 * released path: signs and bookmarks use it.
 */
export const SIGN_PAGES = {
  /** A sign in a browser tab (`kiosk/browser`). */
  browserSign: '/sign',
  /** The sample page for a first sign. This service's pages may frame it. */
  sample: '/sample',
} as const;

export type PageName = keyof typeof PAGES;

/**
 * These paths have no page yet, so no page or mail links to them. A person who opens such a path reads that the page is
 * not built yet.
 */
const NOT_BUILT = ['room', 'schedule', 'organization'] as const satisfies readonly PageName[];
export type BuiltPage = Exclude<PageName, (typeof NOT_BUILT)[number]>;

export const isBuilt = (name: PageName): name is BuiltPage => !(NOT_BUILT as readonly PageName[]).includes(name);

/** The parameters of a page's path: `{ eventId }` for `/events/:eventId/outages`. */
type ParamsIn<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Record<Param, string> & ParamsIn<Rest>
  : Path extends `${string}:${infer Param}`
    ? Record<Param, string>
    : unknown;

/** The queries that links to these pages may have. Other pages define their own queries. */
interface PageQueries {
  /** `quiet`: the page offers a snooze of this many minutes. */
  subscription: { event?: string | undefined; quiet?: number | undefined };
  /** `next`: the path to go on to. */
  signIn: { next?: string | undefined };
  /** `next`: the path to return to, on which the person needs an event. */
  newEvent: { next?: string | undefined };
  /** `next`: the path to go on to, once two-step sign-in is on. */
  twoStep: { next?: string | undefined };
}

/** The secrets behind the `#` of these pages. Browsers send them to no server, so no log and no proxy has them. */
interface PageFragments {
  /** `token`: of the mail's link. */
  resetPassword: { token: string };
}

const WITH_FRAGMENT: readonly PageName[] = ['resetPassword'] satisfies (keyof PageFragments)[];

export type PageTarget<Name extends PageName> = ParamsIn<(typeof PAGES)[Name]> &
  (Name extends keyof PageQueries ? PageQueries[Name] : unknown) &
  (Name extends keyof PageFragments ? PageFragments[Name] : unknown);

/** The path of a page, with its query or fragment: `pathOf('subscription', { event })` → `/inbox/subscription?event=…`. */
export function pathOf<Name extends PageName>(
  name: Name,
  ...[target]: Record<never, never> extends PageTarget<Name> ? [PageTarget<Name>?] : [PageTarget<Name>]
): string {
  const rest = new Map(Object.entries<string | number | undefined>(target ?? {}));
  const path = PAGES[name].replace(/:(\w+)/g, (_, param: string) => {
    const value = rest.get(param);
    rest.delete(param);
    return encodeURIComponent(String(value));
  });
  const query = [...rest].filter(([, value]) => value !== undefined);
  if (query.length === 0) return path;
  const mark = WITH_FRAGMENT.includes(name) ? '#' : '?';
  return `${path}${mark}${query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/** The page's whole address, below the service's own (`PUBLIC_URL`). */
export const addressOf = (publicUrl: string, path: string): string => publicUrl.replace(/\/$/, '') + path;

interface FoundPage {
  name: PageName;
  /** As they stand in `PAGES`, decoded. */
  params: Record<string, string>;
}

const PATTERNS = Object.entries(PAGES).map(([name, path]) => ({
  name: name as PageName,
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

/** The page of a path, which has no query; null where there is none. A slash at its end does not matter. */
export function findPage(path: string): FoundPage | null {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  for (const { name, pattern } of PATTERNS) {
    const found = pattern.exec(bare);
    if (!found) continue;
    try {
      const params = Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
      return { name, params: Object.fromEntries(params) as Record<string, string> };
    } catch {
      // A lone percent sign: nobody wrote that address.
      return null;
    }
  }
  return null;
}
