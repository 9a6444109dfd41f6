import { pathOf } from '@sign-display/contracts/page-paths';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { A } from '@solidjs/router';
import { createSignal, Show } from 'solid-js';
import { buttonLook } from '../../ui/button.tsx';
import { useSecondFactorTools } from '../second-factor/second-factor-context.ts';
import { useTitle } from '../window-title.ts';
import { ACCOUNT_ASIDE, ACCOUNT_MAIN, ACCOUNT_PANES, AccountHead } from './account-tabs.tsx';
import { MailLanguage } from './mail-language.tsx';
import { NameForm } from './change-name.tsx';
import { PasswordForm } from './change-password.tsx';
import { createPushList } from '../push/push-list.ts';
import { PushSetup } from '../push/push-setup.tsx';
import { PushBrowsers } from './push-browsers.tsx';
import { SecurityEvents } from './security-events.tsx';
import { Sessions } from './sessions.tsx';
import { TestMessageOfEvent } from './test-message-of-event.tsx';

/** Notifications in this browser, the browsers that get them, and a test message. */
function Notifications(props: { changes: number }) {
  const list = createPushList(() => props.changes);
  return (
    <>
      <PushSetup list={list} />
      <PushBrowsers list={list} />
      <TestMessageOfEvent onChanged={() => void list.refetch()} />
    </>
  );
}

/** The person's name, language and password, and where they are signed in. */
export function Profile(props: { me: MeResponse }) {
  const { words } = useSecondFactorTools();
  useTitle(() => words.account.title);
  const [changes, setChanges] = createSignal(1);
  /** A browser gets no more notifications when its session ends. */
  const [ended, setEnded] = createSignal(1);
  return (
    <>
      <AccountHead tab="account" sentence={words.account.title} lead={words.account.lead}>
        <Show when={!props.me.user.totp}>
          <A href={pathOf('twoStep')} class={buttonLook({})}>
            {words.secondFactor.profile.turnOn}
          </A>
        </Show>
      </AccountHead>
      <div class={ACCOUNT_PANES}>
        <div class={ACCOUNT_MAIN}>
          <NameForm name={props.me.user.name} email={props.me.user.email} />
          <MailLanguage language={props.me.user.language} />
          <PasswordForm email={props.me.user.email} onDone={() => setChanges((count) => count + 1)} />
        </div>
        <div class={ACCOUNT_ASIDE}>
          {/* Anew after a change of the password, which ends sessions. */}
          <Show when={changes()} keyed>
            <Sessions onEnded={() => setEnded((count) => count + 1)} />
            <Notifications changes={ended()} />
            <SecurityEvents />
          </Show>
        </div>
      </div>
    </>
  );
}
