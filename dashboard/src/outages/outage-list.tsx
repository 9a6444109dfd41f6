import { useLocation, useNavigate, useSearchParams } from '@solidjs/router';
import { createMemo, For, Show } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import type { Chip } from '../event/filter-chip.ts';
import { FilterStrip, NO_SCROLL } from '../event/filter-strip.tsx';
import { Headline } from '../event/live-notice.tsx';
import { StaleNotice } from '../event/stale-notice.tsx';
import { useNow } from '../features/use-now.ts';
import { LoadError } from '../features/load-error.tsx';
import { useTitle } from '../features/window-title.ts';
import { useWallTools } from '../wall-context.ts';
import { durationText } from '../ui/durations.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty-state.tsx';
import { SEVERITIES } from '../ui/sign-marks-and-severity.ts';
import { createGroups } from './create-groups.ts';
import { signsOf, type Group } from './outage-groups.ts';
import { createStableRows } from '../event/stable-rows.ts';
import { COLUMNS, Row, WIDE } from './outage-row.tsx';
import { createAway, createOutages } from './create-outages.ts';
import { passesFilter, type OutageFilter } from './lay-outage-updates.ts';
import { filterOf, spanOf, timeOf, TIMES, type Span } from './outage-filter.ts';
import {
  axisOf,
  countsOf,
  filtered,
  FILTERS,
  inState,
  isCounted,
  isOpen,
  rowsOf,
  STATES,
  todayOf,
  type State,
} from './outage-rows.ts';

const MINUTE_MS = 60_000;
/** The option's value for a period that is not in the list. */
const OTHER = 'other';

function Title(props: { groups: readonly Group[]; isAllOfToday: boolean; seen: Seen }) {
  const { words } = useWallTools();
  const now = useNow();
  const said = words.outages.headline;
  const open = createMemo(() => props.groups.filter(({ untilMs }) => untilMs === null));
  const nobody = () => open().filter(({ acknowledged }) => acknowledged === null).length;
  const oldest = () => Math.min(...open().map(({ sinceMs }) => sinceMs));
  const isAlarm = () => open().some(({ mark }) => SEVERITIES[mark] === 'alarm');
  const total = () => props.seen.live.feed().signs?.size ?? 0;
  const today = () => todayOf(props.groups, now(), props.seen.event.timeZone);
  return (
    <div class="flex items-center gap-6 max-[700px]:block max-[700px]:py-3">
      <div class="min-w-0">
        <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
          <Show when={open().length > 0} fallback={said.none}>
            <span classList={{ 'text-alarm': isAlarm(), 'text-caution': !isAlarm() }}>{said.open(open().length)}</span>{' '}
            {said.nobody(nobody(), open().length)}
          </Show>
        </h1>
        <Show when={open().length > 0}>
          <p class="mt-[3px] wrap-anywhere text-ink-2">
            {said.affected(signsOf(open()), total())} {said.oldest(durationText(now() - oldest()))}
          </p>
        </Show>
      </div>
      <Show when={props.isAllOfToday && today().count > 0}>
        <p class="ml-auto flex-none text-end whitespace-nowrap max-[700px]:mt-2.5 max-[700px]:flex max-[700px]:flex-wrap max-[700px]:items-baseline max-[700px]:gap-x-1.5 max-[700px]:text-start max-[700px]:whitespace-normal">
          <b class="text-24 font-[640] font-stretch-[104%] max-[700px]:text-18">{said.today(today().count)}</b>
          <Show when={today().halfMs !== null}>
            <span class="mt-[3px] block text-12 text-ink-3">
              {said.half(durationText(today().halfMs!), today().ended)}
            </span>
          </Show>
        </p>
      </Show>
    </div>
  );
}

/** Which of them are shown, a link each, so that it is in the address. */
function StateChoice(props: { state: State; searchOf(state: State): string }) {
  const { words } = useWallTools();
  const location = useLocation();
  return (
    <nav
      aria-label={words.outages.columns.outage}
      class="inline-flex min-h-7 overflow-hidden rounded-control border border-line-strong max-[700px]:min-h-12"
    >
      <For each={STATES}>
        {(one) => (
          // Not the router's `<A>`, which calls each link to this page the current one, whatever its search.
          <a
            href={location.pathname + props.searchOf(one)}
            {...NO_SCROLL}
            aria-current={props.state === one ? 'true' : undefined}
            class="flex items-center border-l border-line px-2.5 no-underline first:border-l-0 max-[700px]:flex-1 max-[700px]:justify-center"
            classList={{
              'bg-ink font-[600] text-ground': props.state === one,
              'text-ink-2': props.state !== one,
            }}
          >
            {words.outages.states[one]}
          </a>
        )}
      </For>
    </nav>
  );
}

