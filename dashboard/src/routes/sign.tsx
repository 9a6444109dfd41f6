import { SignPage } from '../sign/sign-page.tsx';
import { WithWallWords } from '../wall-context.ts';

export default function Sign() {
  return (
    <WithWallWords>
      <SignPage />
    </WithWallWords>
  );
}
