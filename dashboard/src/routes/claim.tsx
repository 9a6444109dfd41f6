import { ClaimPage } from '../claiming/claim-page.tsx';
import { WithClaimingWords } from '../claiming/claiming-tools.ts';
import { SignedIn } from '../features/signed-in.tsx';

export default function Claim() {
  return (
    <WithClaimingWords>
      <SignedIn>{(me) => <ClaimPage me={me()} />}</SignedIn>
    </WithClaimingWords>
  );
}
