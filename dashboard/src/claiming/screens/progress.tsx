import type { Press } from '../presses.ts';
import type { FrameProps, ProgressFrame } from '../frames.ts';
import { Headline, Lead } from './parts/headline.tsx';
import { Screen } from './parts/screen.tsx';
import { Steps } from './parts/steps.tsx';

/** A second tap that comes so soon was meant for the button that stood there before: nobody has read this screen yet. */
const DOUBLE_TAP_MS = 400;

/** The claim on its way. What changes is told politely; the seconds are not read out. */
export const Progress = (props: FrameProps<ProgressFrame>) => {
  const now = (): string => props.frame.steps.find((step) => step.is === 'now')?.label ?? '';
  const shownAtMs = Number(document.timeline.currentTime);
  function send(press: Press): void {
    if (Number(document.timeline.currentTime) - shownAtMs >= DOUBLE_TAP_MS) props.send(press);
  }
  return (
    <Screen frame={props.frame} send={send}>
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
