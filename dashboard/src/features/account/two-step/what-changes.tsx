import { For } from 'solid-js';
import type { MarkName } from '../../../ui/sign-marks-and-severity.ts';
import { Mark } from '../../../ui/status-mark.tsx';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';

/** Of each item: good news, or what to know before. */
const MARKS: readonly [MarkName, string][] = [
  ['acked', 'text-good'],
  ['refused', 'text-caution'],
  ['acked', 'text-good'],
  ['refused', 'text-caution'],
];

/** What turning it on changes, said before it is turned on. */
export function WhatChanges() {
  const { words } = useSecondFactorTools();
  const said = words.secondFactor.changes;
  return (
    <>
      <h2 class="mb-1.5 text-18 font-[640]">{said.title}</h2>
      <ul>
        <For each={said.items}>
          {([first, rest], nth) => (
            <li class="flex gap-2.5 border-t border-line py-2.5 leading-[1.45] first:border-0">
              <span class={`mt-0.5 flex-none ${MARKS[nth()]?.[1] ?? ''}`}>
                <Mark is={MARKS[nth()]?.[0] ?? 'none'} size={14} />
              </span>
              <span class="min-w-0 text-ink-2">
                <b class="font-[620] text-ink">{first}</b> {rest}
              </span>
            </li>
          )}
        </For>
      </ul>
    </>
  );
}
