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

const requiredBy = ({ organizations }: MeResponse): string[] =>
  organizations.filter(({ mfaRequired }) => mfaRequired).map(({ name }) => name);

/** Since when it is on, how many recovery codes are left, how this session was opened, and which organizations require it. */
function Facts(props: { me: MeResponse }) {
  const { words, client, times } = useSecondFactorTools();
  const said = words.secondFactor.state;
  const [since] = createResource(async () => {
    const answer = await asked(client.call('GET /api/me/security-events', { query: { limit: EVENTS_MOST } }));
    if (!answer.ok) return undefined;
    return answer.body.items.find(({ action, outcome }) => action === 'mfa.enable' && outcome === 'ok')?.at;
  });
  return (
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
      <Show when={requiredBy(props.me).length > 0}>
        <Fact name={said.required}>
          <For each={requiredBy(props.me)}>{(name) => <bdi class="block wrap-anywhere">{name}</bdi>}</For>
        </Fact>
      </Show>
    </dl>
  );
}

/** Asks for the password, and replaces the recovery codes. */
function NewCodesDialog(props: { email: string; onNewCodes(codes: string[]): void; onClose(): void }) {
  const { words, client, session } = useSecondFactorTools();
  const said = words.secondFactor.state;
  async function makeCodes(password: string) {
    const answer = await asked(client.call('POST /api/auth/two-factor/generate-backup-codes', { body: { password } }));
    if (!answer.ok) return answer.body;
    props.onClose();
    props.onNewCodes(answer.body.backupCodes);
    await session.ask();
    return undefined;
  }
  return (
    <PasswordDialog
      email={props.email}
      title={said.newCodes}
      text={said.newCodesText}
      safe={words.secondFactor.cancel}
      action={said.newCodes}
      send={makeCodes}
      onClose={() => props.onClose()}
    />
  );
}

/** Asks for the password, and turns two-step sign-in off. */
function TurnOffDialog(props: { me: MeResponse; onClose(): void }) {
  const { words, client, session } = useSecondFactorTools();
  const said = words.secondFactor.state;
  async function turnOff(password: string) {
    const answer = await asked(client.call('POST /api/auth/two-factor/disable', { body: { password } }));
    if (!answer.ok) return answer.body;
    props.onClose();
    showToast(said.turnedOff, words.shell.toasts);
    await session.ask();
    return undefined;
  }
  const text = () => {
    const names = requiredBy(props.me).map(isolated).join(', ');
    return names === '' ? said.turnOffText : `${said.turnOffText} ${said.turnOffRequired(names)}`;
  };
  return (
    <PasswordDialog
      email={props.me.user.email}
      title={said.turnOffTitle}
      text={text()}
      safe={said.keep}
      action={said.turnOff}
      isDanger
      send={turnOff}
      onClose={() => props.onClose()}
    />
  );
}

/** How two-step sign-in is for this account, which organizations require it, new recovery codes, and how to turn it off. */
export function TurnedOn(props: { me: MeResponse; onNewCodes(codes: string[]): void }) {
  const { words, session } = useSecondFactorTools();
  const said = words.secondFactor.state;
  const [dialog, setDialog] = createSignal<'codes' | 'off' | null>(null);
  const whyNot = () => (props.me.mfa ? undefined : said.needsCode);
  const close = () => setDialog(null);
  return (
    <>
      <h2 class="text-18 font-[640]">{words.secondFactor.title}</h2>
      <Facts me={props.me} />
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
        <NewCodesDialog email={props.me.user.email} onNewCodes={(codes) => props.onNewCodes(codes)} onClose={close} />
      </Show>
      <Show when={dialog() === 'off'}>
        <TurnOffDialog me={props.me} onClose={close} />
      </Show>
    </>
  );
}
