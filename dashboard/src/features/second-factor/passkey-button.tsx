import { createEffect, Suspense } from 'solid-js';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { createPasskeySignIn, type PasskeyNote } from './create-passkey-sign-in.ts';
import { PasskeyButtonSpace } from './passkey-button-space.tsx';
import { useSecondFactorTools, WithSecondFactorWords } from './second-factor-context.ts';

interface Props {
  /** What the page says of it, in the place where it says what came of the password. */
  onNote(note: PasskeyNote | undefined): void;
}

function SignInButton(props: Props) {
  const { words } = useSecondFactorTools();
  const said = words.passkeys;
  const passkey = createPasskeySignIn();
  createEffect(() => props.onNote(passkey.note()));
  return (
    <Button size="large" onClick={() => (passkey.isWaiting() ? passkey.cancel() : void passkey.start())}>
      <Icon is={passkey.isWaiting() ? 'close' : 'passkey'} class="me-2" />
      {passkey.isWaiting() ? said.prompt.cancel : said.signIn.button}
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
