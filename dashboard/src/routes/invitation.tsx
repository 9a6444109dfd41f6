import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { Invitation as Invited } from '@sign-display/contracts/rest/invitations';
import { A, useNavigate, useParams } from '@solidjs/router';
import { createResource, Match, onMount, Show, Switch } from 'solid-js';
import { asked } from '../api/session.ts';
import { FirstPassword } from '../features/require-sign-in.tsx';
import { SignedOutLayout } from '../features/signed-out-layout.tsx';
import { NewPassword } from '../features/new-password.tsx';
import { createForm, FormTrouble } from '../features/create-form.tsx';
import { errorText } from '../features/error-text.ts';
import { useTools } from '../app-context.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

/** How the invited person joins: with an account that is made here, or as who is signed in. */
function Join(props: { token: string; invitation: Invited }) {
  const { words, client, session } = useTools();
  const navigate = useNavigate();
  const form = createForm({ name: '', password: '' }, async (typed) => {
    const body = props.invitation.hasAccount ? {} : typed;
    const params = { token: props.token };
    const answer = await asked(client.call('POST /api/invitations/:token/accept', { params, body }));
    if (!answer.ok) return answer.body;
    session.take(answer.body);
    navigate(PAGES.home, { replace: true });
    return undefined;
  });
  return (
    <form onSubmit={form.submit} novalidate>
      <Show when={!props.invitation.hasAccount}>
        <Field
          autocomplete="name"
          required
          autofocus
          maxLength={200}
          dir="auto"
          {...form.field('name', words.common.name)}
        />
        <NewPassword {...form.field('password', words.common.newPassword)} />
      </Show>
      <div class="pt-1.5">
        <Button kind="primary" size="large" type="submit" aria-disabled={form.isBusy()}>
          {words.signInPages.invitation.button}
        </Button>
      </div>
      <FormTrouble of={form} />
    </form>
  );
}

/** Where the mail of an invitation leads. */
export default function Invitation() {
  const { words, client, session } = useTools();
  const params = useParams<{ token: string }>();
  const [found, { refetch }] = createResource(() =>
    asked(client.call('GET /api/invitations/:token', { params: { token: params.token } })),
  );
  onMount(() => {
    if (session.state().is === 'asking') void session.ask();
  });
  const invitation = () => {
    const answer = found();
    return answer?.ok ? answer.body : undefined;
  };
  const trouble = () => {
    const answer = found();
    return answer && !answer.ok ? { why: answer.body } : undefined;
  };
  const me = () => {
    const state = session.state();
    return state.is === 'signed-in' ? state.me : undefined;
  };
  const email = () => me()?.user.email;
  return (
    <Switch>
      <Match when={trouble()?.why?.code === 'not_found'}>
        <SignedOutLayout title={words.signInPages.invitation.dead} lead={words.signInPages.invitation.deadLead}>
          <A href={PAGES.home} class={buttonLook({})}>
            {words.shell.missing.home}
          </A>
        </SignedOutLayout>
      </Match>
      <Match when={trouble()}>
        {(failed) => (
          <SignedOutLayout title={words.common.product} lead={errorText(words, failed().why)}>
            <Button onClick={() => void refetch()}>{words.trouble.tryAgain}</Button>
          </SignedOutLayout>
        )}
      </Match>
      <Match when={me()?.passwordChangeRequired && me()}>
        {(known) => <FirstPassword email={known().user.email} />}
      </Match>
      <Match when={session.state().is !== 'asking' && invitation()}>
        {(open) => (
          <SignedOutLayout
            title={words.signInPages.invitation.title(open().organization.name)}
            lead={words.signInPages.invitation.lead(words.common.roles[open().role], open().email)}
          >
            <Switch fallback={<Join token={params.token} invitation={open()} />}>
              <Match when={email() !== undefined && email() !== open().email}>
                <p class="mb-3.5 leading-normal">{words.signInPages.invitation.other(email()!)}</p>
                <Button size="large" onClick={() => void session.signOut()}>
                  {words.shell.home.signOut}
                </Button>
              </Match>
              <Match when={open().hasAccount && email() === undefined}>
                <p class="mb-3.5 leading-normal">{words.signInPages.invitation.hasAccount}</p>
                <A
                  href={pathOf('signIn', { next: pathOf('invitation', { token: params.token }) })}
                  class={buttonLook({ kind: 'primary', size: 'large' })}
                >
                  {words.signInPages.signIn.button}
                </A>
              </Match>
            </Switch>
          </SignedOutLayout>
        )}
      </Match>
    </Switch>
  );
}
