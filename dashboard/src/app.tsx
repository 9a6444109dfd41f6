import { isBuilt, PAGES, type BuiltPage, type PageName } from '@sign-display/contracts/page-paths';
import { Route, Router } from '@solidjs/router';
import { AppNotes } from './features/app-notices.tsx';
import { SignedOutLayout } from './features/signed-out-layout.tsx';
import { ErrorBoundary, For, Suspense } from 'solid-js';
import { PageGuard, pageScript, type PageScript } from './lazy-pages.tsx';
import { useTools } from './app-context.ts';
import { Button } from './ui/button.tsx';
import { loadAdminWords } from './words/admin-words-loader.ts';
import { loadClaimingWords } from './words/claiming-words-loader.ts';
import { loadDeviceWords } from './words/device-words-loader.ts';
import { loadInboxWords } from './words/inbox-words-loader.ts';
import { loadSecondFactorWords } from './words/second-factor-words-loader.ts';
import { loadWallWords } from './words/wall-words-loader.ts';
import type { Language } from './words/words.ts';

/** One page: it stays while its tabs change. */
const SIGN = pageScript(() => import('./routes/sign.tsx'));
const SIGN_PAGES = {
  sign: SIGN,
  signSchedule: SIGN,
  signHistory: SIGN,
  signLogs: SIGN,
  signContentFetches: SIGN,
  signSettings: SIGN,
};

/** Its tabs are addresses of one page. */
const ACCOUNT = pageScript(() => import('./routes/account.tsx'));

/** The list stays while the settings beside it are opened. */
const INBOX = pageScript(() => import('./routes/inbox.tsx'));

/** The tabs of the devices are addresses of one page. */
const DEVICES = pageScript(() => import('./routes/devices.tsx'));

/** The list of people stays while one of them is opened. */
const PEOPLE = pageScript(() => import('./routes/people.tsx'));

/**
 * The pages that are built, by their names in `PAGES`; the others say that they come. Each is a script of its own: a phone that claims a sign doesn't load the
 * wall.
 */
const BUILT: Record<BuiltPage, PageScript> = {
  home: pageScript(() => import('./routes/home.tsx')),
  signIn: pageScript(() => import('./routes/sign-in.tsx')),
  forgotPassword: pageScript(() => import('./routes/forgot-password.tsx')),
  resetPassword: pageScript(() => import('./routes/reset-password.tsx')),
  newEvent: pageScript(() => import('./routes/new-event.tsx')),
  eventSettings: pageScript(() => import('./routes/event-settings.tsx')),
  newOrganization: pageScript(() => import('./routes/new-organization.tsx')),
  account: ACCOUNT,
  twoStep: ACCOUNT,
  passkeys: ACCOUNT,
  invitation: pageScript(() => import('./routes/invitation.tsx')),
  inbox: INBOX,
  subscription: INBOX,
  claim: pageScript(() => import('./routes/claim.tsx')),
  wall: pageScript(() => import('./routes/event.tsx')),
  devices: DEVICES,
  replacedDevices: DEVICES,
  claimAttempts: pageScript(() => import('./routes/claims.tsx')),
  outages: pageScript(() => import('./routes/outages.tsx')),
  outage: pageScript(() => import('./routes/outage.tsx')),
  people: PEOPLE,
  person: PEOPLE,
  organizationSettings: pageScript(() => import('./routes/organization-settings.tsx')),
  organizationAudit: pageScript(() => import('./routes/organization-audit.tsx')),
  eventAudit: pageScript(() => import('./routes/event-audit.tsx')),
  contentFetches: pageScript(() => import('./routes/organization-content-fetches.tsx')),
  eventContentFetches: pageScript(() => import('./routes/event-content-fetches.tsx')),
  system: pageScript(() => import('./routes/system.tsx')),
  ...SIGN_PAGES,
};
const Later = pageScript(() => import('./routes/coming-soon.tsx'));
const Missing = pageScript(() => import('./routes/not-found.tsx'));

const builtOf = (name: PageName): PageScript => (isBuilt(name) ? BUILT[name] : Later);
const pages = Object.entries(PAGES) as [PageName, string][];

/** Addresses of one page are one route, so that it stays from one to the next. */
const routes = [...Map.groupBy(pages, ([name]) => builtOf(name))].map(([script, all]) => ({
  component: script.page,
  paths: all.map(([, path]) => path),
}));

const fits = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);

const nameOf = (pathname: string): PageName | undefined => pages.find(([, path]) => fits(path, pathname))?.[0];
function scriptOf(pathname: string): PageScript {
  const name = nameOf(pathname);
  return name === undefined ? Missing : builtOf(name);
}

/** How the words are loaded that some pages have of their own (`routes/` puts those pages below them). */
const OWN_WORDS: Partial<Record<PageName, (language: Language) => Promise<unknown>>> = {
  claim: loadClaimingWords,
  inbox: loadInboxWords,
  subscription: loadInboxWords,
  devices: loadDeviceWords,
  replacedDevices: loadDeviceWords,
  people: loadAdminWords,
  person: loadAdminWords,
  organizationSettings: loadAdminWords,
  organizationAudit: loadAdminWords,
  eventAudit: loadAdminWords,
  contentFetches: loadAdminWords,
  eventContentFetches: loadAdminWords,
  system: loadAdminWords,
  account: loadSecondFactorWords,
  twoStep: loadSecondFactorWords,
  passkeys: loadSecondFactorWords,
  // The button for a passkey.
  signIn: loadSecondFactorWords,
  ...Object.fromEntries(['wall', 'outages', 'outage', ...Object.keys(SIGN_PAGES)].map((name) => [name, loadWallWords])),
};

/** Begins to fetch the script of the page at this path, and the words that it alone has. What goes wrong shows when it is drawn. */
export function fetchPageAhead(pathname: string, language: Language): void {
  const name = nameOf(pathname);
  if (name === undefined) return;
  void builtOf(name)
    .fetch()
    .catch(() => undefined);
  void OWN_WORDS[name]?.(language).catch(() => undefined);
}

/** In place of the first page, where its script did not come, and of one that broke: the whole is loaded anew. */
function Broken(props: { error: unknown }) {
  const { words } = useTools();
  reportError(props.error);
  return (
    <SignedOutLayout
      title={words.states.ourFault.title(words.states.ourFault.page)}
      lead={words.states.ourFault.pageLead}
    >
      <Button onClick={() => location.reload()}>{words.trouble.tryAgain}</Button>
    </SignedOutLayout>
  );
}

export const App = () => (
  <Router
    root={(props) => (
      <>
        <AppNotes />
        <PageGuard scriptOf={scriptOf} />
        <ErrorBoundary fallback={(error: unknown) => <Broken error={error} />}>
          <Suspense>{props.children}</Suspense>
        </ErrorBoundary>
      </>
    )}
  >
    <For each={routes}>{({ component, paths }) => <Route path={paths} component={component} />}</For>
    <Route path="*" component={Missing.page} />
  </Router>
);
