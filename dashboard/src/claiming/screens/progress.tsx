import type { FrameProps, ProgressFrame } from '../screen-model-types.ts';
import { Headline, Lead } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';
import { Steps } from './parts/steps.tsx';

/** The claim on its way. What changes is told politely; the seconds are not read out. */
export const Progress = (props: FrameProps<ProgressFrame>) => {
  const now = (): string => props.frame.steps.find((step) => step.is === 'now')?.label ?? '';
  return (
    <Screen frame={props.frame} send={props.send} restsAtFirst>
      <div classList={{ 'mt-3': props.frame.band !== null }}>
        <Headline said={props.frame.title} isSteady />
      </div>
      <Lead isCode={props.frame.isLeadCode}>{props.frame.lead}</Lead>
      <p class="sr-only" role="status">
        {props.frame.title} {now()}
      </p>
      <Steps steps={props.frame.steps} />
    </Screen>
  );
};
