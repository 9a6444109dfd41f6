import { NOTE_LENGTH } from '@sign-display/contracts/limits';
import type { Acknowledgement, Outage } from '@sign-display/contracts/rest/outages';
import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js';
import type { Seen } from '../../event/event-page-frame.tsx';
import { FormTrouble } from '../../features/create-form.tsx';
import { showUndoToast } from '../../features/undo-toast.ts';
import { createSubmission } from '../../features/submission.ts';
import {
  acknowledge,
  acknowledgementOf,
  isSameWord,
  takeBack,
  takesOutages,
} from '../../outages/acknowledge-outages.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useWallTools } from '../../wall-context.ts';
import { outagesOf, type OpenOutages } from './outages-by-sign.ts';

/** So many signs are named. */
const NAMES_MOST = 3;

/** Says that somebody is at the outages of these signs, with a note if they have one. Enter in the note sends it. Who is at them already is told first: a word takes the place of theirs. `signIds` null: it is closed. */
export function AcknowledgeDialog(props: {
  seen: Seen;
  /** As they were read last. */
  open: OpenOutages;
  signIds: readonly string[] | null;
  onClose(): void;
}) {
  const { words, client, times } = useWallTools();
  const { one: said } = words.outages;
  const [note, setNote] = createSignal('');
  const take = takesOutages(props.seen.live);
  /** Words that came between the last reading and ours. */
  const [taken, setTaken] = createSignal<readonly Acknowledgement[]>([]);
  createEffect(
    on(
      () => props.signIds,
      () => {
        saying.reset();
        setNote('');
        setTaken([]);
      },
    ),
  );
  /** The socket tells of a word at once, but only where it is at all of a sign's outages. */
  const atIt = createMemo(() => {
    const ids = props.signIds ?? [];
    const ofSigns = ids.flatMap((id) => props.seen.live.feed().signs?.get(id)?.acknowledged ?? []);
    const all = [...acknowledgementOf(outagesOf(props.open, ids)), ...ofSigns, ...taken()];
    return all.filter((word, nth) => all.findIndex((other) => isSameWord(word, other)) === nth);
  });
  const others = createMemo(() => {
    const names = atIt().flatMap(({ by }) => (by.id === props.seen.me.user.id ? [] : by.name));
    return [...new Set(names)];
  });
  /** The signs whose outages are open, some by name. */
  const about = createMemo(() => {
    const ids = props.signIds ?? [];
    const known = ids.filter((id) => outagesOf(props.open, [id]).length > 0);
    const names = (known.length > 0 ? known : ids).map((id) => props.seen.live.feed().signs?.get(id)?.name ?? '');
    const named = names.slice(0, NAMES_MOST);
    if (named.length === 0) return '';
    const list = new Intl.ListFormat(words.common.language, {
      type: names.length > NAMES_MOST ? 'unit' : 'conjunction',
    });
    return words.wallActions.about(list.format(named), names.length - named.length);
  });
  const saying = createSubmission(async () => {
    const ids = new Set(props.signIds);
    const hadOthers = others().length > 0;
    const isMeant = ({ signId }: Outage): boolean => ids.has(signId);
    const answer = await acknowledge(client, props.seen.event.id, { isMeant, note: note(), known: atIt(), take });
    if (!answer.ok && 'taken' in answer) return void setTaken((known) => [...known, ...answer.taken]);
    if (!answer.ok) return answer.why;
    props.onClose();
    const { outageIds } = answer;
    if (outageIds.length === 0) showToast(words.wallActions.nothingOpen, words.shell.toasts);
    // An undo would not bring their word back.
    else if (hadOthers) showToast(said.done, words.shell.toasts);
    else
      showUndoToast(words, said.done, () =>
        takeBack(client, props.seen.event.id, ({ id }) => outageIds.includes(id), take),
      );
    return undefined;
  });
  return (
    <Dialog isOpen={props.signIds !== null} onClose={() => props.onClose()} title={said.ask}>
      <form onSubmit={(event) => void saying.submit(event)}>
        <DialogText>
          <Show when={about()}>{(text) => <b class="font-[580] text-ink">{text()} </b>}</Show>
          {said.askLead}
        </DialogText>
        <div role="status">
          <For each={atIt()}>
            {(word) => (
              <p class="mt-3 border-s-2 border-ink ps-2 wrap-anywhere">
                {words.wallActions.atIt(
                  word.by.name,
                  times.said(Date.parse(word.at), 'seconds', props.seen.event.timeZone),
                )}
                <Show when={word.note}>{(text) => <> {words.outages.quote(text())}</>}</Show>
              </p>
            )}
          </For>
          <Show when={atIt().length > 0}>
            <p class="mt-1.5 text-ink-2">
              {others().length > 0 ? words.wallActions.takesPlace : words.wallActions.takesOwnPlace}
            </p>
          </Show>
        </div>
        <div class="mt-3.5">
          <Field
            label={said.note}
            aside={<span class="text-ink-3">{said.optional}</span>}
            name="note"
            maxLength={NOTE_LENGTH}
            autocomplete="off"
            dir="auto"
            value={note()}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        </div>
        <FormTrouble of={saying} />
        <Actions>
          <Button onClick={() => props.onClose()}>{words.wallActions.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={saying.isBusy()}>
            <Show when={others().length > 0} fallback={said.acknowledge}>
              {words.wallActions.takeOver(new Intl.ListFormat(words.common.language).format(others()))}
            </Show>
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
