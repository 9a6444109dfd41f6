import type { MeResponse } from '@sign-display/contracts/rest/session';
import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { Navigate, useLocation } from '@solidjs/router';
import { Match, onMount, Switch, type Accessor, type JSX } from 'solid-js';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import type { Trouble } from '../api/session.ts';
import { later } from '../lazy-part.tsx';
import { createRetries } from './create-retries.ts';
import { SignedOutLayout } from './signed-out-layout.tsx';

/** A script of its own: only the first owner of an installation sees it, once. */
export const FirstPassword = later(async () => (await import('./first-password.tsx')).FirstPassword);

/** The service could not be asked who this is. */
function NotAsked(props: { why: Trouble }) {
  const { session, words } = useTools();
  const tries = createRetries(
    () => props.why,
    () => void session.ask(),
  );
  return (
    <SignedOutLayout title={words.common.product} lead={tries.lead()}>
      <Button disabled={tries.isHeld()} onClick={tries.now}>
        {words.trouble.tryAgain}
      </Button>
    </SignedOutLayout>
  );
}

/** A page for who is signed in; others are sent to sign in, and come back to this address. */
export function SignedIn(props: { children: (me: Accessor<MeResponse>) => JSX.Element }) {
  const { session } = useTools();
  const location = useLocation();
  onMount(() => {
    if (session.state().is !== 'signed-in') void session.ask();
  });
  /** A page may have put into its address where it is by now, which the router doesn't hear of. Of a page that is on its way, only the router knows the address. */
  const here = () => {
    const { pathname, search, hash } = window.location.pathname === location.pathname ? window.location : location;
    return pathname + search + hash;
  };
  const me = () => {
    const state = session.state();
    return state.is === 'signed-in' ? state.me : undefined;
  };
  const failure = () => {
    const state = session.state();
    return state.is === 'failed' ? state : undefined;
  };
  return (
    <Switch>
      <Match when={me()?.passwordChangeRequired && me()}>
        {(known) => <FirstPassword email={known().user.email} />}
      </Match>
      <Match when={me()}>{(known) => props.children(known)}</Match>
      <Match when={session.state().is === 'signed-out'}>
        <Navigate href={here() === PAGES.home ? PAGES.signIn : pathOf('signIn', { next: here() })} />
      </Match>
      <Match when={failure()}>{(failed) => <NotAsked why={failed().trouble} />}</Match>
    </Switch>
  );
}
