import { pathOf } from '@sign-display/contracts/page-paths';
import type { ListedContentFetch } from '@sign-display/contracts/rest/telemetry';
import { Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { codeOf, hasFailed, reasonOf } from '../../features/content-fetches/describe-content-fetch.ts';
import { EventTime } from '../../features/event-time.tsx';
import { bytesText } from '../../features/content-fetches/bytes-text.ts';
import { inSeconds } from '../../ui/durations.ts';
import { StatusMark } from '../../ui/status-mark.tsx';

/** On a desk one line in columns; in a narrow window, or with large text, stacked lines. */
export const ROW_COLUMNS =
  'grid items-center gap-x-3 px-4 @min-[62.5rem]:grid-cols-[9.5rem_minmax(0,1.1fr)_minmax(0,1.7fr)_minmax(0,1.7fr)_4rem_5rem]';
const WRAPS = '@max-[62.5rem]:whitespace-normal @max-[62.5rem]:wrap-anywhere';

function Result(props: { of: ListedContentFetch }) {
  const { words } = useAdminTools();
  const said = words.contentFetches;
  const reason = () => reasonOf(props.of);
  return (
    <Show
      when={hasFailed(props.of)}
      fallback={
        <span class="text-ink-2">
          {said.results.ok}{' '}
          <span class="ms-1 text-12 text-ink-3">{props.of.fromCache ? said.cache : codeOf(props.of)}</span>
        </span>
      }
    >
      <span class="flex min-w-0 flex-wrap items-center gap-x-1.5 @min-[62.5rem]:flex-nowrap">
        <StatusMark is="failed" said={said.results.failed} />
        <Show when={reason()}>
          {(known) => (
            <span class={`truncate ${WRAPS}`} title={said.reasons[known()]}>
              {said.reasons[known()]}
            </span>
          )}
        </Show>
        <code class={`min-w-0 truncate font-mono text-11 text-ink-2 ${WRAPS}`} title={codeOf(props.of)}>
          {codeOf(props.of)}
        </code>
      </span>
    </Show>
  );
}

/** One request of a sign. `eventName`: on the page of an organization. */
export function ContentFetchRow(props: { row: ListedContentFetch; timeZone: string; eventName?: string | undefined }) {
  const { words } = useAdminTools();
  const language = words.common.language;
  return (
    <li
      class={`${ROW_COLUMNS} min-h-8 border-s-[3px] border-b border-b-line py-1 hover:bg-surface @max-[62.5rem]:py-2 ${hasFailed(props.row) ? 'border-s-alarm' : 'border-s-transparent'}`}
    >
      <span class="text-12 text-ink-2">
        <EventTime at={props.row.at} timeZone={props.timeZone} shape="daySeconds" />
      </span>
      <span class={`truncate ${WRAPS}`} title={[props.row.signName, props.eventName].filter(Boolean).join(' · ')}>
        <Show when={props.row.signName} fallback={<span class="text-ink-3">{words.contentFetches.deletedSign}</span>}>
          {(name) => (
            <a
              class="font-[580] max-[700px]:inline-flex max-[700px]:min-h-12 max-[700px]:items-center"
              href={pathOf('sign', { signId: props.row.signId })}
            >
              <bdi>{name()}</bdi>
            </a>
          )}
        </Show>{' '}
        <bdi class="text-12 text-ink-3 empty:hidden">{props.eventName}</bdi>
      </span>
      <span class={`truncate font-mono text-12 ${WRAPS}`} title={props.row.url}>
        {props.row.url}
      </span>
      <Result of={props.row} />
      <span class="flex gap-x-3 text-12 text-ink-3 @min-[62.5rem]:contents">
        <span class="@min-[62.5rem]:text-end">
          <span class="sr-only">{words.contentFetches.columns.took} </span>
          {inSeconds(props.row.durationMs, language)} s
        </span>
        <span class="@min-[62.5rem]:text-end">
          <span class="sr-only">{words.contentFetches.columns.size} </span>
          {bytesText(props.row.bytes, language)}
        </span>
      </span>
    </li>
  );
}
