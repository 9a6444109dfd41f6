import { PAGES, type PageName } from '@sign-display/contracts/pages';
import { Route, Router } from '@solidjs/router';
import { AppNotes } from './features/app-notes.tsx';
import { Doorway } from './features/doorway.tsx';
import { ErrorBoundary, For, lazy, Suspense } from 'solid-js';
import { useTools } from './tools.ts';
import { Button } from './ui/button.tsx';

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

/** In place of a page whose script did not come. What loads a page once keeps that it failed: only the whole is loaded anew. */
function Broken(props: { error: unknown }) {
  const { words } = useTools();
  reportError(props.error);
  return (
    <Doorway title={words.states.ourFault.title(words.states.ourFault.page)} lead={words.states.ourFault.pageLead}>
      <Button onClick={() => location.reload()}>{words.trouble.tryAgain}</Button>
    </Doorway>
  );
}

export const App = () => (
  <Router
    root={(props) => (
      <>
        <AppNotes />
        <ErrorBoundary fallback={(error: unknown) => <Broken error={error} />}>
          <Suspense>{props.children}</Suspense>
        </ErrorBoundary>
      </>
    )}
  >
    <For each={pages}>{([name, path]) => <Route path={path} component={BUILT[name] ?? Later} />}</For>
    <Route path="*" component={Missing} />
  </Router>
);
