import { createEffect, createMemo, createSignal, on, onMount, Show } from 'solid-js';
import { asked, type CodeSignIn, type Trouble } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { durationText } from '../../ui/durations.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { createForm, FormTrouble } from '../create-form.tsx';
import { SignedOutLayout } from '../signed-out-layout.tsx';
import { useNow } from '../use-now.ts';
import { CHALLENGE_MS, isWrongCode, spacedCode, unfinishedCode } from './codes.ts';
import { useSecondFactorTools, WithSecondFactorWords } from './second-factor-context.ts';

type Way = 'app' | 'recovery';

/** A line that leads to another way in. */
const Other = (props: { icon: 'key' | 'phone' | 'back'; said: string; onGo(): void }) => (
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

/** No code was right in time: only the password begins a new sign-in. */
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

/** The code of the app, or a recovery code. `left`: for how long the service still takes it. */
function Enter(props: { signIn: CodeSignIn; leftMs: number }) {
  const { words, client, clock, session, times } = useSecondFactorTools();
  const said = words.secondFactor.signIn;
  const now = useNow();
  const [way, setWay] = createSignal<Way>('app');
  const [lastCode, setLastCode] = createSignal('');
  const [lockedUntil, setLockedUntil] = createSignal(0);
  const [element, setElement] = createSignal<HTMLFormElement>();
  const lockedMs = () => Math.max(0, lockedUntil() - now());
  const isLocked = createMemo(() => lockedMs() > 0);

  // The cookies may be another person's by now, who signed in in another tab.
  const send = async (code: string) => {
    const body = { code, challenge: props.signIn.challenge };
    return way() === 'app'
      ? await asked(client.call('POST /api/auth/two-factor/verify-totp', { body }))
      : await asked(client.call('POST /api/auth/two-factor/verify-backup-code', { body }));
  };
  const form = createForm({ code: '' }, async ({ code }): Promise<Trouble | undefined> => {
    if (isLocked()) return form.trouble();
    const unfinished = way() === 'app' ? unfinishedCode(code) : undefined;
    if (unfinished) return unfinished;
    const answer = await send(code.trim());
    if (answer.ok) return void (await session.ask());
    if (answer.body?.code === 'rate_limited') setLockedUntil(clock.now() + (answer.body.retryAfterMs ?? 0));
    if (isWrongCode(answer.body)) {
      setLastCode(way() === 'app' ? spacedCode(code) : '');
      if (way() === 'app') form.set({ code: '' });
    }
    return answer.body;
  });
  const focus = () => element()?.querySelector<HTMLInputElement>('[name=code]')?.focus();
  // `autofocus` works once in the life of a document, and the field of the address has used it.
  onMount(focus);
  createEffect(on(() => [way(), form.trouble()], focus, { defer: true }));
  function choose(next: Way): void {
    // Both ways have one count of wrong codes.
    if (!isLocked()) form.reset();
    form.set({ code: '' });
    setWay(next);
  }
  const wrong = () => {
    const why = form.trouble();
    if (why?.code === 'rate_limited') return said.locked(times.said(lockedUntil(), 'time'));
    if (!isWrongCode(why)) return undefined;
    return way() === 'app' ? said.wrong(lastCode()) : said.recoveryWrong;
  };
  return (
    <SignedOutLayout
      title={way() === 'app' ? said.title : said.recoveryTitle}
      lead={way() === 'app' ? said.lead(props.signIn.email) : said.recoveryLead(props.signIn.email)}
      foot={<span>{said.waits(durationText(props.leftMs))}</span>}
    >
      <form ref={setElement} onSubmit={form.submit} novalidate>
        <Show
          when={way() === 'app'}
          fallback={
            <Field
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              required
              maxLength={32}
              {...form.field('code', said.recoveryCode)}
            />
          }
        >
          <CodeField
            isLarge
            label={said.code}
            value={form.values.code}
            error={form.error('/code', said.code)}
            onInput={(code) => form.set({ code })}
            onFull={() => element()?.requestSubmit()}
          />
        </Show>
        <Button kind="primary" size="large" type="submit" disabled={isLocked()} aria-disabled={form.isBusy()}>
          {said.button}
        </Button>
        <FormTrouble of={form} wrong={wrong()} />
        <Show when={isLocked()}>
          <p class="mt-2 text-ink-2">{said.lockedFor(durationText(lockedMs()))}</p>
        </Show>
      </form>
      <ul class="mt-[22px] border-t border-line">
        <Show when={way() === 'app'} fallback={<Other icon="phone" said={said.useApp} onGo={() => choose('app')} />}>
          <Other icon="key" said={said.useRecovery} onGo={() => choose('recovery')} />
        </Show>
        <Other icon="back" said={said.back} onGo={() => session.dropCode()} />
      </ul>
    </SignedOutLayout>
  );
}

function Step(props: { signIn: CodeSignIn }) {
  const { clock } = useSecondFactorTools();
  // The service began to count a moment before.
  const untilMs = clock.now() + CHALLENGE_MS;
  const now = useNow();
  const leftMs = () => Math.max(0, untilMs - now());
  return (
    <Show when={leftMs() > 0} fallback={<Expired />}>
      <Enter signIn={props.signIn} leftMs={leftMs()} />
    </Show>
  );
}

/** In place of the page to sign in, once the password was right and the account asks for a code (A7). */
export const CodeStep = (props: { signIn: CodeSignIn }) => (
  <WithSecondFactorWords>
    <Step signIn={props.signIn} />
  </WithSecondFactorWords>
);
