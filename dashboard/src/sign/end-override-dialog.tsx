import { createSignal, Show } from 'solid-js';
import type { Trouble } from '../api/session.ts';
import { clearOfflineError } from '../features/clear-offline-error.ts';
import { FormTrouble } from '../features/create-form.tsx';
import { createRefusal } from '../features/focusable-disabled-button.tsx';
import { createSubmission } from '../features/submission.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../ui/dialog.tsx';
import { useWallTools } from '../wall-context.ts';
import { hasOverride } from './check-and-end-override.ts';
import { ContentProgress } from './content-progress.tsx';
import type { Sending } from './content-steps.ts';
import { reachabilityOf } from './device-reachability.ts';
import { useOverrideEnd } from './end-override.tsx';
import { useSchedules } from './schedule.tsx';
import type { SignSeen } from './sign-page-context.ts';

/** Says what the sign shows once its override has ended, then ends it and shows how far that page is. */
function EndingSteps(props: { seen: SignSeen; onClose(): void }) {
  const { words, clock } = useWallTools();
  const said = words.sign.shows;
  const { ofSign, ofEvent } = useSchedules(props.seen);
  const end = useOverrideEnd(props.seen);
  const [sent, setSent] = createSignal<{ sending: Sending; undo: () => Promise<Trouble | undefined> }>();
  const isPlanned = () => [ofSign, ofEvent].some((of) => of.value()?.schedules.some(({ enabled }) => enabled));
  const after = () => said.after[isPlanned() ? 'schedule' : 'assigned'](props.seen.sign().url);
  const submission = createSubmission(async () => {
    // The sign's next report of its page is later than its last one, by the service's clock.
    const since = props.seen.now.value()?.content?.since ?? null;
    const atMs = since === null ? clock.now() : Date.parse(since) + 1;
    const ended = await end();
    if (!ended.ok) return ended.why;
    await props.seen.readAgain();
    props.seen.now.want();
    setSent({ sending: { url: props.seen.record().shown.url, atMs, commandId: null }, undo: ended.undo });
    return undefined;
  });
  clearOfflineError(() => props.seen.live.feed().step.is === 'live', submission);
  return (
    <Show when={!sent()} fallback={<ContentProgress seen={props.seen} {...sent()!} onClose={() => props.onClose()} />}>
      <form onSubmit={(event) => void submission.submit(event)}>
        <DialogText>{after()}</DialogText>
        <Show when={reachabilityOf(props.seen.sign()) === 'away'}>
          <p class="mt-2 text-ink-2">{said.endAway}</p>
        </Show>
        <FormTrouble of={submission} />
        <Actions>
          <Button autofocus onClick={() => props.onClose()}>
            {words.sign.content.cancel}
          </Button>
          <Button kind="primary" type="submit" aria-disabled={submission.isBusy()}>
            {said.end}
          </Button>
        </Actions>
      </form>
    </Show>
  );
}

/** Beside the page that was set by hand: opens the dialog that ends it. */
export function EndOverrideLink(props: { seen: SignSeen }) {
  const { words, page } = useWallTools();
  const said = words.sign.shows;
  const [isOpen, setOpen] = createSignal(false);
  const refusal = createRefusal(
    () => (props.seen.may.command ? undefined : words.sign.commands.onlyOperators),
    () => setOpen(true),
  );
  function close(): void {
    setOpen(false);
    // The button that opened the dialog is gone with the override.
    if (!hasOverride(props.seen)) page.atNextFrame(() => document.querySelector<HTMLElement>('h1')?.focus());
  }
  return (
    <>
      <Show when={hasOverride(props.seen) || isOpen()}>
        <button
          type="button"
          class="text-11 text-ink-2 underline underline-offset-2 aria-disabled:opacity-45 max-[700px]:min-h-12"
          {...refusal}
          aria-disabled={!props.seen.may.command}
        >
          {said.endPage}
        </button>
      </Show>
      <Dialog isOpen={isOpen()} onClose={close} title={said.endTitle} isWide>
        <EndingSteps seen={props.seen} onClose={close} />
      </Dialog>
    </>
  );
}
