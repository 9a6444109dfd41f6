import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import { createSignal, Show } from 'solid-js';
import { Button } from '../../ui/button.tsx';
import { useWallTools } from '../../wall-context.ts';
import type { Run } from './bulk-run-progress.ts';
import { ConfirmBulk } from './confirm-bulk.tsx';
import { ACTIONS, disruptionOf, type Disruptive } from './needs-confirmation.ts';
import { useWallActions } from './wall-actions.tsx';

/** Sends the action of a run again to signs that are not done; asks first where the action is disruptive. An undo is not sent again. */
export function RetrySigns(props: { run: Run; signIds: readonly string[] }) {
  const { words } = useWallTools();
  const { bulk, tell } = useWallActions();
  /** What was asked about, and for which signs: the list changes behind the question. */
  const [asks, setAsks] = createSignal<{ what: Disruptive; signIds: readonly string[] } | null>(null);
  const send = async (action: BulkAction, signIds: readonly string[]): Promise<void> =>
    tell(await bulk.start(action, signIds));
  function retry(): void {
    const { action } = props.run;
    const what = disruptionOf(action);
    if (what !== null) setAsks({ what, signIds: props.signIds });
    else if (action !== 'undo') void send(action, props.signIds);
  }
  return (
    <>
      <Show when={props.signIds.length > 0 && props.run.action !== 'undo'}>
        <p class="mt-2">
          <Button onClick={retry}>{words.wallActions.bulk.tryAgain(props.signIds.length)}</Button>
        </p>
      </Show>
      <ConfirmBulk
        what={asks()?.what ?? null}
        signIds={asks()?.signIds ?? []}
        onKeep={() => setAsks(null)}
        onSend={() => {
          const { what, signIds } = asks()!;
          setAsks(null);
          void send(ACTIONS[what], signIds);
        }}
      />
    </>
  );
}
