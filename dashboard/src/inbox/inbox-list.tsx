import { PAGES } from '@sign-display/contracts/page-paths';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import { A, useSearchParams } from '@solidjs/router';
import { createEffect, createMemo, createSelector, createSignal, For, on, onCleanup, Show } from 'solid-js';
import type { Chip } from '../event/filter-chip.ts';
import { FilterStrip } from '../event/filter-strip.tsx';
import { hasSameElements } from '../event/has-same-elements.ts';
import { LoadError } from '../features/load-error.tsx';
import { FormTrouble } from '../features/create-form.tsx';
import { useKeys } from '../features/use-keys.ts';
import { useNow } from '../features/use-now.ts';
import { useInboxTools } from '../inbox-context.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Empty } from '../ui/empty-state.tsx';
import { Key } from '../ui/key.tsx';
import type { Messages } from './create-messages.ts';
import { createCurrentOutages } from './create-current-outages.ts';
import type { Snooze } from './create-snooze.ts';
import { currentStatus } from './current-status.ts';
import { byDay } from './message-list.ts';
import { idOfMessage, MessageRow } from './message-row.tsx';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The part of the list's state that the URL holds. */
export interface InboxSearch {
  event: string;
  unread: string;
  message: string;
}

type Changed = Partial<Record<'event' | 'unread', string | undefined>>;

/** Makes the chips of the filter: the events of the loaded messages, and the chosen event. */
function createChips(messages: Messages, searchOf: (changed: Changed) => string) {
  const { words, personal, places } = useInboxTools();
  const [search] = useSearchParams<InboxSearch & Record<string, string>>();
  /** Choosing an event removes the messages of the other events, but keeps their chips. */
  const events = createMemo<ReadonlyMap<string, string>>((before) => {
    const all = new Map(before);
    for (const { event } of messages.list()?.items ?? []) if (event) all.set(event.id, event.name);
    const chosen = search.event;
    if (chosen !== undefined && !all.has(chosen)) {
      const name = places.event(chosen)?.name;
      if (name !== undefined) all.set(chosen, name);
    }
    return all.size === before.size ? before : all;
  }, new Map());
  return createMemo((): Chip[] => {
    const isUnread = search.unread === 'true';
    const unread = {
      said: words.inbox.filters.unread,
      // The count is of the whole inbox, because the service does not count the messages of one event.
      ...(search.event === undefined && { count: personal.unread() }),
      search: searchOf({ unread: isUnread ? undefined : 'true' }),
      isOn: isUnread,
    };
    if (events().size < 2 && search.event === undefined) return [unread];
    const chips = [...events()].map(([id, said], nth) => ({
      said,
      search: searchOf({ event: search.event === id ? undefined : id }),
      isOn: search.event === id,
      isApart: nth === 0,
    }));
    return [unread, ...chips];
  });
}

/** Steps through the messages with the keyboard. */
function createWalk(all: () => readonly Notification[]) {
  const [currentId, setCurrent] = createSignal<string>();
  const current = createMemo(() => {
    const known = all().find(({ id }) => id === currentId());
    return known ?? all()[0];
  });
  const focus = (message: Notification | undefined): void => {
    if (message) document.getElementById(idOfMessage(message.id))?.focus();
  };
  function step(by: number): void {
    const list = document.activeElement?.closest('[data-messages]');
    const at = all().findIndex(({ id }) => id === current()?.id);
    // The first key press goes to the message that had the focus last.
    focus(all()[list ? Math.min(all().length - 1, Math.max(0, at + by)) : Math.max(0, at)]);
  }
  return { current, setCurrent, step, first: () => focus(all()[0]), last: () => focus(all().at(-1)) };
}

