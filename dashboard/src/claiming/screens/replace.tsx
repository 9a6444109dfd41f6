import type { FrameProps, ReplaceFrame } from '../screen-model-types.ts';
import { Facts } from './parts/facts.tsx';
import { Headline, Lead } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';

/** A broken device goes, another takes its place. */
export const Replace = (props: FrameProps<ReplaceFrame>) => (
  <Screen frame={props.frame} send={props.send} restsAtFirst>
    <Headline said={props.frame.title} />
    <Facts facts={props.frame.facts} isFar />
    <Lead>{props.frame.foot}</Lead>
  </Screen>
);
