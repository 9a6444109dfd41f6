import { createSignal, Show } from 'solid-js';
import { NameForm } from '../features/account/change-name.tsx';
import { PasswordForm } from '../features/account/change-password.tsx';
import { MailLanguage } from '../features/account/mail-language.tsx';
import { SecurityEvents } from '../features/account/security-events.tsx';
import { Sessions } from '../features/account/sessions.tsx';
import { Page } from '../features/page-layout.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { useTools } from '../app-context.ts';

/** The person's own: name, password, and where they are signed in. */
export default function Account() {
  const { words } = useTools();
  const [changes, setChanges] = createSignal(1);
  return (
    <Shell>
      {(me) => (
        <Page title={words.account.title} lead={words.account.lead}>
          <NameForm name={me().user.name} email={me().user.email} />
          <MailLanguage language={me().user.language} />
          <PasswordForm email={me().user.email} onDone={() => setChanges((count) => count + 1)} />
          {/* Anew after a change of the password, which ends sessions. */}
          <Show when={changes()} keyed>
            <Sessions />
            <SecurityEvents />
          </Show>
        </Page>
      )}
    </Shell>
  );
}
