import { SignPage } from '../sign/sign-page.tsx';
import { WithWallWords } from '../wall-tools.ts';

export default function Sign() {
  return (
    <WithWallWords>
      <SignPage />
    </WithWallWords>
  );
}
