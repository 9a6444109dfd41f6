import { Show } from 'solid-js';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { createPasskeySignIn } from './create-passkey-sign-in.ts';
import { PasskeyNoteLine } from './passkey-note.tsx';

/** A button in a page of a session without a second factor: a passkey opens a session with one, and the page goes on. */
export function PasskeySignInHere(props: { isPrimary?: boolean }) {
  const passkey = createPasskeySignIn();
  return (
    <>
      <Button kind={props.isPrimary ? 'primary' : 'usual'} onClick={passkey.toggle}>
        <Icon is={passkey.icon()} />
        {passkey.label()}
      </Button>
      <Show when={passkey.note()}>{(note) => <PasskeyNoteLine note={note()} />}</Show>
    </>
  );
}
