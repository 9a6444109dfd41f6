import { PAGES, type PageName } from '@sign-display/contracts/pages';
import { Route, Router } from '@solidjs/router';
import { AppNotes } from './features/app-notes.tsx';
import { For, lazy, Suspense } from 'solid-js';

/**
 * The pages that are built, by their names in `PAGES`; the others say that they come. Each is a script of its own: a phone that claims a sign doesn't load the
 * wall.
 */
const BUILT: Partial<Record<PageName, ReturnType<typeof lazy>>> = {
  home: lazy(() => import('./routes/home.tsx')),
  signIn: lazy(() => import('./routes/sign-in.tsx')),
  forgotPassword: lazy(() => import('./routes/forgot-password.tsx')),
  resetPassword: lazy(() => import('./routes/reset-password.tsx')),
  newEvent: lazy(() => import('./routes/new-event.tsx')),
  eventSettings: lazy(() => import('./routes/event-settings.tsx')),
  newOrganization: lazy(() => import('./routes/new-organization.tsx')),
  account: lazy(() => import('./routes/account.tsx')),
  invitation: lazy(() => import('./routes/invitation.tsx')),
  claim: lazy(() => import('./routes/claim.tsx')),
  wall: lazy(() => import('./routes/event.tsx')),
  claimAttempts: lazy(() => import('./routes/claims.tsx')),
};
const Later = lazy(() => import('./routes/later.tsx'));
const Missing = lazy(() => import('./routes/missing.tsx'));

const pages = Object.entries(PAGES) as [PageName, string][];

const fits = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);

/** Begins to fetch the script of the page at this path. What goes wrong shows when it is drawn. */
export function fetchPageAhead(pathname: string): void {
  const [name] = pages.find(([, path]) => fits(path, pathname)) ?? [];
  void (name && BUILT[name])?.preload().catch(() => undefined);
}

export const App = () => (
  <Router
    root={(props) => (
      <>
        <AppNotes />
        <Suspense>{props.children}</Suspense>
      </>
    )}
  >
    <For each={pages}>{([name, path]) => <Route path={path} component={BUILT[name] ?? Later} />}</For>
    <Route path="*" component={Missing} />
  </Router>
);
