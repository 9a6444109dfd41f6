import { Show } from 'solid-js';
import type { FrameProps, NoCameraFrame } from '../screen-model-types.ts';
import { PhotoAction, type PhotoHands } from './parts/actions.tsx';
import { GLYPHS } from './parts/glyphs.tsx';
import { Headline, Lead } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';

/** The camera stays shut, so a code is typed, or a photo is taken. */
export const NoCamera = (props: FrameProps<NoCameraFrame> & PhotoHands) => (
  <Screen
    frame={props.frame}
    send={props.send}
    isLow
    pad={
      <Show when={props.frame.photo}>
        {(label) => (
          <div class="-mb-1 px-4 pt-3">
            <PhotoAction look="usual" onPhoto={props.onPhoto}>
              <GLYPHS.photo />
              {label()}
            </PhotoAction>
          </div>
        )}
      </Show>
    }
  >
    <Headline said={props.frame.title} />
    <Lead>{props.frame.lead}</Lead>
  </Screen>
);
