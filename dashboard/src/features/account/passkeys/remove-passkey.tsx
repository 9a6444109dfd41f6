import type { Passkey } from '@sign-display/contracts/rest/passkeys';
import { Show } from 'solid-js';
import { asked } from '../../../api/session.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { FormTrouble } from '../../create-form.tsx';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';
import { createSubmission } from '../../submission.ts';

/** Asks before it removes a passkey, which can't be undone. */
export function RemovePasskey(props: { passkey: Passkey; onRemoved(): Promise<void>; onClose(): void }) {
  const { words, client } = useSecondFactorTools();
  const said = words.passkeys.remove;
  const removal = createSubmission(async () => {
    const { id, name } = props.passkey;
    const answer = await asked(client.call('POST /api/auth/passkey/delete-passkey', { body: { id } }));
    // Another window removed it.
    if (!answer.ok && answer.body?.code !== 'not_found') return answer.body;
    showToast(said.removed(name), words.shell.toasts);
    props.onClose();
    await props.onRemoved();
    return undefined;
  });
  return (
    <Confirm
      isOpen
      title={said.title(props.passkey.name)}
      text={said.text}
      safe={said.keep}
      action={said.button}
      isBusy={removal.isBusy()}
      onSafe={() => props.onClose()}
      onAction={() => void removal.submit()}
    >
      <Show when={removal.trouble() !== undefined}>
        <FormTrouble of={removal} />
      </Show>
    </Confirm>
  );
}
