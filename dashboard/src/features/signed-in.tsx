import type { MeResponse } from '@sign-display/contracts/rest/session';
import { PAGES, pathOf } from '@sign-display/contracts/pages';
import { Navigate, useLocation } from '@solidjs/router';
import { Match, onMount, Switch, type Accessor, type JSX } from 'solid-js';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Doorway } from './doorway.tsx';
import { sayTrouble } from './troubles.ts';

/** A page for who is signed in; others are sent to sign in, and come back to this address. */
export function SignedIn(props: { children: (me: Accessor<MeResponse>) => JSX.Element }) {
  const { session, words } = useTools();
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
      <Match when={me()}>{(known) => props.children(known)}</Match>
      <Match when={session.state().is === 'signed-out'}>
        <Navigate href={here() === PAGES.home ? PAGES.signIn : pathOf('signIn', { next: here() })} />
      </Match>
      <Match when={failure()}>
        {(failed) => (
          <Doorway title={words.common.product} lead={sayTrouble(words, failed().trouble)}>
            <Button onClick={() => void session.ask()}>{words.trouble.tryAgain}</Button>
          </Doorway>
        )}
      </Match>
    </Switch>
  );
}