/** Lets the person choose a period: one of the list, or the one that the URL names. */
function TimeChoice(props: { span: Span; timeZone: string; onChange(span: Span): void }) {
  const { words, times } = useWallTools();
  const said = words.outages;
  const now = useNow(MINUTE_MS);
  const time = () => timeOf(props.span, now(), props.timeZone);
  const other = (): string => {
    const { from, to } = props.span;
    const clock = (at: string): string => times.said(Date.parse(at), 'dayTime', props.timeZone);
    if (from !== undefined && to !== undefined) return said.times.span(clock(from), clock(to));
    return from === undefined ? said.times.before(clock(to ?? '')) : said.times.since(clock(from));
  };
  return (
    <select
      aria-label={said.time}
      class="min-h-7 rounded-control border border-transparent bg-transparent px-2 text-13 text-ink-2 max-[700px]:min-h-12 max-[700px]:border-line-strong max-[700px]:text-15"
      value={time() ?? OTHER}
      onChange={({ currentTarget: { value } }) => {
        const chosen = TIMES.find((one) => one === value);
        if (chosen !== undefined) props.onChange(spanOf(chosen, now(), props.timeZone));
      }}
    >
      <Show when={time() === null}>
        <option value={OTHER} selected>
          {other()}
        </option>
      </Show>
      <For each={TIMES}>
        {(one) => (
          <option value={one} selected={time() === one}>
            {said.times[one]}
          </option>
        )}
      </For>
    </select>
  );
}

/** Shows the outages of an event by cause, open ones first. Another filter starts another read. */
export function OutageList(props: { seen: Seen }) {
  const [search] = useSearchParams<{ signId: string; from: string; to: string }>();
  const key = createMemo(() => JSON.stringify(filterOf(search)));
  return (
    <Show when={key()} keyed>
      {(text) => <FilteredList seen={props.seen} filter={JSON.parse(text) as OutageFilter} />}
    </Show>
  );
}

