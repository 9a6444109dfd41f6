import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { Show } from 'solid-js';
import { asked } from '../api/session.ts';
import { SignedOutLayout } from '../features/signed-out-layout.tsx';
import { createForm, FormTrouble } from '../features/create-form.tsx';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/result-message.tsx';

/** The answer is the same for every address (A3), so the page says what holds for each. */
export default function ForgotPassword() {
  const { words, client } = useTools();
  const form = createForm({ email: '' }, async (body) => {
    const answer = await asked(client.call('POST /api/auth/request-password-reset', { body }));
    return answer.ok ? undefined : answer.body;
  });
  return (
    <SignedOutLayout title={words.signInPages.forgotPassword.title} lead={words.signInPages.forgotPassword.lead}>
      <form onSubmit={form.submit} novalidate>
        <Field
          type="email"
          autocomplete="username"
          required
          autofocus
          {...form.field('email', words.common.email)}
          aside={
            <A href={PAGES.signIn} class="text-ink-2">
              {words.signInPages.forgotPassword.back}
            </A>
          }
        />
        <div class="pt-1.5">
          <Button kind="primary" size="large" type="submit" aria-disabled={form.isBusy()}>
            {words.signInPages.forgotPassword.button}
          </Button>
        </div>
        <FormTrouble of={form} />
        <Show when={form.isDone()}>
          <Message is="done">{words.signInPages.forgotPassword.done}</Message>
        </Show>
      </form>
    </SignedOutLayout>
  );
}
