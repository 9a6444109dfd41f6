import type { FrameProps, WaitingFrame } from '../screen-model-types.ts';
import { Screen } from './parts/screen.tsx';

/** Nothing is known yet. The words come after a moment: what is quick shows none. */
export const Waiting = (props: FrameProps<WaitingFrame>) => (
  <Screen frame={props.frame} send={props.send} isHeaderHeadline>
    <p class="after-a-moment text-ink-2" role="status">
      {props.frame.text}
    </p>
  </Screen>
);
