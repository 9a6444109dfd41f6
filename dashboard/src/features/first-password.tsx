import { createSignal, onMount, Show } from 'solid-js';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { atCurrentPassword, CurrentPassword, Username } from './current-password.tsx';
import { createForm, FormTrouble } from './create-form.tsx';
import { NewPassword } from './new-password.tsx';
import { SignedOutLayout } from './signed-out-layout.tsx';

/** In place of any page, at its URL, while the person has the printed first password: they choose their own, and the page follows (details 9). */
export function FirstPassword(props: { email: string }) {
  const { words, session } = useTools();
  const said = words.signInPages.firstPassword;
  const typed = session.firstPassword();
  const form = createForm({ currentPassword: typed ?? '', newPassword: '' }, async (values) =>
    atCurrentPassword(words, await session.replaceFirstPassword(values.currentPassword, values.newPassword)),
  );
  const [element, setElement] = createSignal<HTMLFormElement>();
  // `autofocus` works once in the life of a document, and the page to sign in may have used it.
  onMount(() => element()?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus());
  return (
    <SignedOutLayout title={said.title} lead={said.lead}>
      <form ref={setElement} onSubmit={form.submit} novalidate>
        <Username email={props.email} />
        <Show when={typed === null}>
          <CurrentPassword {...form.field('currentPassword', said.printed)} />
        </Show>
        <NewPassword {...form.field('newPassword', words.common.newPassword)} />
        <div class="grid gap-3 pt-1.5">
          <Button kind="primary" size="large" type="submit" aria-disabled={form.isBusy()}>
            {words.signInPages.resetPassword.button}
          </Button>
          <Button size="large" onClick={() => void session.signOut()}>
            {words.shell.home.signOut}
          </Button>
        </div>
        <FormTrouble of={form} />
      </form>
    </SignedOutLayout>
  );
}
