import { Show } from 'solid-js';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { createPasskeySignIn } from './create-passkey-sign-in.ts';
import { PasskeyNoteLine } from './passkey-note.tsx';
import { useSecondFactorTools } from './second-factor-context.ts';

/** A button in a page of a session without a second factor: a passkey opens a session with one, and the page goes on. */
export function PasskeySignInHere(props: { isPrimary?: boolean }) {
  const { words } = useSecondFactorTools();
  const said = words.passkeys;
  const passkey = createPasskeySignIn();
  return (
    <>
      <Button
        kind={props.isPrimary ? 'primary' : 'usual'}
        onClick={() => (passkey.isWaiting() ? passkey.cancel() : void passkey.start())}
      >
        <Icon is={passkey.isWaiting() ? 'close' : 'passkey'} />
        {passkey.isWaiting() ? said.prompt.cancel : said.signIn.button}
      </Button>
      <Show when={passkey.note()}>{(note) => <PasskeyNoteLine note={note()} />}</Show>
    </>
  );
}
