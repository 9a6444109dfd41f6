import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, Match, Show, Switch } from 'solid-js';
import { useKeys } from '../features/keys.ts';
import { useTitle } from '../features/title.ts';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import type { Seen } from './event-page.tsx';
import { FilterStrip, type Chip } from './filter-strip.tsx';
import { FindField } from './find-field.tsx';
import {
  countsOf,
  filtered,
  filterOf,
  isFiltered,
  oneStepBack,
  queryOf,
  SHOWN_AS,
  type Filter,
  type FilterQuery,
} from './filter.ts';
import { Announced, LoadingHeadline } from './headline-parts.tsx';
import { headlineOf, sayHeadline } from './headline.ts';
import { Headline } from './live-notice.tsx';
import { NothingFound } from './nothing-found.tsx';
import { NoSigns } from './no-signs.tsx';
import { ordered } from './order.ts';
import { PrepareSign } from './prepare-sign.tsx';
import { RowsBed, SignRows } from './sign-rows.tsx';

/** `?status=offline&q=kasse` of a filter; empty where it filters nothing. */
function searchOf(filter: Filter): string {
  const given = Object.entries(queryOf(filter)).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function List(props: {
  seen: Seen;
  signs: ReadonlyMap<string, SignRow>;
  onFindField(field: HTMLInputElement): void;
  onPrepare(): void;
}) {
  const { words } = useTools();
  const [search, setSearch] = useSearchParams<Record<keyof FilterQuery, string>>();
  const filter = createMemo(() => filterOf({ status: search.status, place: search.place, q: search.q }));
  const all = createMemo<readonly SignRow[]>((before) => ordered(props.signs, before), []);
  const shown = createMemo(() => filtered(all(), filter()));
  const counts = createMemo(() => countsOf(all()));
  useKeys({
    title: words.shell.tabs.wall,
    bindings: [
      {
        key: 'Escape',
        said: words.shell.goBack,
        run: () => setSearch(queryOf(oneStepBack(filter())), { replace: true }),
      },
    ],
  });
  const headline = createMemo(() => headlineOf(all()));
  const sentences = createMemo(() => sayHeadline(words, headline()));
  const isAlarm = () => {
    const said = headline();
    return said.is === 'trouble' && said.isAlarm;
  };
  const chips = createMemo((): Chip[] => [
    {
      count: all().length,
      said: words.wall.everyStatus,
      search: searchOf({ ...filter(), status: null }),
      isOn: filter().status === null,
    },
    ...SHOWN_AS.filter((status) => counts()[status] > 0 || filter().status === status).map((status) => ({
      mark: status,
      count: counts()[status],
      said: words.marks[status],
      // Once more is none.
      search: searchOf({ ...filter(), status: filter().status === status ? null : status }),
      isOn: filter().status === status,
    })),
    ...(filter().place === null
      ? []
      : [{ said: words.wall.inPlace(filter().place!), search: searchOf({ ...filter(), place: null }), isOn: true }]),
  ]);
  return (
    <>
      <Headline live={props.seen.live} timeZone={props.seen.event.timeZone}>
        <div class="flex items-center gap-6 max-[700px]:block max-[700px]:py-3">
          <h1 class="min-w-0 text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
            <span classList={{ 'text-alarm': isAlarm() }}>{sentences()[0]}</span> {sentences()[1]}
          </h1>
          <p class="ml-auto flex-none text-end max-[700px]:mt-2 max-[700px]:flex max-[700px]:items-baseline max-[700px]:gap-1.5">
            <b class="text-24 font-[640] font-stretch-[104%] max-[700px]:text-18">
              {words.wall.figure(counts().showing, all().length)}
            </b>
            <span class="block text-12 text-ink-3">{words.wall.showing(counts().showing)}</span>
          </p>
        </div>
      </Headline>
      <Announced sentence={sentences().join(' ')} />
      <FilterStrip label={words.wall.filters} chips={chips()}>
        <FindField
          said={words.wall.find}
          value={filter().find}
          field={props.onFindField}
          onFind={(q) => setSearch({ q }, { replace: true })}
        />
        <Show when={props.seen.role !== 'viewer'}>
          <span class="max-[700px]:hidden">
            <Button onClick={() => props.onPrepare()}>{words.wall.prepare.title}</Button>
          </span>
        </Show>
      </FilterStrip>
      <Show when={isFiltered(filter())}>
        <p class="sr-only" role="status">
          {words.wall.shown(shown().length)}
        </p>
      </Show>
      <Show
        when={shown().length > 0}
        fallback={
          <NothingFound filter={filter()} signs={all()} onFilter={(to) => setSearch(queryOf(to), { replace: true })} />
        }
      >
        <SignRows signs={shown()} timeZone={props.seen.event.timeZone} />
      </Show>
    </>
  );
}

/** The signs of an event: what is wrong first, then every one of them. */
export function Wall(props: { seen: Seen; onFindField(field: HTMLInputElement): void }) {
  const [isPreparing, setPreparing] = createSignal(false);
  useTitle(() => props.seen.event.name);
  const feed = () => props.seen.live.feed();
  return (
    <>
      <Switch>
        <Match when={feed().signs?.size === 0}>
          <NoSigns mayClaim={props.seen.role !== 'viewer'} onPrepare={() => setPreparing(true)} />
        </Match>
        <Match when={feed().signs}>
          {(signs) => (
            <List
              seen={props.seen}
              signs={signs()}
              onFindField={props.onFindField}
              onPrepare={() => setPreparing(true)}
            />
          )}
        </Match>
        <Match when={feed().signs === null}>
          <Headline live={props.seen.live} timeZone={props.seen.event.timeZone}>
            <LoadingHeadline total={feed().total} />
          </Headline>
          <div class="h-11 border-y border-line max-[700px]:h-28" />
          <RowsBed />
        </Match>
      </Switch>
      {/* Beside them: the first sign that is prepared must not take the form away. */}
      <PrepareSign isOpen={isPreparing()} onClose={() => setPreparing(false)} event={props.seen.event} />
    </>
  );
}
