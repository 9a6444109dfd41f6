import { SignPage } from '../sign/sign-page.tsx';
import { WithWallWords } from '../wall-tools.tsx';

export default function Sign() {
  return (
    <WithWallWords>
      <SignPage />
    </WithWallWords>
  );
}
