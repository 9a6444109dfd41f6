import { findPage } from '@sign-display/contracts/page-paths';
import { useLocation } from '@solidjs/router';
import { Match, Switch } from 'solid-js';
import { PasskeysPage } from '../features/account/passkeys/passkeys-page.tsx';
import { Profile } from '../features/account/profile.tsx';
import { TwoStepPage } from '../features/account/two-step/two-step-page.tsx';
import { WithSecondFactorWords } from '../features/second-factor/second-factor-context.ts';
import { Shell } from '../features/shell/shell.tsx';

/** Shows the person's profile, two-step sign-in and passkeys, each in a tab with its own URL. */
export default function Account() {
  const location = useLocation();
  const tab = () => findPage(location.pathname)?.name;
  return (
    <Shell>
      {(me) => (
        <WithSecondFactorWords>
          <Switch fallback={<Profile me={me()} />}>
            <Match when={tab() === 'twoStep'}>
              <TwoStepPage me={me()} />
            </Match>
            <Match when={tab() === 'passkeys'}>
              <PasskeysPage me={me()} />
            </Match>
          </Switch>
        </WithSecondFactorWords>
      )}
    </Shell>
  );
}
