import { Show } from 'solid-js';
import { openOrganizations } from '../api/second-factor-access.ts';
import { ClaimPage } from '../claiming/claim-page.tsx';
import { WithClaimingWords } from '../claiming/claiming-context.ts';
import { SignedIn } from '../features/require-sign-in.tsx';
import { later } from '../lazy-part.tsx';

const SecondFactorRequired = later(
  async () => (await import('../features/second-factor/second-factor-required.tsx')).SecondFactorRequired,
);

export default function Claim() {
  return (
    <SignedIn>
      {(me) => (
        <Show
          when={me().organizations.length === 0 || openOrganizations(me()).length > 0}
          fallback={
            <main>
              <SecondFactorRequired me={me()} organizationId={undefined} />
            </main>
          }
        >
          <WithClaimingWords>
            <ClaimPage me={me()} />
          </WithClaimingWords>
        </Show>
      )}
    </SignedIn>
  );
}
