import { SignedIn } from '../features/signed-in.tsx';
import { ClaimPage } from '../claiming/claim-page.tsx';

export default function Claim() {
  return <SignedIn>{(me) => <ClaimPage me={me()} />}</SignedIn>;
}
