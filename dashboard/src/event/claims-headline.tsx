import { Show } from 'solid-js';
import { useTools } from '../app-context.ts';
import { inSeconds } from '../ui/durations.ts';
import type { AttemptsSummary } from './attempt-stages-and-filter.ts';

/** What came of all attempts, in a sentence and a figure. `hasOlder`: there are more than were read. */
export function ClaimsHeadline(props: { summary: AttemptsSummary; hasOlder: boolean }) {
  const { words } = useTools();
  const headline = () => {
    const { notClaimed } = props.summary;
    return notClaimed === 0 ? words.claims.headline.allClaimed : words.claims.headline.notClaimed(notClaimed);
  };
  const lead = () =>
    props.hasOlder ? words.claims.headline.leadNewest(props.summary.attempts) : words.claims.headline.lead;
  return (
    <div class="flex items-center gap-6 max-[700px]:block max-[700px]:py-3">
      <div class="min-w-0">
        <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
          <span classList={{ 'text-alarm': props.summary.notClaimed > 0 }}>{headline()}</span>{' '}
          <Show when={props.summary.refused > 0}>
            {words.claims.headline.refused(props.summary.refused, props.summary.attempts)}
          </Show>
        </h1>
        <p class="mt-[3px] text-ink-2">{lead()}</p>
      </div>
      <Show when={props.summary.medianMs}>
        {(ms) => (
          <p class="ml-auto flex-none text-end max-[700px]:mt-2 max-[700px]:flex max-[700px]:items-baseline max-[700px]:gap-1.5">
            <b class="text-24 font-[640] font-stretch-[104%] max-[700px]:text-18">
              {words.claims.seconds(inSeconds(ms(), words.common.language))}
            </b>
            <span class="block text-12 text-ink-3">{words.claims.headline.median}</span>
          </p>
        )}
      </Show>
    </div>
  );
}
