import { pathOf } from '@sign-display/contracts/page-paths';
import type { ContentFetch } from '@sign-display/contracts/rest/telemetry';
import { For, Show } from 'solid-js';
import { EventTime } from '../features/event-time.tsx';
import { bytesText } from '../features/content-fetches/bytes-text.ts';
import { hasFailed } from '../features/content-fetches/describe-content-fetch.ts';
import { LoadError } from '../features/load-error.tsx';
import { useWallTools } from '../wall-context.ts';
import { inSeconds } from '../ui/durations.ts';
import { createRepeatedRead, useEvery } from '../event/repeated-read.ts';
import type { TimeShape } from '../times/time-formats.ts';
import { createTimeFormat } from './choose-time-format.ts';
import type { SignSeen } from './sign-page-context.ts';

const MINUTE_MS = 60_000;
const PAGE = 200;
const COLUMNS =
  'grid gap-x-4 px-4 py-1.5 min-[701px]:grid-cols-[150px_minmax(0,1fr)_minmax(0,180px)_70px_90px] max-[700px]:grid-cols-[1fr_auto]';

function Row(props: { one: ContentFetch; timeZone: string; shape: TimeShape }) {
  const { words } = useWallTools();
  return (
    <li class={`${COLUMNS} border-t border-line first:border-t-0`}>
      <span class="text-12 text-ink-3">
        <EventTime at={props.one.at} timeZone={props.timeZone} shape={props.shape} />
      </span>
      <span class="truncate font-mono text-12 max-[700px]:col-span-2" title={props.one.url}>
        {props.one.url}
      </span>
      <span
        class="truncate"
        classList={{ 'text-alarm font-[580]': hasFailed(props.one) }}
        title={props.one.error ?? undefined}
      >
        {props.one.error ?? (props.one.fromCache ? words.sign.fetches.cache : `HTTP ${props.one.status ?? '–'}`)}
      </span>
      <span class="text-end">{inSeconds(props.one.durationMs, words.common.language)} s</span>
      <span class="text-end text-ink-3 max-[700px]:hidden">{bytesText(props.one.bytes, words.common.language)}</span>
    </li>
  );
}

/** What a sign loaded for its page, newest first. */
export function ContentFetches(props: { seen: SignSeen }) {
  const { client, words } = useWallTools();
  const said = words.sign.fetches;
  const params = { id: props.seen.sign().id };
  const fetches = createRepeatedRead(MINUTE_MS / 2, () =>
    client.call('GET /api/signs/:id/content-fetches', { params, query: { limit: PAGE } }),
  );
  const shapeOf = createTimeFormat(props.seen.event.timeZone);
  useEvery(MINUTE_MS, fetches.want);
  const logPath = () => `${pathOf('eventContentFetches', { eventId: props.seen.event.id })}?sign=${params.id}`;
  return (
    <>
      <p class="px-4 py-2">
        <a class="max-[700px]:inline-flex max-[700px]:min-h-12 max-[700px]:items-center" href={logPath()}>
          {said.log}
        </a>
      </p>
      <Show when={fetches.trouble() && !fetches.value()}>
        <div class="p-4">
          <LoadError what={said.what} why={fetches.trouble()!.why} onAgain={fetches.read} />
        </div>
      </Show>
      <Show when={fetches.value()?.items.length === 0}>
        <p class="p-4 text-ink-3">{said.none}</p>
      </Show>
      <Show when={(fetches.value()?.items.length ?? 0) > 0}>
        <p
          aria-hidden="true"
          class={`${COLUMNS} border-b border-line-strong text-11 font-[600] text-ink-3 max-[700px]:hidden`}
        >
          <span>{said.at}</span>
          <span>{said.page}</span>
          <span>{said.answer}</span>
          <span class="text-end">{said.took}</span>
          <span class="text-end">{said.size}</span>
        </p>
      </Show>
      <ul aria-label={said.title}>
        <For each={fetches.value()?.items}>
          {(one) => <Row one={one} timeZone={props.seen.event.timeZone} shape={shapeOf(one.at)} />}
        </For>
      </ul>
    </>
  );
}
