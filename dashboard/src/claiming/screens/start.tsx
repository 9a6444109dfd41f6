import type { FrameProps, StartFrame } from '../screen-model-types.ts';
import { Headline, Lead } from './parts/headline-and-lead.tsx';
import { qrPath } from './parts/illustration-qr.ts';
import { Screen } from './parts/screen.tsx';

/** A phone in front of a sign that shows its code. */
const Picture = () => (
  <svg
    class="start-picture my-auto max-h-[33dvh] w-full max-w-[320px] self-center"
    viewBox="0 0 320 250"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
  >
    <path d="M36 20h248v140H36z" stroke-width="3" />
    <path d={qrPath()} transform="translate(125 36) scale(1.72)" fill="currentColor" stroke="none" />
    <text
      class="font-mono"
      x="160"
      y="141"
      text-anchor="middle"
      font-weight="700"
      font-size="21"
      fill="currentColor"
      stroke="none"
    >
      4QB 50C
    </text>
    <path d="M128 250v-44a10 10 0 0 1 10-10h44a10 10 0 0 1 10 10v44" stroke-width="3" />
    <path d="M136 192 112 168M184 192l24-24" stroke-width="1.5" stroke-dasharray="3 5" />
  </svg>
);

export const Start = (props: FrameProps<StartFrame>) => (
  <Screen frame={props.frame} send={props.send} isLow>
    <Picture />
    <Headline said={props.frame.title} />
    <Lead>{props.frame.lead}</Lead>
  </Screen>
);