function FilteredList(props: { seen: Seen; filter: OutageFilter }) {
  const { words, times } = useWallTools();
  const said = words.outages;
  useTitle(() => said.title);
  const now = useNow(MINUTE_MS);
  const zone = () => props.seen.event.timeZone;
  const { filter } = props;
  const isFiltered = Object.keys(filter).length > 0;
  const reading = createOutages(props.seen, filter);
  const navigate = useNavigate();
  const location = useLocation();
  const away = createAway(props.seen);
  const [search] = useSearchParams<{ state: string; only: string }>();
  const state = () => STATES.find((one) => one === search.state) ?? 'all';
  const only = () => FILTERS.find((one) => one === search.only) ?? null;
  const searchOf = (one: State, kind = only(), narrowed: OutageFilter = filter): string => {
    const parts = { ...(one !== 'all' && { state: one }), ...(kind !== null && { only: kind }), ...narrowed };
    return Object.keys(parts).length === 0 ? '' : `?${new URLSearchParams(parts).toString()}`;
  };
  const signs = () => props.seen.live.feed().signs;
  /** The groups of all open outages, whatever the filter, which the headline counts. */
  const groups = createGroups(() => reading.value()?.all ?? [], signs);
  const listed = createGroups(
    () => (reading.value()?.all ?? []).filter((outage) => passesFilter(outage, filter)),
    signs,
  );
  /** Without any outage of a sign, the list leaves out the service's own absences. */
  const rows = createMemo(() => (listed().length === 0 ? [] : rowsOf(listed(), isFiltered ? [] : away())));
  const shown = createMemo(() => filtered(inState(rows(), state()), only()));
  const axis = createMemo(() => axisOf(now(), zone()));
  const isKnown = () => reading.value() !== undefined && props.seen.live.feed().signs !== null;
  const isAllOfToday = () =>
    !isFiltered && (!reading.value()?.isMore || todayOf(groups(), now(), zone()).count < groups().length);
  const chips = createMemo((): Chip[] => {
    const counts = countsOf(inState(rows(), state()));
    const isMore = reading.value()?.isMore ?? false;
    const kinds = FILTERS.filter((kind) => counts[kind] > 0 || kind === only()).map((kind) => ({
      ...(kind !== 'nobody' && { mark: kind === 'away' ? ('held' as const) : kind }),
      ...(isCounted(kind, state(), isMore) && { count: counts[kind] }),
      said: kind === 'nobody' ? said.withNobody : kind === 'away' ? said.away : words.marks[kind],
      search: searchOf(state(), kind === only() ? null : kind),
      isOn: kind === only(),
    }));
    const { signId, ...span } = filter;
    if (signId === undefined) return kinds;
    const outage = reading.value()?.all.find((one) => one.signId === signId);
    const name = signs()?.get(signId)?.name ?? outage?.signName ?? said.deleted;
    return [{ said: said.ofSign(name), search: searchOf(state(), only(), span), isOn: true }, ...kinds];
  });
  const parts = {
    open: createStableRows(() => shown().filter(isOpen)),
    closed: createStableRows(() => shown().filter((row) => !isOpen(row))),
  };
  return (
    <>
      <Headline live={props.seen.live} timeZone={zone()}>
        <Show when={isKnown()} fallback={<h1 class="text-24 font-[640] text-ink-3">{said.title}</h1>}>
          <Title groups={groups()} isAllOfToday={isAllOfToday()} seen={props.seen} />
        </Show>
      </Headline>
      <StaleNotice of={reading} timeZone={zone()} say={said.notRead} />
      <FilterStrip wraps label={said.filters} chips={chips()}>
        <TimeChoice
          span={{
            ...(filter.from !== undefined && { from: filter.from }),
            ...(filter.to !== undefined && { to: filter.to }),
          }}
          timeZone={zone()}
          onChange={(span) => {
            const sign = filter.signId === undefined ? {} : { signId: filter.signId };
            navigate(location.pathname + searchOf(state(), only(), { ...sign, ...span }), { scroll: false });
          }}
        />
        <StateChoice state={state()} searchOf={searchOf} />
      </FilterStrip>
      <Show when={reading.trouble() && !reading.value()}>
        <div class="px-4 py-10">
          <LoadError what={said.what} why={reading.trouble()!.why} onAgain={reading.read} />
        </div>
      </Show>
      <Show when={isKnown()}>
        <Show
          when={shown().length > 0}
          fallback={
            <div class="px-4 py-10">
              <Empty
                title={rows().length === 0 && !isFiltered ? said.calm : said.nothing}
                lead={rows().length === 0 && !isFiltered ? said.calmLead : said.nothingLead}
              />
            </div>
          }
        >
          <p
            aria-hidden="true"
            class={`${COLUMNS} h-[31px] border-b border-line-strong !text-11 font-[600] text-ink-3 ${WIDE}`}
          >
            <span>{said.columns.outage}</span>
            <span class="mr-4 !px-0 flex justify-between font-[420]">
              <For each={axis().hoursMs}>{(at) => <span>{times.said(at, 'time', zone())}</span>}</For>
            </span>
            <For each={['since', 'lasted', 'signs', 'told', 'acknowledged'] as const}>
              {(name) => <span classList={{ 'text-end': name === 'signs' }}>{said.columns[name]}</span>}
            </For>
          </p>
          <For each={['open', 'closed'] as const}>
            {(name) => (
              <Show when={parts[name]().length > 0}>
                <h2 class="flex h-[31px] items-end border-b border-line px-4 pb-[5px] text-11 font-[600] text-ink-3">
                  {said.states[name]}
                </h2>
                <ul aria-label={said.states[name]}>
                  <For each={parts[name]()}>{(row) => <Row row={row} seen={props.seen} axis={axis()} />}</For>
                </ul>
              </Show>
            )}
          </For>
          <Show when={reading.value()?.isMore && state() !== 'open'}>
            <p class="p-4">
              <Button onClick={() => reading.older()}>{said.older}</Button>
            </p>
          </Show>
        </Show>
      </Show>
    </>
  );
}
