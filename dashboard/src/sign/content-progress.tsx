import { createEffect, createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { useWallTools } from '../wall-context.ts';
import { FormTrouble } from '../features/create-form.tsx';
import { createSubmission } from '../features/submission.ts';
import type { Trouble } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Actions, DialogText } from '../ui/dialog.tsx';
import { Message } from '../ui/result-message.tsx';
import { Mark } from '../ui/status-mark.tsx';
import {
  asSentence,
  contentStepOf,
  receivedOf,
  NOTHING_RECEIVED,
  type ContentStep,
  type ReceivedSigns,
  type Sending,
} from './content-steps.ts';
import { useEvery } from '../event/repeated-read.ts';
import { EndOverride } from './end-override.tsx';
import type { SignSeen } from './sign-page-context.ts';
import { Shot } from './screenshot.tsx';

const STATE_MARKS = { done: 'acked', failed: 'failed', underWay: 'queued', waiting: 'queued' } as const;
const STEPS = ['told', 'loading', 'proved', 'picture'] as const;
/** While somebody waits for it, it is asked as often as it may be. */
const ASKS_EVERY_MS = 2_000;

/** How far the page is that was just set, until its picture is there: what the sign proved, seen by the one who set it. */
export function ContentProgress(props: {
  seen: SignSeen;
  sending: Sending;
  /** Puts the page back that was there before; resolves with why not. */
  undo?: () => Promise<Trouble | undefined>;
  /** Returns to the URL that the operator typed; absent if no URL was typed. */
  onChange?(): void;
  onClose(): void;
}) {
  const { words } = useWallTools();
  const said = words.sign.content;
  // One instance is of one sending: what was heard and ordered for it is forgotten with it.
  const heard = createMemo<ReceivedSigns>(
    (before) => receivedOf(before, props.sending, props.seen.sign()),
    NOTHING_RECEIVED,
  );
  const rowOf = (id: string | null | undefined) => props.seen.commands()?.find(({ commandId }) => commandId === id);
  const row = () => rowOf(props.sending.commandId);
  const step = createMemo<ContentStep | undefined>((before) =>
    contentStepOf(props.sending, heard(), props.seen.sign(), props.seen.now.value(), row(), before),
  );
  /** The screenshot that was ordered when it was proved; another one may be of the page before. */
  const [picture, setPicture] = createSignal<{ before: string | null; commandId: string | null }>();
  const isProved = () => step() === 'proved';
  const hasPicture = () => {
    const ordered = picture();
    if (!isProved() || !ordered || rowOf(ordered.commandId)?.state !== 'acked') return false;
    const { screenshotAt } = props.seen.sign();
    return screenshotAt !== null && screenshotAt !== ordered.before;
  };
  useEvery(ASKS_EVERY_MS, () => {
    if (!isProved()) props.seen.now.want();
  });
  createEffect(() => {
    if (!isProved() || picture() !== undefined || props.sending.url === null) return;
    const before = props.seen.sign().screenshotAt;
    setPicture({ before, commandId: null });
    void props.seen.send({ command: 'screenshot' }).then((commandId) => setPicture({ before, commandId }));
  });
  /** How many steps are behind it. */
  const passed = () => (hasPicture() ? 4 : isProved() ? 3 : step() === 'loading' || step() === 'failed' ? 1 : 0);
  const why = () => row()?.error?.detail ?? props.seen.now.value()?.content?.detail;
  // It stands where the form was, and so does the focus.
  const [close, setClose] = createSignal<HTMLButtonElement>();
  onMount(() => close()?.focus());
  const undoing = createSubmission(async () => {
    const why = await props.undo!();
    if (why === undefined) props.onClose();
    return why;
  });
  const stateAt = (index: number): keyof typeof STATE_MARKS => {
    if (index !== passed()) return index < passed() ? 'done' : 'waiting';
    return step() === 'failed' ? 'failed' : 'underWay';
  };
  const stateOf = (index: number) => said.states[stateAt(index)];
  const hasFailed = () => step() === 'failed';
  const isOnItsWay = () => !['waits', 'later', 'same'].includes(step()!);
  return (
    <>
      <DialogText>
        <span class="font-mono text-12 font-[500] break-all">{props.sending.url ?? words.sign.shows.nothing}</span>
      </DialogText>
      <Show when={isOnItsWay()}>
        <ol class="mt-4 flex flex-wrap gap-4">
          <For each={props.sending.url === null ? STEPS.slice(0, 3) : STEPS}>
            {(name, index) => (
              <li
                class="flex items-center gap-1.5"
                classList={{ 'text-good': index() < passed(), 'text-ink-3': index() > passed() }}
                aria-current={index() === passed() ? 'step' : undefined}
              >
                <Mark is={STATE_MARKS[stateAt(index())]} size={14} />
                {said.steps[name]}
                <span class="sr-only">{stateOf(index())}</span>
              </li>
            )}
          </For>
        </ol>
      </Show>
      <Show when={step() === 'waits'}>
        <Message is="done">{said.waits}</Message>
      </Show>
      <Show when={step() === 'later'}>
        <Message is="done">{props.seen.sign().shown.source === 'schedule' ? said.schedule : said.override}</Message>
      </Show>
      <Show when={step() === 'same'}>
        <Message is="done">{said.same}</Message>
      </Show>
      <Show when={hasFailed()}>
        <Message is="wrong">
          {said.failed} {asSentence(why() ?? '')}
        </Message>
      </Show>
      <Show when={hasPicture()}>
        <p class="mt-4 mb-1.5 text-ink-2" role="status">
          {said.proof}
        </p>
        <Shot seen={props.seen} />
      </Show>
      <FormTrouble of={undoing} />
      <Actions>
        <Show when={step() === 'later' || hasFailed()}>
          <EndOverride seen={props.seen} onEnded={props.onClose} />
        </Show>
        <Show when={hasFailed() && props.undo}>
          <Button aria-disabled={undoing.isBusy()} onClick={() => void undoing.submit()}>
            {said.putBack}
          </Button>
        </Show>
        <Show when={hasFailed() && props.onChange}>
          <Button onClick={() => props.onChange!()}>{said.change}</Button>
        </Show>
        <Button ref={setClose} kind={isProved() ? 'primary' : 'usual'} onClick={() => props.onClose()}>
          {said.close}
        </Button>
      </Actions>
    </>
  );
}
