import { NAME_PATTERN } from '@sign-display/contracts/allowed-characters';
import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import { PASSKEY_NAME_LENGTH, PASSKEYS_MOST } from '@sign-display/contracts/passkey-limits';
import { createSignal, onCleanup, onMount, Show } from 'solid-js';
import { asked, type Trouble } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { createForm, FormTrouble } from '../../create-form.tsx';
import { invalidFields } from '../../error-text.ts';
import type { PasskeyNote } from '../../second-factor/create-passkey-sign-in.ts';
import { PasskeyNoteLine } from '../../second-factor/passkey-note.tsx';
import {
  closePrompt,
  fetchPromptAhead,
  promptForNewPasskey,
  type PromptEnd,
} from '../../second-factor/passkey-prompt.ts';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';
import { deviceOf } from '../parse-user-agent.ts';

const IS_NAME = new RegExp(NAME_PATTERN, 'u');

/**
 * Makes a passkey on this device: the name, then the browser's prompt. `onChange`: there may be another passkey, or the account
 * may allow less than before.
 */
export function AddPasskey(props: { onChange(): Promise<void> }) {
  const { words, client, session } = useSecondFactorTools();
  const said = words.passkeys;
  /** Whether the browser's prompt is open. */
  const [isPrompting, setPrompting] = createSignal(false);
  const [end, setEnd] = createSignal<PromptEnd>();
  onMount(fetchPromptAhead);
  const cancel = () => void (isPrompting() && closePrompt());
  let hasLeft = false;
  onCleanup(() => {
    hasLeft = true;
    cancel();
  });

  const device = deviceOf(navigator.userAgent);
  const initial = device ? words.account.device(device.browser, device.system) : '';
  const form = createForm({ name: initial }, async ({ name }): Promise<Trouble | undefined> => {
    setEnd();
    // The service reads the name after the prompt. If it refused the name then, the device would retain a useless passkey.
    if (!IS_NAME.test(name)) return invalidFields([{ path: '/name', message: FIELD_MESSAGES.name }]);
    const offer = await asked(client.call('POST /api/auth/passkey/generate-register-options', { body: {} }));
    if (!offer.ok) {
      // Two-step sign-in was turned off in another window, or the limit was reached there.
      await session.askAgain();
      return offer.body;
    }
    if (hasLeft) return undefined;
    setPrompting(true);
    const given = await promptForNewPasskey(offer.body.options);
    setPrompting(false);
    if ('isUnreachable' in given) return null;
    if ('end' in given) return void setEnd(given.end);
    const body = { name: name.trim(), response: given.credential };
    const answer = await asked(client.call('POST /api/auth/passkey/verify-registration', { body }));
    if (answer.ok) showToast(said.add.added(body.name), words.shell.toasts);
    // After a failure too: the answer may have been lost, or two-step sign-in was turned off in another window.
    await props.onChange();
    if (answer.ok) return undefined;
    // Where two-step sign-in is off, the page offers to turn it on instead of this form.
    return answer.body?.code === 'conflict' ? void setEnd('exists') : answer.body;
  });

  /** The page's words for a refusal; undefined where everybody's are good enough. */
  function refusal(): string | undefined {
    const why = form.trouble();
    if (why?.code === 'conflict') return said.noPasskeys.service;
    if (why?.code === 'quota_exceeded') return said.add.full(PASSKEYS_MOST);
    return why?.errors?.some(({ path }) => path.startsWith('/response')) ? said.add.refused : undefined;
  }
  function note(): PasskeyNote | undefined {
    if (isPrompting()) return { is: 'waiting', text: said.prompt.waiting };
    const ended = end();
    if (ended === undefined) return undefined;
    const text = ended === 'otherHost' ? said.noPasskeys.otherHost : said.notAdded[ended];
    return { is: ended === 'cancelled' || ended === 'exists' ? 'calm' : 'wrong', text };
  }
  return (
    <form onSubmit={form.submit} novalidate class="max-w-[calc(600rem/16)]">
      <p class="mb-3.5 leading-normal text-ink-2">{said.add.lead}</p>
      <div class="items-end gap-2 min-[701px]:flex">
        <div class="min-w-0 flex-1">
          <Field
            autocomplete="off"
            required
            dir="auto"
            maxLength={PASSKEY_NAME_LENGTH}
            {...form.field('name', said.add.name)}
          />
        </div>
        <div class="flex-none pb-3.5">
          <Button
            kind={isPrompting() ? 'usual' : 'primary'}
            size="large"
            type={isPrompting() ? 'button' : 'submit'}
            aria-disabled={form.isBusy() && !isPrompting()}
            onClick={cancel}
          >
            {isPrompting() ? said.prompt.cancel : said.add.button}
          </Button>
        </div>
      </div>
      <Show when={note()} fallback={<FormTrouble of={form} wrong={refusal()} />}>
        {(known) => <PasskeyNoteLine note={known()} />}
      </Show>
    </form>
  );
}
