import { ClaimPage } from '../claiming/claim-page.tsx';
import { WithClaimingWords } from '../claiming/claiming-tools.ts';
import { SignedIn } from '../features/signed-in.tsx';

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
