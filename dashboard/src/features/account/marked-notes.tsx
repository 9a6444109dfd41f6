import { For } from 'solid-js';
import type { MarkName } from '../../ui/sign-marks-and-severity.ts';
import { Mark } from '../../ui/status-mark.tsx';

/** Whether a note is good news or something to know first, as its mark and the mark's colour. */
const LOOKS = { good: ['acked', 'text-good'], caution: ['refused', 'text-caution'] } as const satisfies Record<
  string,
  readonly [MarkName, string]
>;

export type NoteKind = keyof typeof LOOKS;

/** A titled list of notes. Each has a few bold words and the rest of its sentence; `kinds` has the kind of each note, in the same order. */
export const MarkedNotes = (props: {
  title: string;
  items: readonly (readonly [string, string])[];
  kinds: readonly NoteKind[];
}) => (
  <>
    <h2 class="mb-1.5 text-18 font-[640]">{props.title}</h2>
    <ul>
      <For each={props.items}>
        {([first, rest], nth) => {
          const [mark, colour] = LOOKS[props.kinds[nth()] ?? 'caution'];
          return (
            <li class="flex gap-2.5 border-t border-line py-2.5 leading-[1.45] first:border-0">
              <span class={`mt-0.5 flex-none ${colour}`}>
                <Mark is={mark} size={14} />
              </span>
              <span class="min-w-0 text-ink-2">
                <b class="font-[620] text-ink">{first}</b> {rest}
              </span>
            </li>
          );
        }}
      </For>
    </ul>
  </>
);
