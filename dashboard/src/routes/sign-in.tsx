import { PAGES } from '@sign-display/contracts/page-paths';
import { A, Navigate, useSearchParams } from '@solidjs/router';
import { createSignal, onCleanup, onMount, Show } from 'solid-js';
import { afterSignIn } from '../features/return-url.ts';
import type { PasskeyNote } from '../features/second-factor/create-passkey-sign-in.ts';
import { PasskeyButtonSpace } from '../features/second-factor/passkey-button-space.tsx';
import { PasskeyNoteLine } from '../features/second-factor/passkey-note.tsx';
import { createPasskeySupport, type PasskeySupport } from '../features/second-factor/create-passkey-support.ts';
import { SignedOutLayout } from '../features/signed-out-layout.tsx';
import { createForm, FormTrouble } from '../features/create-form.tsx';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/result-message.tsx';
import { later } from '../lazy-part.tsx';

/** Only accounts with two-step sign-in see this part. */
const CodeStep = later(async () => (await import('../features/second-factor/code-step.tsx')).CodeStep);

const PasskeyButton = later(async () => (await import('../features/second-factor/passkey-button.tsx')).PasskeyButton, {
  isQuiet: true,
  meanwhile: PasskeyButtonSpace,
});

function Password(props: { passkeys: PasskeySupport }) {
  const { words, session } = useTools();
  const form = createForm({ email: '', password: '' }, ({ email, password }) => {
    setNote();
    return session.signIn(email, password);
  });
  const [note, setNote] = createSignal<PasskeyNote>();
  // Meanwhile the service answers.
  onMount(() => {
    if (props.passkeys.whyNot() === undefined) void PasskeyButton.fetchAhead();
  });
  const hasEnded = () => {
    const state = session.state();
    return state.is === 'signed-out' && state.hasEnded;
  };
  return (
    <SignedOutLayout
      title={words.signInPages.signIn.title}
      lead={hasEnded() ? words.signInPages.signIn.leadFromPage : words.signInPages.signIn.lead}
    >
      <form onSubmit={form.submit} novalidate>
        <Field type="email" autocomplete="username" required autofocus {...form.field('email', words.common.email)} />
        <Field
          type="password"
          autocomplete="current-password"
          required
          {...form.field('password', words.common.password)}
          aside={
            <A href={PAGES.forgotPassword} class="text-ink-2">
              {words.signInPages.signIn.forgotten}
            </A>
          }
        />
        <div class="pt-1.5">
          <Button kind="primary" size="large" type="submit" aria-disabled={form.isBusy()}>
            {words.signInPages.signIn.button}
          </Button>
        </div>
        <Show when={props.passkeys.whyNot() === undefined}>
          <div class="pt-2.5">
            <Show when={props.passkeys.isKnown()} fallback={<PasskeyButtonSpace />}>
              <PasskeyButton
                onNote={(next) => {
                  if (next) form.reset();
                  setNote(next);
                }}
              />
            </Show>
          </div>
        </Show>
        {/* Its room is there from the first: the form does not move when a sign-in fails. */}
        <div class="grid *:col-start-1 *:row-start-1">
          <div class="invisible" aria-hidden="true">
            <Message is="done">{words.signInPages.signIn.wrong}</Message>
          </div>
          <div>
            <Show
              when={note()}
              fallback={
                <FormTrouble
                  of={form}
                  wrong={form.trouble()?.code === 'unauthenticated' ? words.signInPages.signIn.wrong : undefined}
                />
              }
            >
              {(known) => <PasskeyNoteLine note={known()} />}
            </Show>
          </div>
        </div>
      </form>
    </SignedOutLayout>
  );
}

/** The page signs a person in with a passkey, or with the password and, if the account requires one, a code. */
export default function SignIn() {
  const { session } = useTools();
  const [search] = useSearchParams<{ next?: string }>();
  const passkeys = createPasskeySupport();
  // Who is signed in already has nothing to do here.
  onMount(() => {
    if (session.state().is === 'asking') void session.ask();
  });
  onCleanup(() => session.dropCode());
  return (
    <>
      <Show when={session.state().is === 'signed-in'}>
        <Navigate href={afterSignIn(search.next)} />
      </Show>
      <Show when={session.codeFor()} fallback={<Password passkeys={passkeys} />}>
        {(signIn) => <CodeStep signIn={signIn()} passkeys={passkeys} />}
      </Show>
    </>
  );
}
