import { PAGES } from '@sign-display/contracts/pages';
import { A, Navigate, useSearchParams } from '@solidjs/router';
import { onMount, Show } from 'solid-js';
import { afterSignIn } from '../features/after-sign-in.ts';
import { Doorway } from '../features/doorway.tsx';
import { createForm, FormTrouble } from '../features/form.tsx';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/message.tsx';

export default function SignIn() {
  const { words, session } = useTools();
  const [search] = useSearchParams<{ next?: string }>();
  const form = createForm({ email: '', password: '' }, ({ email, password }) => session.signIn(email, password));
  // Who is signed in already has nothing to do here.
  onMount(() => {
    if (session.state().is === 'asking') void session.ask();
  });

  const hasEnded = () => {
    const state = session.state();
    return state.is === 'signed-out' && state.hasEnded;
  };
  return (
    <Doorway
      title={words.doors.signIn.title}
      lead={hasEnded() ? words.doors.signIn.leadFromPage : words.doors.signIn.lead}
    >
      <Show when={session.state().is === 'signed-in'}>
        <Navigate href={afterSignIn(search.next)} />
      </Show>
      <form onSubmit={form.submit} novalidate>
        <Field type="email" autocomplete="username" required autofocus {...form.field('email', words.common.email)} />
        <Field
          type="password"
          autocomplete="current-password"
          required
          {...form.field('password', words.common.password)}
          aside={
            <A href={PAGES.forgotPassword} class="text-ink-2">
              {words.doors.signIn.forgotten}
            </A>
          }
        />
        <div class="pt-1.5">
          <Button kind="primary" size="large" type="submit" aria-disabled={form.isBusy()}>
            {words.doors.signIn.button}
          </Button>
        </div>
        {/* Its room is there from the first: the form does not move when a sign-in fails. */}
        <div class="grid *:col-start-1 *:row-start-1">
          <div class="invisible" aria-hidden="true">
            <Message is="done">{words.doors.signIn.wrong}</Message>
          </div>
          <div>
            <FormTrouble
              of={form}
              wrong={form.trouble()?.code === 'unauthenticated' ? words.doors.signIn.wrong : undefined}
            />
          </div>
        </div>
      </form>
    </Doorway>
  );
}
