import { Show } from 'solid-js';
import { errorText } from '../features/error-text.ts';
import { useTools } from '../app-context.ts';
import type { Reading } from './repeated-read.ts';

/** That what is shown could not be read again, since when, why, and how to try. `say`: “Not read since 19:38:12.” Nothing where it is fresh. */
export function StaleNotice(props: { of: Reading<unknown>; timeZone: string; say(time: string): string }) {
  const { words, times } = useTools();
  return (
    <Show when={props.of.notSince()}>
      {(since) => (
        <p class="flex flex-wrap items-baseline gap-x-3 border-b border-line bg-caution-wash px-4 py-2" role="status">
          <b class="font-[600]">{props.say(times.said(since(), 'seconds', props.timeZone))}</b>
          <span class="text-ink-2">{errorText(words, props.of.trouble()?.why ?? null)}</span>
          <button
            type="button"
            class="font-[580] underline underline-offset-2 max-[700px]:min-h-12"
            onClick={props.of.read}
          >
            {words.trouble.tryAgain}
          </button>
        </p>
      )}
    </Show>
  );
}
