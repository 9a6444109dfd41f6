import type { Replacement } from '@sign-display/contracts/rest/claims';
import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createEffect, createMemo, For, on, onCleanup, onMount, Show, type JSX } from 'solid-js';
import { useDeviceTools } from '../devices-context.ts';
import { DeviceTabs } from '../event/device-tabs.tsx';
import type { Seen } from '../event/event-page-frame.tsx';
import { Headline } from '../event/live-notice.tsx';
import { hasOtherDevices } from '../event/merge-attempt-pages.ts';
import { createThrottle } from '../event/throttle.ts';
import { EventTime } from '../features/event-time.tsx';
import { LoadError } from '../features/load-error.tsx';
import { createPagedList, PagedListEnd } from '../features/paged-list.tsx';
import { useTitle } from '../features/window-title.ts';
import { spaced } from '../ui/code-and-url-format.ts';
import { Empty } from '../ui/empty-state.tsx';
import type { MarkName } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { PageSentence } from './page-sentence.tsx';

const PAGE_SIZE = 50;
/** The page reads at most this often, because each read adds a row to the audit log. */
const REST_MS = 2_000;
const MARKS: Record<Replacement['oldNow'], MarkName> = {
  unclaimed: 'online',
  claimed: 'showing',
  disconnected: 'unlinked',
};
const COLUMNS =
  'px-4 max-[999px]:px-3.5 min-[1000px]:grid min-[1000px]:items-center min-[1000px]:gap-x-4 min-[1000px]:grid-cols-[calc(130rem/16)_minmax(0,1.5fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.3fr)]';

/** Shows a field of a row: under its column's head, or beside its label if the window is too narrow for columns. */
const Cell = (props: { label: string; children: JSX.Element }) => (
  <span
    role="cell"
    class="min-w-0 wrap-anywhere max-[999px]:grid max-[999px]:grid-cols-[calc(110rem/16)_minmax(0,1fr)] max-[999px]:gap-x-3 max-[999px]:py-0.5 max-[320px]:grid-cols-1"
  >
    <span class="hidden text-ink-3 max-[999px]:block" aria-hidden="true">
      {props.label}
    </span>
    <span class="min-w-0">{props.children}</span>
  </span>
);

const Device = (props: { of: Replacement['old'] }) => (
  <>
    <span class="font-mono font-[500] whitespace-nowrap">{spaced(props.of.shortCode)}</span>{' '}
    <span class="text-ink-3">{props.of.address}</span>
  </>
);

function Row(props: { row: Replacement; seen: Seen }) {
  const { words } = useDeviceTools();
  const said = words.devices.replaced;
  const isThere = () => props.seen.live.feed().signs?.has(props.row.sign.id) ?? false;
  const name = () => props.row.sign.name ?? said.unnamed;
  return (
    <div
      role="row"
      class={`${COLUMNS} border-b border-line py-2 hover:bg-surface min-[1000px]:min-h-[calc(44rem/16)]`}
      data-replacement={props.row.id}
    >
      <Cell label={said.when}>
        <EventTime at={props.row.at} shape="dayTime" timeZone={props.seen.event.timeZone} />
      </Cell>
      <Cell label={said.sign}>
        <Show when={isThere()} fallback={<bdi class="font-[580]">{name()}</bdi>}>
          <A class="font-[580] wrap-anywhere" href={pathOf('sign', { signId: props.row.sign.id })}>
            <bdi>{name()}</bdi>
          </A>
        </Show>{' '}
        <bdi class="text-ink-3">{props.row.sign.location}</bdi>
      </Cell>
      <Cell label={said.old}>
        <Device of={props.row.old} />
      </Cell>
      <Cell label={said.new}>
        <Device of={props.row.new} />
      </Cell>
      <Cell label={said.who}>
        <bdi>{props.row.by?.name || said.nobody}</bdi>
      </Cell>
      <Cell label={said.why}>
        <Show when={props.row.note} fallback={<span class="text-ink-3">{said.noReason}</span>}>
          {(note) => <bdi class="text-ink-2">{note()}</bdi>}
        </Show>
      </Cell>
      <Cell label={said.now}>
        <span
          class="inline-flex items-baseline gap-1.5"
          classList={{ 'text-ink-2': props.row.oldNow === 'disconnected' }}
        >
          <span class="self-center">
            <Mark is={MARKS[props.row.oldNow]} size={13} />
          </span>
          <Show when={props.row.oldSign} fallback={said.states[props.row.oldNow as 'unclaimed' | 'disconnected']}>
            {(sign) => <A href={pathOf('sign', { signId: sign().id })}>{said.states.claimed(sign().name)}</A>}
          </Show>
        </span>
      </Cell>
    </div>
  );
}

