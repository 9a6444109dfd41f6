import { PAGES, type PageName } from '@sign-display/contracts/pages';
import { Route, Router } from '@solidjs/router';
import { AppNotes } from './features/app-notes.tsx';
import { Doorway } from './features/doorway.tsx';
import { ErrorBoundary, For, lazy, Suspense } from 'solid-js';
import { useTools } from './tools.ts';
import { Button } from './ui/button.tsx';
import { loadWallWords } from './words/wall-words.ts';
import type { Language } from './words/words.ts';

/** One page: it stays while its tabs change. */
const SIGN = lazy(() => import('./routes/sign.tsx'));
const SIGN_PAGES: readonly PageName[] = [
  'sign',
  'signSchedule',
  'signHistory',
  'signLogs',
  'signContentFetches',
  'signSettings',
];

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
  outages: lazy(() => import('./routes/outages.tsx')),
  outage: lazy(() => import('./routes/outage.tsx')),
  ...Object.fromEntries(SIGN_PAGES.map((name) => [name, SIGN])),
};
const Later = lazy(() => import('./routes/later.tsx'));
const Missing = lazy(() => import('./routes/missing.tsx'));

const pages = Object.entries(PAGES) as [PageName, string][];

/** Addresses of one page are one route, so that it stays from one to the next. */
const routes = [...Map.groupBy(pages, ([name]) => BUILT[name] ?? Later)].map(([component, all]) => ({
  component,
  paths: all.map(([, path]) => path),
}));

const fits = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);

/** The pages that have words of their own (`routes/` puts them below `WithWallWords`). */
const WITH_WALL_WORDS = new Set<PageName>(['wall', 'outages', 'outage', ...SIGN_PAGES]);

/** Begins to fetch the script of the page at this path, and the words that it alone has. What goes wrong shows when it is drawn. */
export function fetchPageAhead(pathname: string, language: Language): void {
  const [name] = pages.find(([, path]) => fits(path, pathname)) ?? [];
  if (name === undefined) return;
  void BUILT[name]?.preload().catch(() => undefined);
  if (WITH_WALL_WORDS.has(name)) void loadWallWords(language).catch(() => undefined);
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
    <For each={routes}>{({ component, paths }) => <Route path={paths} component={component} />}</For>
    <Route path="*" component={Missing} />
  </Router>
);
