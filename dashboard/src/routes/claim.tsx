import { ClaimPage } from '../claiming/claim-page.tsx';
import { WithClaimingWords } from '../claiming/claiming-context.ts';
import { SignedIn } from '../features/require-sign-in.tsx';

export default function Claim() {
  return (
    <SignedIn>
      {(me) => (
        <WithClaimingWords>
          <ClaimPage me={me()} />
        </WithClaimingWords>
      )}
    </SignedIn>
  );
}
