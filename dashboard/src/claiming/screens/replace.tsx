import { NOTE_LENGTH } from '@sign-display/contracts/limits';
import { createUniqueId, Show } from 'solid-js';
import type { FrameProps, ReplaceFrame } from '../screen-model-types.ts';
import { Facts } from './parts/facts.tsx';
import { Headline, Lead } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';

/** A broken device goes, another takes its place; the operator may say why. */
export function Replace(props: FrameProps<ReplaceFrame>) {
  const id = createUniqueId();
  return (
    <Screen frame={props.frame} send={props.send} restsAtFirst>
      <Headline said={props.frame.title} />
      <Facts facts={props.frame.facts} isFar />
      <Show when={props.frame.note}>
        {(note) => (
          <div class="min-w-0 py-2">
            <div class="mb-1 flex text-[calc(13rem/16)]">
              <label for={id} class="font-[540] text-ink-2">
                {note().label}
              </label>
              <span class="ms-auto text-ink-3">{note().aside}</span>
            </div>
            <input
              id={id}
              name="note"
              class="block min-h-13 w-full rounded-[8px] border-[1.5px] border-line-strong bg-surface px-3.5 text-[calc(17rem/16)] font-[480] text-ellipsis focus-visible:border-[2.5px] focus-visible:border-focus focus-visible:px-[13px] focus-visible:outline-none"
              type="text"
              dir="auto"
              autocomplete="off"
              autocapitalize="sentences"
              maxlength={NOTE_LENGTH}
              enterkeyhint="done"
              value={note().value}
              onInput={({ currentTarget }) => props.send({ type: 'note', text: currentTarget.value })}
            />
          </div>
        )}
      </Show>
      <Lead>{props.frame.foot}</Lead>
    </Screen>
  );
}
