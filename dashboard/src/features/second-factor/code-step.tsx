import { createEffect, createSignal, on, onMount, Show } from 'solid-js';
import { asked, type CodeSignIn } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { durationText } from '../../ui/durations.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FormTrouble, type FieldOfForm } from '../create-form.tsx';
import { SignedOutLayout } from '../signed-out-layout.tsx';
import { useNow } from '../use-now.ts';
import { CHALLENGE_MS } from './codes.ts';
import { createCodeForm, type CodeKind } from './create-code-form.ts';
import { createPasskeySignIn } from './create-passkey-sign-in.ts';
import type { PasskeySupport } from './create-passkey-support.ts';
import { PasskeyNoteLine } from './passkey-note.tsx';
import { useSecondFactorTools, WithSecondFactorWords } from './second-factor-context.ts';

interface Props {
  signIn: CodeSignIn;
  /** Of the page to sign in. */
  passkeys: PasskeySupport;
}

/** A line that leads to another way in. */
const Other = (props: { icon: 'key' | 'phone' | 'back' | 'passkey' | 'close'; said: string; onGo(): void }) => (
  <li>
    <button
      type="button"
      class="flex min-h-11 w-full items-center gap-2.5 border-b border-line py-2 text-start font-[560] max-[700px]:min-h-12"
      onClick={() => props.onGo()}
    >
      <Icon is={props.icon} />
      <span class="min-w-0 wrap-anywhere">{props.said}</span>
      <Icon is="right" class="ms-auto" />
    </button>
  </li>
);

/** No code was right in time, or the service ended the sign-in before: only the password begins a new one. */
function Expired() {
  const { words, session } = useSecondFactorTools();
  const said = words.secondFactor.signIn;
  return (
    <SignedOutLayout title={said.expired} lead={said.expiredLead}>
      <Button kind="primary" size="large" onClick={() => session.dropCode()}>
        {said.again}
      </Button>
    </SignedOutLayout>
  );
}

const RecoveryCodeField = (props: FieldOfForm) => (
  <Field autocomplete="off" autocapitalize="off" spellcheck={false} required maxLength={32} {...props} />
);

/** The code of the app, or a recovery code. `leftMs`: for how long the service still takes it. */
function Enter(props: Props & { leftMs: number; onEnd(): void }) {
  const { words, client, session } = useSecondFactorTools();
  const said = words.secondFactor.signIn;
  const [kind, setKind] = createSignal<CodeKind>('app');
  const passkey = props.passkeys.whyNot() === undefined ? createPasskeySignIn() : undefined;
  const isApp = () => kind() === 'app';
  // The cookies may be another person's by now, who signed in in another tab.
  const send = async (code: string) => {
    passkey?.reset();
    const body = { code, challenge: props.signIn.challenge };
    return isApp()
      ? await asked(client.call('POST /api/auth/two-factor/verify-totp', { body }))
      : await asked(client.call('POST /api/auth/two-factor/verify-backup-code', { body }));
  };
  const { form, ...code } = createCodeForm(
    send,
    () => session.ask(),
    () => props.onEnd(),
    { kind, conflict: said.unreadable },
  );
  // `autofocus` works once in the life of a document, and the field of the address has used it.
  onMount(code.focus);
  createEffect(on(kind, code.focus, { defer: true }));
  // All kinds of codes have one count of wrong ones.
  const forget = () => void (code.isLocked() || form.reset());
  function choose(next: CodeKind): void {
    forget();
    passkey?.reset();
    form.set({ code: '' });
    setKind(next);
  }
  return (
    <SignedOutLayout
      title={isApp() ? said.title : said.recoveryTitle}
      lead={isApp() ? said.lead(props.signIn.email) : said.recoveryLead(props.signIn.email)}
      foot={<span>{said.waits(durationText(props.leftMs))}</span>}
    >
      <form ref={code.setElement} onSubmit={form.submit} novalidate>
        <Show when={isApp()} fallback={<RecoveryCodeField {...form.field('code', said.recoveryCode)} />}>
          <CodeField isLarge {...code.digits} />
        </Show>
        <Button kind="primary" size="large" type="submit" disabled={code.isLocked()} aria-disabled={form.isBusy()}>
          {said.button}
        </Button>
        <Show when={passkey?.note()} fallback={<FormTrouble of={form} wrong={code.wrong()} />}>
          {(note) => <PasskeyNoteLine note={note()} />}
        </Show>
        <Show when={code.isLocked()}>
          <p class="mt-2 text-ink-2">{said.lockedFor(durationText(code.lockedMs()))}</p>
        </Show>
      </form>
      <ul class="mt-[22px] border-t border-line">
        <Show when={passkey}>
          {(known) => (
            <Other
              icon={known().icon()}
              said={known().label(words.passkeys.signIn.use)}
              onGo={() => {
                forget();
                known().toggle();
              }}
            />
          )}
        </Show>
        <Show when={isApp()} fallback={<Other icon="phone" said={said.useApp} onGo={() => choose('app')} />}>
          <Other icon="key" said={said.useRecovery} onGo={() => choose('recovery')} />
        </Show>
        <Other icon="back" said={said.back} onGo={() => session.dropCode()} />
      </ul>
    </SignedOutLayout>
  );
}

function Step(props: Props) {
  const { clock } = useSecondFactorTools();
  // The service began to count a moment before.
  const untilMs = clock.now() + CHALLENGE_MS;
  const now = useNow();
  const leftMs = () => Math.max(0, untilMs - now());
  const [hasEnded, setEnded] = createSignal(false);
  return (
    <Show when={leftMs() > 0 && !hasEnded()} fallback={<Expired />}>
      <Enter signIn={props.signIn} passkeys={props.passkeys} leftMs={leftMs()} onEnd={() => setEnded(true)} />
    </Show>
  );
}

/** In place of the page to sign in, once the password was right and the account asks for a code (A7). */
export const CodeStep = (props: Props) => (
  <WithSecondFactorWords>
    <Step signIn={props.signIn} passkeys={props.passkeys} />
  </WithSecondFactorWords>
);