function ForOperators(props: { seen: Seen }) {
  const { words, client, clock } = useDeviceTools();
  const said = words.devices.replaced;
  const { seen } = props;
  useTitle(() => said.title);
  const list = createPagedList<Replacement>((cursor) =>
    client.call('GET /api/events/:id/replacements', {
      params: { id: seen.event.id },
      query: { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) },
    }),
  );
  onMount(() => void list.read());
  const signs = createMemo(() => seen.live.feed().signs);
  // A sign has another device when its device was replaced or when an old device was claimed, so the list is read
  // again.
  const again = createThrottle(clock, REST_MS, () => void list.read());
  onCleanup(again.stop);
  createEffect(on(signs, (after, before) => before && after && hasOtherDevices(before, after) && again.want()));
  const count = () => list.items()?.length ?? 0;
  const withDevice = createMemo(() => {
    let count = 0;
    for (const { device } of signs()?.values() ?? []) if (device !== null) count += 1;
    return count;
  });
  const heads = () => [said.when, said.sign, said.old, said.new, said.who, said.why, said.now];
  return (
    <Show
      when={list.items() || !list.trouble()}
      fallback={
        <div class="px-4 py-10">
          <LoadError isHeading what={said.what} why={list.trouble()?.why ?? null} onAgain={() => void list.read()} />
        </div>
      }
    >
      <Headline live={seen.live} timeZone={seen.event.timeZone} isWithoutSigns>
        <PageSentence
          text={
            list.items() === undefined
              ? said.title
              : count() === 0
                ? said.none
                : said.headline(count(), list.nextCursor() !== null)
          }
          lead={said.lead}
          {...(signs() && { figure: said.linked(withDevice(), signs()!.size), figureLead: said.linkedLead })}
        />
      </Headline>
      <DeviceTabs seen={seen} tab="replacedDevices" />
      <Show when={list.items()}>
        {(items) => (
          <Show
            when={items().length > 0}
            fallback={
              <div class="px-4 py-10">
                <Empty title={said.none} lead={said.noneLead} />
              </div>
            }
          >
            <div role="table" aria-label={said.list}>
              <div role="rowgroup" class="max-[999px]:sr-only">
                <div
                  role="row"
                  class={`${COLUMNS} min-h-[calc(30rem/16)] border-b border-line-strong text-11 font-[600]`}
                >
                  <For each={heads()}>
                    {(head) => (
                      <span role="columnheader" class="text-ink-3">
                        {head}
                      </span>
                    )}
                  </For>
                </div>
              </div>
              <div role="rowgroup">
                <For each={items()}>{(row) => <Row row={row} seen={seen} />}</For>
              </div>
            </div>
            <div class="px-4 empty:hidden">
              <PagedListEnd list={list} more={said.more} />
            </div>
            <p class="m-4 max-w-[calc(760rem/16)] border-s-[3px] border-ink bg-sunk px-3.5 py-3 leading-normal">
              {said.how}
            </p>
          </Show>
        )}
      </Show>
    </Show>
  );
}

/** Shows the replaced devices, why each was replaced, and its present state. */
export function ReplacedPage(props: { seen: Seen }) {
  const { words } = useDeviceTools();
  return (
    <Show
      when={props.seen.role !== 'viewer'}
      fallback={
        <div class="px-4 py-10">
          <Empty
            isHeading
            title={words.states.forbidden.operators(words.claims.viewer)}
            lead={words.states.forbidden.you(words.common.roles[props.seen.role], props.seen.organizationName)}
          />
        </div>
      }
    >
      <ForOperators seen={props.seen} />
    </Show>
  );
}