function Rows(props: { messages: Messages; snooze: Snooze; shown: readonly Notification[] }) {
  const { words, times, places } = useInboxTools();
  const said = words.inbox;
  const [search, setSearch] = useSearchParams<InboxSearch & Record<string, string>>();
  const now = useNow(MINUTE_MS);
  const walk = createWalk(() => props.shown);
  const outages = createCurrentOutages(() => props.shown);
  const zoneOf = (message: Notification): string | undefined =>
    message.event ? places.event(message.event.id)?.timeZone : undefined;
  const zones = createMemo(() => [...new Set(props.shown.map((one) => zoneOf(one) ?? times.viewerZone))]);
  /** Days are in the events' time zone, or in the viewer's if the events have several zones. */
  const listZone = () => (zones().length === 1 ? zones()[0] : undefined);
  const dayOf = (message: Notification): string => times.said(Date.parse(message.at), 'date', listZone());
  const byId = createMemo(() => new Map(props.shown.map((message) => [message.id, message])));
  const days = createMemo(() => byDay(props.shown, dayOf));
  const dayNames = createMemo(() => [...days().keys()], [], { equals: hasSameElements });
  const isCurrent = createSelector(() => walk.current()?.id);
  const isOpen = createSelector(() => search.message);
  const eventNames = createMemo(() => new Set(props.shown.map(({ event }) => event?.name)));
  const dayName = (day: string): string => {
    if (day === times.said(now(), 'date', listZone())) return said.today;
    return day === times.said(now() - DAY_MS, 'date', listZone()) ? said.yesterday : day;
  };
  const heading = (day: string, nth: number): string => {
    const [event] = eventNames();
    const zone = zones().length === 1 ? times.zoneName(now(), listZone()) : undefined;
    return nth === 0
      ? said.day(eventNames().size === 1 ? event : undefined, dayName(day), zone)
      : said.day(undefined, dayName(day), undefined);
  };
  const statusOf = (message: Notification) =>
    message.event ? currentStatus(message, outages.openOf(message.event.id), outages.ended()) : null;
  const toggle = (message: Notification): void => {
    const wasOpen = search.message === message.id;
    setSearch({ message: wasOpen ? undefined : message.id }, { replace: true });
    if (!wasOpen) props.messages.markRead(message);
  };
  const opened = createMemo(() => props.shown.find(({ id }) => id === search.message));
  // A message that the URL opens is marked as read.
  createEffect(on(opened, (message) => message && props.messages.markRead(message)));

  let isOver = false;
  let hasFocus = false;
  const hold = (): void => {
    props.messages.hold(isOver || hasFocus);
    if (!isOver && !hasFocus) props.messages.release();
  };
  onCleanup(() => props.messages.hold(false));
  const within = (event: FocusEvent & { currentTarget: HTMLElement }): boolean =>
    event.currentTarget.contains(event.relatedTarget as Node | null);
  useKeys({
    title: said.keys.title,
    own: [{ keys: 'Enter', said: said.keys.open }],
    bindings: [
      { key: 'j', said: said.keys.next, run: () => walk.step(1) },
      { key: 'k', said: said.keys.previous, run: () => walk.step(-1) },
      { key: 'u', said: said.keys.read, run: () => walk.current() && props.messages.markRead(walk.current()!) },
      { key: 'Shift U', said: said.keys.markAll, run: () => props.messages.markAll() },
      {
        key: 'Escape',
        said: words.shell.goBack,
        run: () => {
          const name = search.message !== undefined ? 'message' : search.unread !== undefined ? 'unread' : 'event';
          setSearch({ [name]: undefined }, { replace: true });
        },
      },
    ],
  });
  const KEYS: Record<string, () => void> = {
    ArrowDown: () => walk.step(1),
    ArrowUp: () => walk.step(-1),
    Home: walk.first,
    End: walk.last,
  };
  return (
    <div
      data-messages
      onPointerEnter={({ pointerType }) => {
        isOver = pointerType === 'mouse';
        hold();
      }}
      onPointerLeave={() => {
        isOver = false;
        hold();
      }}
      onFocusIn={() => {
        hasFocus = true;
        hold();
      }}
      onFocusOut={(event) => {
        if (within(event)) return;
        hasFocus = false;
        hold();
      }}
      onKeyDown={(event) => {
        const { ctrlKey, altKey, metaKey } = event;
        if (ctrlKey || altKey || metaKey || !KEYS[event.key]) return;
        event.preventDefault();
        KEYS[event.key]!();
      }}
    >
      <For each={dayNames()}>
        {(day, nth) => (
          <section>
            <h2 class="px-6 pt-3 pb-1 text-11 font-[600] wrap-anywhere text-ink-3 max-[700px]:px-3.5">
              {heading(day, nth())}
            </h2>
            <ul aria-label={`${said.list}, ${dayName(day)}`}>
              {/* The rows are keyed by identifier, so that a row keeps the focus when its message is marked as read. */}
              <For each={days().get(day) ?? []}>
                {(id) => {
                  const message = createMemo<Notification>((before) => byId().get(id) ?? before!);
                  return (
                    <MessageRow
                      message={message()}
                      timeZone={zoneOf(message())}
                      day={day}
                      isOpen={isOpen(id)}
                      isCurrent={isCurrent(id)}
                      showsEvent={eventNames().size > 1}
                      showsZone={zones().length > 1}
                      status={statusOf(message())}
                      onToggle={() => toggle(message())}
                      onFocus={() => walk.setCurrent(id)}
                      onSeen={() => outages.readEnds(message())}
                      onSnooze={() => void props.snooze.snoozeMessage(message())}
                    />
                  );
                }}
              </For>
            </ul>
          </section>
        )}
      </For>
    </div>
  );
}

