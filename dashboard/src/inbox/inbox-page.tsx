import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { Event } from '@sign-display/contracts/rest/events';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { A, useLocation, useSearchParams } from '@solidjs/router';
import { createMemo, createSignal, For, onCleanup, Show, type Accessor } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import { openOrganizations } from '../api/second-factor-access.ts';
import { Shell } from '../features/shell/shell.tsx';
import { useTitle } from '../features/window-title.ts';
import { useInboxTools } from '../inbox-context.ts';
import { phaseOf } from '../times/event-phase.ts';
import { Empty } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { createMessages } from './create-messages.ts';
import { createSnooze } from './create-snooze.ts';
import { createSubscriptions } from './create-subscription.ts';
import { InboxList, type InboxSearch } from './inbox-list.tsx';
import { SubscriptionSettings } from './subscription-settings.tsx';

/** The settings fit beside the list from this width on: 1,200 px at the usual text size. */
const WIDE = '(min-width: 75em)';

function createWide(): Accessor<boolean> {
  const media = matchMedia(WIDE);
  const [is, set] = createSignal(media.matches);
  const look = (): void => void set(media.matches);
  media.addEventListener('change', look);
  onCleanup(() => media.removeEventListener('change', look));
  return is;
}

/**
 * Chooses the event whose settings are shown if the URL names none: the event of the newest message, or else one that
 * runs or will come.
 */
function chooseEvent(events: readonly Event[], newest: string | undefined, nowMs: number): Event | undefined {
  const RANKS = ['during', 'open', 'before', 'after'];
  const byPhase = events.toSorted((a, b) => RANKS.indexOf(phaseOf(a, nowMs).is) - RANKS.indexOf(phaseOf(b, nowMs).is));
  return events.find(({ id }) => id === newest) ?? byPhase[0];
}

/** Lets the person choose the event, if there are several. */
function EventChoice(props: { events: readonly Event[]; event: Event; isLocked: boolean }) {
  const { words } = useInboxTools();
  const said = words.subscription;
  const [, setSearch] = useSearchParams<InboxSearch & Record<string, string>>();
  return (
    <Show when={props.events.length > 1}>
      <label class="mb-3.5 block">
        <span class="mb-[5px] block font-[560]">{said.event}</span>
        <select
          name="event"
          class="h-[calc(1.25rem+24px)] w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-15 text-ellipsis disabled:bg-sunk"
          disabled={props.isLocked}
          title={props.event.name}
          onChange={(event) => setSearch({ event: event.currentTarget.value, message: undefined, quiet: undefined })}
        >
          <For each={props.events}>
            {(one) => (
              <option value={one.id} selected={one.id === props.event.id}>
                {one.name}
              </option>
            )}
          </For>
        </select>
        <Show when={props.isLocked}>
          <span class="mt-[5px] block text-ink-2">{said.eventLocked}</span>
        </Show>
      </label>
    </Show>
  );
}

function Loaded(props: { me: MeResponse }) {
  const { words, places, clock } = useInboxTools();
  const said = words.subscription;
  const location = useLocation();
  const [search] = useSearchParams<InboxSearch & Record<string, string>>();
  const isWide = createWide();
  const isSettings = () => location.pathname === PAGES.subscription;
  useTitle(() => (isSettings() ? said.title : words.inbox.title));
  const messages = createMessages(() => ({ eventId: search.event, isUnread: search.unread === 'true' }));
  const subscriptions = createSubscriptions();
  const snooze = createSnooze(subscriptions);
  const events = createMemo(() =>
    openOrganizations(props.me).flatMap(({ id }) => {
      const answer = places.eventsOf(id);
      return answer?.ok ? answer.events : [];
    }),
  );
  const areEventsKnown = () => openOrganizations(props.me).every(({ id }) => places.eventsOf(id) !== undefined);
  const [isTouched, setTouched] = createSignal(false);
  const newest = createMemo<string | undefined>(
    (before) => before ?? messages.list()?.items.find(({ event }) => event)?.event?.id,
  );
  /** While there are unsaved changes, the settings stay at the event that the changes belong to. */
  const event = createMemo<Event | undefined>((before) => {
    const asked = events().find(({ id }) => id === search.event);
    if (before && isTouched()) return events().find(({ id }) => id === before.id) ?? before;
    if (asked || before) return asked ?? events().find(({ id }) => id === before!.id) ?? before;
    return messages.list() || messages.trouble() ? chooseEvent(events(), newest(), clock.now()) : undefined;
  });
  const settingsHref = () => pathOf('subscription', { event: search.event ?? event()?.id });
  const Settings = () => (
    <section
      aria-label={said.title}
      class="min-w-0 bg-surface px-6 pt-[18px] pb-10 max-[700px]:px-3.5 min-[1200px]:border-s min-[1200px]:border-line"
    >
      <Show when={!isWide()}>
        <A href={PAGES.inbox} class="mb-2 inline-flex min-h-7 items-center gap-1 no-underline max-[700px]:min-h-12">
          <Icon is="back" size={14} />
          {said.back}
        </A>
      </Show>
      <Dynamic component={isWide() ? 'h2' : 'h1'} class="text-18 font-[640]">
        {said.title}
      </Dynamic>
      <Show
        when={event()}
        fallback={
          <Show when={areEventsKnown() && events().length === 0}>
            <div class="mt-4">
              <Empty title={said.noEvents} lead={said.noEventsLead} />
            </div>
          </Show>
        }
      >
        {(known) => (
          <>
            <p class="mt-[3px] mb-3.5 leading-normal wrap-anywhere text-ink-2">{said.lead(known().name)}</p>
            <EventChoice events={events()} event={known()} isLocked={isTouched()} />
            <Show when={known().id} keyed>
              {(id) => (
                <SubscriptionSettings
                  event={known()}
                  me={props.me}
                  store={subscriptions.of(id)}
                  snooze={snooze}
                  level={isWide() ? 3 : 2}
                  onTouched={setTouched}
                />
              )}
            </Show>
          </>
        )}
      </Show>
    </section>
  );
  return (
    <div class="grid min-[1200px]:min-h-[calc(100dvh/var(--page-scale,1)-1.5rem-24px)] min-[1200px]:grid-cols-[minmax(0,1fr)_minmax(0,calc(440rem/16))] min-[1400px]:grid-cols-[minmax(0,1fr)_minmax(0,calc(560rem/16))]">
      <Show when={isWide() || !isSettings()}>
        <section aria-label={words.inbox.title} class="min-w-0">
          <InboxList messages={messages} snooze={snooze} hasSettings={isWide()} settingsHref={settingsHref()} />
        </section>
      </Show>
      <Show when={isWide() || isSettings()}>
        <Settings />
      </Show>
    </div>
  );
}

/** Shows the inbox and the settings of a subscription beside it; in a narrow window, each has its own page. */
export function InboxPage() {
  const { places, session } = useInboxTools();
  const [search] = useSearchParams<InboxSearch & Record<string, string>>();
  /** A person with only one event is always in that event. */
  const onlyEvent = (): string | undefined => {
    const state = session.state();
    if (state.is !== 'signed-in') return undefined;
    const all = openOrganizations(state.me).map(({ id }) => places.eventsOf(id));
    const events = all.flatMap((answer) => (answer?.ok ? answer.events : []));
    return all.every((answer) => answer?.ok) && events.length === 1 ? events[0]!.id : undefined;
  };
  return <Shell eventId={search.event ?? onlyEvent()}>{(me) => <Loaded me={me()} />}</Shell>;
}
