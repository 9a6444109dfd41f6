import { PAGES } from '@sign-display/contracts/page-paths';
import { A, useLocation, useSearchParams } from '@solidjs/router';
import { Match, Switch } from 'solid-js';
import { asked } from '../api/session.ts';
import { SignedOutLayout } from '../features/signed-out-layout.tsx';
import { NewPassword } from '../features/new-password.tsx';
import { createForm, FormTrouble } from '../features/create-form.tsx';
import { useTools } from '../app-context.ts';
import { Button, buttonLook } from '../ui/button.tsx';

/** Where the mail's link leads. */
export default function ResetPassword() {
  const { words, client } = useTools();
  const location = useLocation();
  // Mails of older versions have it in the query; they last an hour.
  const [search] = useSearchParams<{ token?: string }>();
  const token = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? search.token;
  const form = createForm({ newPassword: '' }, async ({ newPassword }) => {
    const body = { token: token() ?? '', newPassword };
    const answer = await asked(client.call('POST /api/auth/reset-password', { body }));
    return answer.ok ? undefined : answer.body;
  });
  // What is wrong is the link, where it is no field.
  const isDead = () => !token() || (form.trouble()?.code === 'validation_failed' && !form.trouble()?.errors);
  return (
    <Switch
      fallback={
        <SignedOutLayout title={words.signInPages.resetPassword.title} lead={words.signInPages.resetPassword.lead}>
          <form onSubmit={form.submit} novalidate>
            <NewPassword {...form.field('newPassword', words.common.newPassword)} />
            <div class="pt-1.5">
              <Button kind="primary" size="large" type="submit" aria-disabled={form.isBusy()}>
                {words.signInPages.resetPassword.button}
              </Button>
            </div>
            <FormTrouble of={form} />
          </form>
        </SignedOutLayout>
      }
    >
      <Match when={form.isDone()}>
        <SignedOutLayout title={words.signInPages.resetPassword.done} lead={words.signInPages.resetPassword.doneLead}>
          <A href={PAGES.signIn} class={buttonLook({ kind: 'primary', size: 'large' })}>
            {words.signInPages.signIn.button}
          </A>
        </SignedOutLayout>
      </Match>
      <Match when={isDead()}>
        <SignedOutLayout title={words.signInPages.resetPassword.dead} lead={words.signInPages.resetPassword.deadLead}>
          <A href={PAGES.forgotPassword} class={buttonLook({ kind: 'primary', size: 'large' })}>
            {words.signInPages.resetPassword.again}
          </A>
        </SignedOutLayout>
      </Match>
    </Switch>
  );
}