/**
 * Shows the person's messages, newest first, with their filters. `hasSettings`: the settings of the subscription are
 * beside the list.
 */
export function InboxList(props: { messages: Messages; snooze: Snooze; hasSettings: boolean; settingsHref: string }) {
  const { words, personal } = useInboxTools();
  const said = words.inbox;
  const [search] = useSearchParams<InboxSearch & Record<string, string>>();
  const list = () => props.messages.list();
  const searchOf = (changed: Changed): string => {
    const wanted = { event: search.event, unread: search.unread, ...changed };
    const parts = Object.entries(wanted).filter((part): part is [string, string] => part[1] !== undefined);
    return parts.length === 0 ? '' : `?${new URLSearchParams(parts).toString()}`;
  };
  const chips = createChips(props.messages, searchOf);
  const isFiltered = () => search.event !== undefined || search.unread === 'true';
  return (
    <>
      <div class="flex flex-wrap items-baseline gap-x-3.5 gap-y-2 px-6 pt-[18px] pb-3 max-[700px]:px-3.5">
        <h1 class="text-24 font-[640] font-stretch-[104%]">{said.title}</h1>
        <span class="text-ink-3" role="status">
          {said.unread(personal.unread())}
        </span>
        <div class="ms-auto flex flex-wrap gap-2">
          <Show when={!props.hasSettings}>
            <A href={props.settingsHref} class={buttonLook({})}>
              {said.settings}
            </A>
          </Show>
          <Show when={personal.unread() > 0}>
            <Button onClick={() => props.messages.markAll()}>
              {search.event === undefined ? said.markAll : said.markAllEvents}
              <span class="ms-1.5 max-[700px]:hidden">
                <Key>{words.shell.keyNames['Shift U']}</Key>
              </span>
            </Button>
          </Show>
        </div>
      </div>
      <Show when={isFiltered() || (list()?.items.length ?? 0) > 0}>
        <FilterStrip wraps label={said.filters.label} chips={chips()} />
      </Show>
      <Show when={props.messages.trouble() && !list()}>
        <div class="px-6 py-10 max-[700px]:px-3.5">
          <LoadError what={said.what} why={props.messages.trouble()!.why} onAgain={props.messages.read} />
        </div>
      </Show>
      <Show when={list()}>
        {(known) => (
          <>
            <Show when={known().waiting.length > 0}>
              <p class="sticky top-0 z-10 flex justify-center pt-3" role="status">
                <span class="inline-flex max-w-full rounded-control shadow-float">
                  <Button onClick={() => props.messages.release()}>{said.arrived(known().waiting.length)}</Button>
                </span>
              </p>
            </Show>
            <Show
              when={known().items.length > 0}
              fallback={
                <div class="px-6 py-10 max-[700px]:px-3.5">
                  <Empty
                    title={isFiltered() ? said.nothing : said.empty}
                    lead={isFiltered() ? said.nothingLead : said.emptyLead}
                  >
                    <Show when={isFiltered()}>
                      <A href={PAGES.inbox} class={buttonLook({})}>
                        {said.showAll}
                      </A>
                    </Show>
                  </Empty>
                </div>
              }
            >
              <Rows messages={props.messages} snooze={props.snooze} shown={known().items} />
            </Show>
            <div class="px-6 pt-4 pb-10 max-[700px]:px-3.5">
              <Show when={known().nextCursor !== null}>
                <Button disabled={props.messages.isReadingOlder()} onClick={props.messages.older}>
                  {said.older}
                </Button>
              </Show>
              <FormTrouble of={{ trouble: () => props.messages.trouble()?.why, unplaced: () => [] }} />
            </div>
          </>
        )}
      </Show>
    </>
  );
}
