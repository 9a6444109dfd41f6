import { Show, type JSX } from 'solid-js';
import { codeInGroups, readableUrl, withoutMiddle } from '../decisions/text-fit.ts';
import { shareOfTime } from '../decisions/claim-progress.ts';
import type { ClaimingFace } from '../model.ts';
import { SentenceText } from '../parts/sentence.tsx';
import { Steps } from '../parts/claim-steps.tsx';
import { Track } from '../parts/progress-bar.tsx';
import { useWords } from '../parts/use-words.ts';

/** A claim under way: which page is proved, how long that may still take, and what comes then. */
export const Claiming = (props: { face: ClaimingFace; nowMs: number }): JSX.Element => {
  const { CLAIMING } = useWords();
  return (
    <div class="message">
      <p class="over">
        <SentenceText of={CLAIMING.over(props.face)} />
      </p>
      <h1 class="large">{CLAIMING.title(props.face)}</h1>
      <Show when={props.face.url}>
        {(url) => (
          <p class="below" dir="ltr">
            {readableUrl(url(), 90)}
          </p>
        )}
      </Show>
      <Show when={props.face.leadsTo}>
        {(host) => (
          <p class="below">
            <SentenceText of={CLAIMING.leadsTo(withoutMiddle(host(), 60))} />
          </p>
        )}
      </Show>
      <Track share={shareOfTime(props.face, props.nowMs)} />
      <Steps step={props.face.step} />
      <p class="foot">{codeInGroups(props.face.shortCode).join(' ')}</p>
    </div>
  );
};
