import type { FoundFrame, FrameProps } from '../screen-model-types.ts';
import { CodePlate } from './parts/code-plate.tsx';
import { Facts } from './parts/facts.tsx';
import { Headline } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';

/** The sign that was found blinks its code here and on the wall: is it this one? */
export const Found = (props: FrameProps<FoundFrame>) => (
  <Screen frame={props.frame} send={props.send} restsAtFirst>
    <CodePlate blinking={props.frame.blinking} />
    <div class="mt-[22px]">
      <Headline said={props.frame.title} />
    </div>
    <Facts facts={props.frame.facts} />
  </Screen>
);
