import { findPage } from '@sign-display/contracts/page-paths';
import { useLocation } from '@solidjs/router';
import { Show } from 'solid-js';
import { Profile } from '../features/account/profile.tsx';
import { TwoStepPage } from '../features/account/two-step/two-step-page.tsx';
import { WithSecondFactorWords } from '../features/second-factor/second-factor-context.ts';
import { Shell } from '../features/shell/shell.tsx';

/** The person's own: profile and two-step sign-in, each a tab with an address. */
export default function Account() {
  const location = useLocation();
  return (
    <Shell>
      {(me) => (
        <WithSecondFactorWords>
          <Show when={findPage(location.pathname)?.name === 'twoStep'} fallback={<Profile me={me()} />}>
            <TwoStepPage me={me()} />
          </Show>
        </WithSecondFactorWords>
      )}
    </Shell>
  );
}
