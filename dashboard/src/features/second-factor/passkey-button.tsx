import { createEffect, Suspense } from 'solid-js';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { createPasskeySignIn, type PasskeyNote } from './create-passkey-sign-in.ts';
import { PasskeyButtonSpace } from './passkey-button-space.tsx';
import { WithSecondFactorWords } from './second-factor-context.ts';

interface Props {
  /** What the page says of it, in the place where it says what came of the password. */
  onNote(note: PasskeyNote | undefined): void;
}

function SignInButton(props: Props) {
  const passkey = createPasskeySignIn();
  createEffect(() => props.onNote(passkey.note()));
  return (
    <Button size="large" onClick={passkey.toggle}>
      <Icon is={passkey.icon()} class="me-2" />
      {passkey.label()}
    </Button>
  );
}

/** Signs in with a passkey, beside the form for the password. While the prompt is open, the button cancels it. */
export const PasskeyButton = (props: Props) => (
  <Suspense fallback={<PasskeyButtonSpace />}>
    <WithSecondFactorWords>
      <SignInButton onNote={props.onNote} />
    </WithSecondFactorWords>
  </Suspense>
);
