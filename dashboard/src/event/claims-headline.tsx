import type { ClaimAttemptsSummary } from '@sign-display/contracts/rest/claims';
import { Show } from 'solid-js';
import { useTools } from '../app-context.ts';
import { inSeconds } from '../ui/durations.ts';
import { countOfResult } from './attempt-stages-and-filter.ts';

interface ClaimsHeadlineProps {
  summary: ClaimAttemptsSummary | undefined;
  /** The number of signs that are not claimed, by the attempts that were read. */
  notClaimed: number;
  /** The number of attempts that were read, and whether there are older attempts. */
  read: number;
  hasOlder: boolean;
}

/** Shows the result of all attempts in a sentence and a figure. */
export function ClaimsHeadline(props: ClaimsHeadlineProps) {
  const { words } = useTools();
  const said = words.claims.headline;
  const headline = () => (props.notClaimed === 0 ? said.allClaimed : said.notClaimed(props.notClaimed));
  const lead = () => (props.hasOlder ? said.leadNewest(props.read) : said.lead);
  const refused = () => {
    const groups = props.summary?.byOutcome ?? [];
    return countOfResult(groups, 'failed') + countOfResult(groups, 'refused');
  };
  const seconds = (ms: number) => words.claims.seconds(inSeconds(ms, words.common.language));
  const slow = () => props.summary?.p95Ms ?? null;
  return (
    <div class="flex items-center gap-6 max-[700px]:block max-[700px]:py-3">
      <div class="min-w-0">
        <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
          <span classList={{ 'text-alarm': props.notClaimed > 0 }}>{headline()}</span>{' '}
          <Show when={refused() > 0}>{said.refused(refused(), props.summary!.total)}</Show>
        </h1>
        <p class="mt-[3px] text-ink-2">{lead()}</p>
      </div>
      <Show when={props.summary?.medianMs}>
        {(ms) => (
          <p class="ml-auto flex-none text-end max-[700px]:mt-2 max-[700px]:flex max-[700px]:flex-wrap max-[700px]:items-baseline max-[700px]:gap-1.5">
            <b class="text-24 font-[640] font-stretch-[104%] max-[700px]:text-18">{seconds(ms())}</b>
            <span class="block text-12 text-ink-3">
              <Show when={slow()} fallback={said.median}>
                {(p95) => said.medianAndSlow(seconds(p95()))}
              </Show>
            </span>
          </p>
        )}
      </Show>
    </div>
  );
}
