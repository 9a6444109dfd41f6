import { createUniqueId, Show } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import { FormTrouble } from '../features/create-form.tsx';
import { RefusableButton } from '../features/focusable-disabled-button.tsx';
import { useWallTools } from '../wall-context.ts';
import { Button } from '../ui/button.tsx';
import type { AcknowledgementState } from './create-acknowledgement.ts';
import type { Group } from './outage-groups.ts';

/** Shows who acknowledged the outage and the note, or the form to acknowledge it. */
export function Acknowledge(props: { seen: Seen; group: Group; of: AcknowledgementState }) {
  const { words, times } = useWallTools();
  const said = words.outages.one;
  const id = createUniqueId();
  return (
    <>
      <Show
        when={props.group.acknowledged}
        fallback={
          <Show when={props.of.isOpen()}>
            <form
              class="mt-5 border-t border-line-strong pt-3.5"
              onSubmit={(event) => void props.of.saying.submit(event)}
            >
              <h2 class="mb-2 text-13 font-[620]">{said.ask}</h2>
              <p class="mb-2.5 leading-[1.45] text-ink-2">{said.askLead}</p>
              <div class="mb-[5px] flex justify-between">
                <label for={id} class="font-[560]">
                  {said.note}
                </label>
                <span class="text-ink-3">{said.optional}</span>
              </div>
              <textarea
                id={id}
                name="note"
                rows="3"
                maxLength={500}
                dir="auto"
                readOnly={!props.of.may()}
                aria-describedby={props.of.may() ? undefined : `${id}-why`}
                class="block w-full resize-none rounded-control border border-line-strong bg-surface px-2.5 py-2 leading-[1.45] read-only:bg-sunk max-[700px]:text-15"
                value={props.of.note()}
                onInput={(event) => props.of.setNote(event.currentTarget.value.replaceAll('\n', ' '))}
              />
              <p class="mt-2.5 flex items-center gap-2">
                <span class="max-[700px]:hidden">
                  <RefusableButton
                    kind="primary"
                    type="submit"
                    whyNot={props.of.may() ? undefined : said.onlyOperators}
                    isBusy={props.of.saying.isBusy()}
                  >
                    {said.acknowledge}
                  </RefusableButton>
                </span>
                <span id={`${id}-why`} class="text-ink-3">
                  {props.of.may() ? said.as(props.seen.me.user.name) : said.onlyOperators}
                </span>
              </p>
            </form>
          </Show>
        }
      >
        {(word) => (
          <section class="mt-5 border-t border-line-strong pt-3.5">
            <h2 class="mb-2 flex items-baseline gap-2 text-13 font-[620]">
              {said.acknowledged}{' '}
              <Show when={props.of.isOpen()}>
                <span class="text-12 font-[420] text-ink-3">{said.quiet}</span>
              </Show>
            </h2>
            <Show when={word().note}>
              {(text) => (
                <p class="mb-2 border-l-[3px] border-ink bg-sunk px-3.5 py-3 leading-[1.5]" dir="auto">
                  {words.outages.quote(text())}
                </p>
              )}
            </Show>
            <p class="flex items-center gap-2 text-ink-3">
              {said.by(word().by.name, times.said(Date.parse(word().at), 'seconds', props.seen.event.timeZone))}
              <Show when={props.of.isOpen() && props.of.may()}>
                <Button aria-disabled={props.of.takingBack.isBusy()} onClick={() => void props.of.takingBack.submit()}>
                  {said.takeBack}
                </Button>
              </Show>
            </p>
          </section>
        )}
      </Show>
      {/* Beside both: what was refused is said, though the form is gone with somebody else's word, or with the end. */}
      <FormTrouble of={props.of.saying} />
      <FormTrouble of={props.of.takingBack} />
    </>
  );
}
