import { PAGES } from '@sign-display/contracts/pages';
import { A } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { asked } from '../api/session.ts';
import { Doorway } from '../features/doorway.tsx';
import { createSubmission } from '../features/submission.ts';
import { fieldError, sayTrouble } from '../features/troubles.ts';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/message.tsx';

/** The answer is the same for every address (A3), so the page says what holds for each. */
export default function ForgotPassword() {
  const { words, client } = useTools();
  const [email, setEmail] = createSignal('');
  const { isBusy, trouble, isDone, submit } = createSubmission(async () => {
    const answer = await asked(client.call('POST /api/auth/request-password-reset', { body: { email: email() } }));
    return answer.ok ? undefined : answer.body;
  });
  return (
    <Doorway title={words.doors.forgotPassword.title} lead={words.doors.forgotPassword.lead}>
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
          aside={
            <A href={PAGES.signIn} class="text-ink-2">
              {words.doors.forgotPassword.back}
            </A>
          }
        />
        <div class="pt-1.5">
          <Button kind="primary" size="large" type="submit" aria-disabled={isBusy()}>
            {words.doors.forgotPassword.button}
          </Button>
        </div>
        <Show when={trouble() !== undefined}>
          <Message is="wrong">{sayTrouble(words, trouble() ?? null)}</Message>
        </Show>
        <Show when={isDone()}>
          <Message is="done">{words.doors.forgotPassword.done}</Message>
        </Show>
      </form>
    </Doorway>
  );
}
