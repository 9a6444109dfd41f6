import { For, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import type { Checklist } from '../model.ts';
import { useWords } from './use-words.ts';
import { checklistWords } from '../words/checklist-words.ts';
import { Done, Waiting, Warned, Wrong } from './marks.tsx';

const MARKS = { ok: Done, failed: Wrong, warned: Warned, waiting: Waiting };

/** What stands between the sign and the service, line by line. */
export const NetworkChecklist = (props: { list: Checklist }): JSX.Element => (
  <ul class="checklist">
    <For each={checklistWords(props.list, useWords())}>
      {({ name, state, detail }) => (
        <li class={state}>
          <Dynamic component={MARKS[state]} />
          <b>{name}</b>
          <span>{detail}</span>
        </li>
      )}
    </For>
  </ul>
);
