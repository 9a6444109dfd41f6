import { PAGES } from '@sign-display/contracts/pages';
import { A, Navigate, useSearchParams } from '@solidjs/router';
import { createSignal, onMount, Show } from 'solid-js';
import { afterSignIn } from '../features/after-sign-in.ts';
import { Doorway } from '../features/doorway.tsx';
import { createSubmission } from '../features/submission.ts';
import { fieldError, sayTrouble } from '../features/troubles.ts';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/message.tsx';

export default function SignIn() {
  const { words, session } = useTools();
  const [search] = useSearchParams<{ next?: string }>();
  const [email, setEmail] = createSignal('');
  const [password, setPassword] = createSignal('');
  const { isBusy, trouble, submit } = createSubmission(() => session.signIn(email(), password()));
  // Who is signed in already has nothing to do here.
  onMount(() => {
    if (session.state().is === 'asking') void session.ask();
  });

  const hasEnded = () => {
    const state = session.state();
    return state.is === 'signed-out' && state.hasEnded;
  };
  const said = () => {
    const why = trouble();
    return why?.code === 'unauthenticated' ? words.doors.signIn.wrong : sayTrouble(words, why ?? null);
  };
  return (
    <Doorway
      title={words.doors.signIn.title}
      lead={hasEnded() ? words.doors.signIn.leadFromPage : words.doors.signIn.lead}
    >
      <Show when={session.state().is === 'signed-in'}>
        <Navigate href={afterSignIn(search.next)} />
      </Show>
      <form onSubmit={submit}>
        <Field
          label={words.common.email}
          type="email"
          name="email"
          autocomplete="username"
          required
          autofocus
          value={email()}
          onInput={(event) => setEmail(event.currentTarget.value)}
          error={fieldError(words, trouble(), '/email', words.common.email)}
        />
        <Field
          label={words.common.password}
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password()}
          onInput={(event) => setPassword(event.currentTarget.value)}
          error={fieldError(words, trouble(), '/password', words.common.password)}
          aside={
            <A href={PAGES.forgotPassword} class="text-ink-2">
              {words.doors.signIn.forgotten}
            </A>
          }
        />
        <div class="pt-1.5">
          <Button kind="primary" size="large" type="submit" aria-disabled={isBusy()}>
            {words.doors.signIn.button}
          </Button>
        </div>
        <Show when={trouble() !== undefined}>
          <Message is="wrong">{said()}</Message>
        </Show>
      </form>
    </Doorway>
  );
}
