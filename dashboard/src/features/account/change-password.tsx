import { Show } from 'solid-js';
import { asked } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/result-message.tsx';
import { atCurrentPassword, CurrentPassword, Username } from '../current-password.tsx';
import { createForm, FormTrouble } from '../create-form.tsx';
import { NewPassword } from '../new-password.tsx';

/** Another password, for who knows the present one; it ends the other sessions, since one of them may be why. */
export function PasswordForm(props: { email: string; onDone(): void }) {
  const { words, client } = useTools();
  const said = words.account;
  const form = createForm({ currentPassword: '', newPassword: '' }, async (typed) => {
    const body = { ...typed, revokeOtherSessions: true };
    const answer = await asked(client.call('POST /api/auth/change-password', { body }));
    if (!answer.ok) return atCurrentPassword(words, answer.body);
    form.set({ currentPassword: '', newPassword: '' });
    props.onDone();
    return undefined;
  });
  return (
    <section class="border-t border-line-strong pt-4 pb-8">
      <h2 class="pb-3 text-15 font-[640]">{words.common.password}</h2>
      <form onSubmit={form.submit} class="max-w-[calc(368rem/16)]" novalidate>
        <Username email={props.email} />
        <CurrentPassword {...form.field('currentPassword', said.currentPassword)} />
        <NewPassword {...form.field('newPassword', words.common.newPassword)} />
        <Button type="submit" aria-disabled={form.isBusy()}>
          {said.changePassword}
        </Button>
        <FormTrouble of={form} />
        <Show when={form.isDone()}>
          <Message is="done">{said.passwordChanged}</Message>
        </Show>
      </form>
    </section>
  );
}
