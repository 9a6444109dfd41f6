import { createMemo, createSignal, For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import type { Chip } from '../../event/filter-chip.ts';
import { FilterStrip } from '../../event/filter-strip.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { searchText } from '../log/log-url.ts';
import { isFiltered, NO_FILTERS } from './content-fetch-filter.ts';
import type { ContentFetchLog } from './create-content-fetch-log.ts';
import { RangeDialog } from './range-dialog.tsx';
import { SignDialog } from './sign-dialog.tsx';

const RESULTS = ['ok', 'failed'] as const;
const TRIGGER =
  'inline-flex min-h-7 max-w-[min(14rem,80vw)] items-center gap-1.5 rounded-control border px-2 max-[700px]:min-h-12 max-[700px]:text-15';
const look = (isOn: boolean): string => `${TRIGGER} ${isOn ? 'border-ink bg-surface' : 'border-line-strong'}`;

/** A button that opens a choice and shows what is chosen. */
const Choice = (props: { text: string; isOn: boolean; onOpen(): void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    title={props.text}
    class={look(props.isOn)}
    onClick={() => props.onOpen()}
  >
    <span class="truncate">{props.text}</span>
    <Icon is="down" size={12} />
  </button>
);

/** The events of the organization, by name. */
function EventMenu(props: { log: ContentFetchLog; organizationId: string }) {
  const { words, places } = useAdminTools();
  const said = words.contentFetches.filters;
  const { setSearch } = props.log;
  const events = () => {
    const answer = places.eventsOf(props.organizationId);
    return answer?.ok ? answer.events : [];
  };
  const chosen = () => props.log.query().eventId;
  const text = () => (chosen() === undefined ? said.anyEvent : (places.event(chosen()!)?.name ?? chosen()!));
  return (
    <Menu
      label={text()}
      triggerClass={look(chosen() !== undefined)}
      trigger={
        <>
          <span class="truncate" aria-hidden="true">
            {text()}
          </span>
          <Icon is="down" size={12} />
        </>
      }
    >
      <MenuItem current={chosen() === undefined} onSelect={() => setSearch({ event: undefined })}>
        {said.anyEvent}
      </MenuItem>
      <For each={events()}>
        {({ id, name }) => (
          <MenuItem current={chosen() === id} onSelect={() => setSearch({ event: id, sign: undefined })}>
            <bdi>{name}</bdi>
          </MenuItem>
        )}
      </For>
    </Menu>
  );
}

/** The filters of the log, and the export. `hasEvents`: an event can be chosen. */
export function ContentFetchFilters(props: {
  log: ContentFetchLog;
  organizationId: string;
  hasEvents: boolean;
  onExport(): void;
}) {
  const { words, times } = useAdminTools();
  const said = words.contentFetches.filters;
  const { search, setSearch, query } = props.log;
  const [open, setOpen] = createSignal<'sign' | 'range'>();
  const chips = createMemo((): Chip[] =>
    RESULTS.map((result) => ({
      ...(result === 'failed' && { mark: 'failed' as const }),
      said: words.contentFetches.results[result],
      search: searchText({ ...search, result: query().result === result ? undefined : result }),
      isOn: query().result === result,
    })),
  );
  const timeOf = (at: string): string => times.said(Date.parse(at), 'dayTime', props.log.timeZone());
  const rangeText = (): string => {
    const { from, to } = query();
    const parts = [from && said.from(timeOf(from)), to && said.to(timeOf(to))].filter(Boolean);
    return parts.length === 0 ? said.anyTime : parts.join(' ');
  };
  const signText = () => (query().signId === undefined ? said.anySign : (props.log.signName() ?? said.oneSign));
  return (
    <FilterStrip wraps label={said.label} chips={chips()}>
      <Show when={props.hasEvents}>
        <EventMenu log={props.log} organizationId={props.organizationId} />
      </Show>
      <Choice text={signText()} isOn={query().signId !== undefined} onOpen={() => setOpen('sign')} />
      <Choice text={rangeText()} isOn={rangeText() !== said.anyTime} onOpen={() => setOpen('range')} />
      <Show when={isFiltered(search)}>
        <Button onClick={() => setSearch(NO_FILTERS)}>{said.clear}</Button>
      </Show>
      <Button onClick={() => props.onExport()}>{words.contentFetches.export.open}</Button>
      <Show when={open() === 'sign'}>
        <SignDialog
          organizationId={props.organizationId}
          eventId={query().eventId}
          onChoose={(sign) => {
            setOpen();
            setSearch({ sign });
          }}
          onClose={() => setOpen()}
        />
      </Show>
      <Show when={open() === 'range'}>
        <RangeDialog
          range={{ from: query().from, to: query().to }}
          timeZone={props.log.timeZone()}
          onChoose={(range) => {
            setOpen();
            setSearch(range);
          }}
          onClose={() => setOpen()}
        />
      </Show>
    </FilterStrip>
  );
}
