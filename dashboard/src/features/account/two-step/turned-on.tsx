import type { MeResponse } from '@sign-display/contracts/rest/session';
import { createResource, createSignal, For, Show, type JSX } from 'solid-js';
import { asked } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { isolated } from '../../../words/isolate-direction.ts';
import { CurrentPassword, Username } from '../../current-password.tsx';
import { RefusableButton } from '../../focusable-disabled-button.tsx';
import { createForm, FormTrouble } from '../../create-form.tsx';
import { resourceValue } from '../../resource-value.ts';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';
import { passwordTrouble } from './password-trouble.ts';

/** One page of the account's events. Further back, the page does not say since when it is on. */
const EVENTS_MOST = 200;
/** Then the page says that new codes are needed. */
const FEW_CODES = 3;

/** Asks for the password, and does what needs it. `send` resolves with why not. */
function PasswordDialog(props: {
  email: string;
  title: string;
  text: JSX.Element;
  safe: string;
  action: string;
  isDanger?: boolean;
  send(password: string): ReturnType<Parameters<typeof createForm<{ password: string }>>[1]>;
  onClose(): void;
}) {
  const { words } = useSecondFactorTools();
  const form = createForm({ password: '' }, async ({ password }) => {
    const why = await props.send(password);
    return why === undefined ? undefined : passwordTrouble(why, words.secondFactor.password.wrong);
  });
  return (
    <Dialog isOpen onClose={() => props.onClose()} title={props.title}>
      <form onSubmit={form.submit} novalidate>
        <DialogText>{props.text}</DialogText>
        <div class="mt-4">
          <Username email={props.email} />
          <CurrentPassword {...form.field('password', words.common.password)} />
        </div>
        <FormTrouble of={form} />
        <Actions>
          <Button onClick={() => props.onClose()}>{props.safe}</Button>
          <Button kind={props.isDanger ? 'danger' : 'primary'} type="submit" aria-disabled={form.isBusy()}>
            {props.action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

const Fact = (props: { name: string; children: JSX.Element }) => (
  <div class="flex flex-wrap gap-x-2.5 border-t border-line py-2 leading-[1.4]">
    <dt class="w-[calc(150rem/16)] flex-none text-ink-3">{props.name}</dt>
    <dd class="min-w-0 flex-1 basis-40">{props.children}</dd>
  </div>
);

/** How two-step sign-in is for this account, which organizations require it, new recovery codes, and how to turn it off. */
export function TurnedOn(props: { me: MeResponse; onNewCodes(codes: string[]): void }) {
  const { words, client, session, times } = useSecondFactorTools();
  const said = words.secondFactor.state;
  const [dialog, setDialog] = createSignal<'codes' | 'off' | null>(null);
  const [since] = createResource(async () => {
    const answer = await asked(client.call('GET /api/me/security-events', { query: { limit: EVENTS_MOST } }));
    if (!answer.ok) return undefined;
    return answer.body.items.find(({ action, outcome }) => action === 'mfa.enable' && outcome === 'ok')?.at;
  });
  const required = () => props.me.organizations.filter(({ mfaRequired }) => mfaRequired).map(({ name }) => name);
  const whyNot = () => (props.me.mfa ? undefined : said.needsCode);
  const email = () => props.me.user.email;

  async function makeCodes(password: string) {
    const answer = await asked(client.call('POST /api/auth/two-factor/generate-backup-codes', { body: { password } }));
    if (!answer.ok) return answer.body;
    setDialog(null);
    props.onNewCodes(answer.body.backupCodes);
    await session.ask();
    return undefined;
  }
  async function turnOff(password: string) {
    const answer = await asked(client.call('POST /api/auth/two-factor/disable', { body: { password } }));
    if (!answer.ok) return answer.body;
    setDialog(null);
    showToast(said.turnedOff, words.shell.toasts);
    await session.ask();
    return undefined;
  }
  return (
    <>
      <h2 class="text-18 font-[640]">{words.secondFactor.title}</h2>
      <dl class="mt-1 mb-3.5">
        <Show when={resourceValue(since)}>
          {(at) => <Fact name={said.since}>{times.said(Date.parse(at()), 'dateTime')}</Fact>}
        </Show>
        <Fact name={said.codes}>
          {said.left(props.me.user.recoveryCodes)}
          <Show when={props.me.user.recoveryCodes <= FEW_CODES}>
            <span class="block text-caution">{said.fewLeft}</span>
          </Show>
        </Fact>
        <Fact name={said.session}>{props.me.mfa ? said.withCode : said.withoutCode}</Fact>
        <Show when={required().length > 0}>
          <Fact name={said.required}>
            <For each={required()}>{(name) => <bdi class="block wrap-anywhere">{name}</bdi>}</For>
          </Fact>
        </Show>
      </dl>
      <div class="flex flex-wrap gap-2">
        <RefusableButton whyNot={whyNot()} onClick={() => setDialog('codes')}>
          {said.newCodes}
        </RefusableButton>
        <RefusableButton kind="danger" whyNot={whyNot()} onClick={() => setDialog('off')}>
          {said.turnOff}
        </RefusableButton>
      </div>
      <p class="mt-2.5 leading-normal text-ink-3">{said.foot}</p>
      <Show when={whyNot()}>
        {(why) => (
          <div class="mt-3.5 border-l-[3px] border-ink bg-sunk px-3.5 py-3 leading-normal">
            <p class="mb-2.5">{why()}</p>
            <Button onClick={() => void session.signOut()}>{said.signOut}</Button>
          </div>
        )}
      </Show>
      <Show when={dialog() === 'codes'}>
        <PasswordDialog
          email={email()}
          title={said.newCodes}
          text={said.newCodesText}
          safe={words.secondFactor.cancel}
          action={said.newCodes}
          send={makeCodes}
          onClose={() => setDialog(null)}
        />
      </Show>
      <Show when={dialog() === 'off'}>
        <PasswordDialog
          email={email()}
          title={said.turnOffTitle}
          text={
            required().length > 0
              ? `${said.turnOffText} ${said.turnOffRequired(required().map(isolated).join(', '))}`
              : said.turnOffText
          }
          safe={said.keep}
          action={said.turnOff}
          isDanger
          send={turnOff}
          onClose={() => setDialog(null)}
        />
      </Show>
    </>
  );
}
