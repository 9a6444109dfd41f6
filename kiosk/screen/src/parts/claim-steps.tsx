import { For, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import { STEPS, stepStates } from '../decisions/claim-progress.ts';
import type { ClaimingFace } from '../model.ts';
import { useWords } from './use-words.ts';
import { Done, Running, Waiting } from './marks.tsx';

const MARKS = { done: Done, running: Running, waiting: Waiting };

/** The four steps of a claim. */
export const Steps = (props: { step: ClaimingFace['step'] }): JSX.Element => {
  const { STEP_NAMES } = useWords();
  return (
    <ol class="steps">
      <For each={stepStates(props.step)}>
        {(state, index) => (
          <li class={state}>
            <Dynamic component={MARKS[state]} />
            {STEP_NAMES[STEPS[index()]!]}
          </li>
        )}
      </For>
    </ol>
  );
};
