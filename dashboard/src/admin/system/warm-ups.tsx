import type { PastWarmUps } from '@sign-display/contracts/rest/system';
import { createSignal, Index, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { createRepeatedRead, useEvery } from '../../event/repeated-read.ts';
import { LoadError } from '../../features/load-error.tsx';
import { useNow } from '../../features/use-now.ts';
import { inDigits } from '../../ui/number-format.ts';
import { seenText } from '../people/seen-text.ts';
import { SectionTitle } from './section-title.tsx';

const READ_EVERY_MS = 10_000;
const SHOWN = 5;
type WarmUp = PastWarmUps['items'][number];

/** Shows when nodes gave no offline verdicts and how many signs they then found offline, newest first. */
export function WarmUps() {
  const { client, words, times } = useAdminTools();
  const said = words.system.warmUps;
  const { language } = words.common;
  const reading = createRepeatedRead(READ_EVERY_MS / 2, () => client.call('GET /api/system/warm-ups'));
  useEvery(READ_EVERY_MS, reading.want);
  const now = useNow(10_000);
  const [areAllShown, setAllShown] = createSignal(false);
  const shown = () => {
    const items = reading.value()?.items ?? [];
    return areAllShown() ? items : items.slice(0, SHOWN);
  };
  const hidden = () => (reading.value()?.items.length ?? 0) - shown().length;
  const what = ({ reason, hostname }: WarmUp): string => {
    const node = hostname ?? words.system.nodes.unnamed;
    return reason === 'start' ? said.start(node) : said.silence(node);
  };
  const lasted = ({ since, until }: WarmUp): string =>
    said.lasted(Math.round((Date.parse(until) - Date.parse(since)) / 1_000));
  const outcome = ({ heard, of, offlineAfter }: WarmUp): string => {
    const parts = [
      heard !== null && of !== null && of > 0 && said.heard(inDigits(heard, language, 0), inDigits(of, language, 0)),
      offlineAfter !== null && said.offline(offlineAfter),
    ];
    return parts.filter((part) => part !== false).join(' ');
  };
  return (
    <section>
      <SectionTitle title={said.title} hint={said.hint} />
      <Show when={reading.trouble() && !reading.value()}>
        <LoadError what={said.what} why={reading.trouble()!.why} onAgain={reading.read} />
      </Show>
      <Show when={reading.value()?.items.length === 0}>
        <p class="border-t border-line py-2 text-ink-2">{said.none}</p>
      </Show>
      <ul>
        <Index each={shown()}>
          {(warmUp) => (
            <li class="grid gap-x-2.5 border-t border-line py-2 leading-[1.4] min-[44rem]:grid-cols-[calc(104rem/16)_minmax(0,1fr)]">
              <time class="text-ink-3" dateTime={warmUp().since}>
                {seenText(words, times, warmUp().since, now())}
              </time>
              <div class="min-w-0 wrap-anywhere">
                <b class="font-[580]">{what(warmUp())}</b> {lasted(warmUp())}
                <small class="block text-12 text-ink-3 empty:hidden">{outcome(warmUp())}</small>
              </div>
            </li>
          )}
        </Index>
      </ul>
      <Show when={hidden() > 0}>
        <button
          type="button"
          class="font-[560] underline underline-offset-2 max-[44rem]:min-h-12"
          onClick={() => setAllShown(true)}
        >
          {said.more(hidden())}
        </button>
      </Show>
    </section>
  );
}
