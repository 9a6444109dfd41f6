import { pathOf, PAGES } from '@sign-display/contracts/page-paths';
import { PASSKEYS_MOST } from '@sign-display/contracts/passkey-limits';
import type { Passkey } from '@sign-display/contracts/rest/passkeys';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { A } from '@solidjs/router';
import { createResource, createSignal, Match, Show, Switch } from 'solid-js';
import { asked, type Trouble } from '../../../api/session.ts';
import { Button, buttonLook } from '../../../ui/button.tsx';
import { LoadError } from '../../load-error.tsx';
import { resourceValue } from '../../resource-value.ts';
import { createPasskeySupport, type PasskeySupport } from '../../second-factor/create-passkey-support.ts';
import { PasskeySignInHere } from '../../second-factor/passkey-sign-in-here.tsx';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';
import { useTitle } from '../../window-title.ts';
import { ACCOUNT_ASIDE, ACCOUNT_MAIN, ACCOUNT_PANES, AccountHead } from '../account-tabs.tsx';
import { MarkedNotes, type NoteKind } from '../marked-notes.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyTable } from './passkey-table.tsx';
import { RemovePasskey } from './remove-passkey.tsx';

/** A reason why nothing can be added, and what to do about it. */
const BOX = 'border-l-[3px] border-ink bg-sunk px-3.5 py-3 leading-normal';

/** In the order of the notes in `words.passkeys.notes`. */
const NOTE_KINDS: readonly NoteKind[] = ['good', 'good', 'caution', 'caution', 'caution'];

function Notes() {
  const { words } = useSecondFactorTools();
  const said = words.passkeys.notes;
  return <MarkedNotes title={said.title} items={said.items} kinds={NOTE_KINDS} />;
}

/** A session that was opened with the password alone changes no passkey: it leads to signing in with one, or with a code. */
function WithoutSecondFactor(props: { count: number; support: PasskeySupport }) {
  const { words, session } = useSecondFactorTools();
  const said = words.secondFactor.state;
  const hasPasskey = () => props.count > 0 && props.support.whyNot() === undefined;
  return (
    <div class={BOX}>
      <p class="mb-2.5">{hasPasskey() ? words.passkeys.needsSecondFactor : said.needsCode}</p>
      <div class="flex flex-wrap gap-2">
        <Show when={hasPasskey()}>
          <PasskeySignInHere />
        </Show>
        <Button onClick={() => void session.signOut()}>{said.signOut}</Button>
      </div>
    </div>
  );
}

/** The form for another passkey, or why there can't be one. */
function Adding(props: { me: MeResponse; count: number; support: PasskeySupport; onChange(): Promise<void> }) {
  const { words } = useSecondFactorTools();
  const said = words.passkeys;
  return (
    <section classList={{ 'mt-6 border-t border-line-strong pt-[18px]': props.count > 0 }}>
      <Switch
        fallback={
          <>
            <h2 class="mb-1.5 text-18 font-[640]">{said.add.title}</h2>
            <AddPasskey onChange={() => props.onChange()} />
          </>
        }
      >
        <Match when={!props.me.mfa}>
          <WithoutSecondFactor count={props.count} support={props.support} />
        </Match>
        <Match when={props.support.whyNot()}>
          {(why) => (
            <>
              <h2 class="mb-2.5 text-18 font-[640]">{said.add.unsupported}</h2>
              <p class={BOX}>{said.noPasskeys[why()]}</p>
            </>
          )}
        </Match>
        <Match when={props.count >= PASSKEYS_MOST}>
          <p class={BOX}>{said.add.full(PASSKEYS_MOST)}</p>
        </Match>
      </Switch>
    </section>
  );
}

/** The list of passkeys. `failure`: why it could not be read; then the list stays as it was. */
function createPasskeys() {
  const { client } = useSecondFactorTools();
  const [failure, setFailure] = createSignal<{ why: Trouble }>();
  const [read, { refetch }] = createResource<Passkey[] | undefined>(async (_, { value }) => {
    const answer = await asked(client.call('GET /api/auth/passkey/list-user-passkeys'));
    setFailure(answer.ok ? undefined : { why: answer.body });
    return answer.ok ? answer.body.passkeys : value;
  });
  return { list: () => resourceValue(read), failure, read: async () => void (await refetch()) };
}

function Passkeys(props: { me: MeResponse; passkeys: ReturnType<typeof createPasskeys> }) {
  const { words, session } = useSecondFactorTools();
  const support = createPasskeySupport();
  const [removing, setRemoving] = createSignal<Passkey>();
  const whyNot = () => (props.me.mfa ? undefined : words.passkeys.needsSecondFactor);
  const changed = async () => void (await Promise.all([props.passkeys.read(), session.askAgain()]));
  const [list, setList] = createSignal<HTMLElement>();
  const removed = async () => {
    await changed();
    // The button that had the focus went with its row.
    if (document.activeElement === document.body) list()?.focus();
  };
  return (
    <section ref={setList} tabIndex={-1} class={`${ACCOUNT_MAIN} outline-none`} aria-label={words.passkeys.title}>
      <Show when={props.passkeys.failure()}>
        {(failed) => (
          <LoadError what={words.passkeys.what} why={failed().why} onAgain={() => void props.passkeys.read()} />
        )}
      </Show>
      <Show when={props.passkeys.list()}>
        {(passkeys) => (
          <>
            <Show when={passkeys().length > 0}>
              <PasskeyTable passkeys={passkeys()} whyNot={whyNot()} onRemove={setRemoving} />
            </Show>
            <Adding me={props.me} count={passkeys().length} support={support} onChange={changed} />
          </>
        )}
      </Show>
      <Show when={removing()} keyed>
        {(passkey) => <RemovePasskey passkey={passkey} onRemoved={removed} onClose={() => setRemoving()} />}
      </Show>
    </section>
  );
}

/** The tab of passkeys: which ones there are, another one for this device, and how to remove one. */
export function PasskeysPage(props: { me: MeResponse }) {
  const { words } = useSecondFactorTools();
  const said = words.passkeys.headline;
  useTitle(() => words.passkeys.title);
  const passkeys = createPasskeys();
  const count = () => passkeys.list()?.length ?? props.me.user.passkeys;
  const isOn = () => props.me.user.totp;
  const sentence = () => {
    if (!isOn()) return said.off;
    return count() === 0 ? said.none : said.count(count());
  };
  return (
    <>
      <AccountHead tab="passkeys" sentence={sentence()} lead={said.lead} />
      <div class={ACCOUNT_PANES}>
        <Show
          when={isOn()}
          fallback={
            <section class={ACCOUNT_MAIN}>
              <p class="mb-3.5 leading-normal">{said.offLead}</p>
              <A href={pathOf('twoStep', { next: PAGES.passkeys })} class={buttonLook({ kind: 'primary' })}>
                {words.secondFactor.profile.turnOn}
              </A>
            </section>
          }
        >
          <Passkeys me={props.me} passkeys={passkeys} />
        </Show>
        <aside class={ACCOUNT_ASIDE}>
          <Notes />
        </aside>
      </div>
    </>
  );
}
