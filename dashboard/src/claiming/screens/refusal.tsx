import { Show } from 'solid-js';
import type { FrameProps, RefusalFrame } from '../screen-model-types.ts';
import { Slots } from './parts/code-plate.tsx';
import { Headline, Lead, Todo } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';
import { Small } from './parts/support-codes.tsx';
import { StepMarks } from './parts/failed-step-marks.tsx';

/** Where it broke, what happened, and what to do next. What happened is read out at once; what counts down is not. */
export const Refusal = (props: FrameProps<RefusalFrame>) => (
  <Screen frame={props.frame} send={props.send}>
    <StepMarks steps={props.frame.steps} />
    <div role="alert">
      <Headline said={props.frame.title} />
      <Lead>{props.frame.lead}</Lead>
    </div>
    <Todo>{props.frame.todo}</Todo>
    <Show when={props.frame.slots}>
      {(slots) => (
        <div class="mt-6">
          <Slots slots={slots()} />
        </div>
      )}
    </Show>
    <Small lines={props.frame.small} />
  </Screen>
);
