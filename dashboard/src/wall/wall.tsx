import { createMemo, createSignal, Match, onCleanup, onMount, Show, Switch } from 'solid-js';
import { viewOf, VIEWS, type View } from './url-state.ts';
import { takeCensus, type Census } from './sign-census.ts';
import { createPictures } from './cards/create-pictures.ts';
import { createMapSize } from './create-cards-or-map.ts';
import { createHoverOrFocus } from './create-hover-or-focus.ts';
import { createNothingFound } from './create-nothing-found.ts';
import { createZoomToCards } from './create-zoom-to-cards.ts';
import { createSelection } from './create-selection.ts';
import { createStrips } from './create-heartbeat-strips.ts';
import { createDeferred } from './create-deferred.ts';
import { createWallSummary } from './create-causes-and-headline.ts';
import { createWallState } from './create-wall-url-state.ts';
import { ActionsDock } from './actions/actions-dock.tsx';
import { WithWallActions } from './actions/wall-actions.tsx';
import { createOpenOutages } from './actions/create-open-outages.ts';
import { MapBody } from './map-body.tsx';
import { createAdding } from '../first-sign/create-add-sign-state.ts';
import { createMailSetup } from './mail/create-mail-setup.ts';
import { CardsBody, fetchAhead, FirstSign, MailSheet, NothingFound, PrepareSign, TableBody } from './lazy-parts.ts';
import type { BodyProps } from './view-props.ts';
import { chipsOf } from './wall-chips.ts';
import { WallHeadline } from './wall-headline.tsx';
import { WallStrip } from './wall-toolbar.tsx';
import { AnnounceCount } from './announce-count.tsx';
import { useKeys } from '../features/use-keys.ts';
import { useTitle } from '../features/window-title.ts';
import type { Signs } from '../live/apply-sign-patches.ts';
import { showToast } from '../ui/toasts.tsx';
import { useWallTools } from '../wall-context.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { countsOf, filtered, isFiltered, NO_FILTER, oneStepBack } from '../event/sign-filter.ts';
import { LoadingHeadline } from '../event/loading-and-announced-headline.tsx';
import { Headline } from '../event/live-notice.tsx';
import { NO_ORDER, ordered, type Comparison, type Order } from '../event/sign-order.ts';
import { RowsPlaceholder } from '../event/rows-placeholder.tsx';
import { createPageNotice } from '../event/create-page-notice.ts';

/** When the wall has been drawn and has heard its first changes. */
const FETCHED_AHEAD_AFTER_MS = 3_000;

function List(props: {
  seen: Seen;
  signs: Signs;
  onFindField(field: HTMLInputElement): void;
  onAdd(): void;
  order: Comparison | undefined;
}) {
  const { words, clock, page, walls, preferences } = useWallTools();
  const address = createWallState(() => largest());
  const { state, filter, set: setState } = address;
  const order = createMemo<Order>((before) => ordered(props.signs, before, props.order), NO_ORDER);
  const place = () => filter().place;
  const all = () => order().rows;
  const shown = createMemo(() => filtered(all(), filter()));
  const inside = createHoverOrFocus();
  const noneFound = createNothingFound({ shown, filter, isInside: inside.is });
  const largest = createMapSize({
    count: () => (place() === null ? all() : filtered(all(), { ...NO_FILTER, place: place() })).length,
    place,
    isInside: inside.is,
  });
  const view = (): View => viewOf(state(), largest());
  const [bed, setBed] = createSignal<HTMLElement>();
  /** Who walked the signs goes on in the next view. */
  function showIn(to: View): void {
    if (to === view()) return;
    if (bed()?.contains(document.activeElement)) picks.keepKeys();
    setState({ view: to });
  }
  useKeys({
    title: words.shell.tabs.wall,
    bindings: [
      { key: 'Escape', said: words.shell.goBack, run: () => setState(oneStepBack(filter())) },
      ...VIEWS.map((to, at) => ({
        key: `${at + 1}`,
        said: words.map.view[to],
        run: () => showIn(to),
      })),
    ],
  });
  const census = createMemo<Census>((before) => takeCensus(all(), before ?? null));
  // The frame after the count is the painting's.
  const told = createDeferred(census, { atIdleFrame: (task) => page.atNextFrame(() => page.atIdleFrame(task)) });
  const open = createOpenOutages(props.seen);
  const { listed, headlined } = createWallSummary({ page, told, place, open: open.bySign });
  const wrong = createMemo(() => listed().wrong);
  const picks = createSelection({ signs: () => props.signs, filter, first: state() });
  address.follow(picks.said);
  const cameFrom = walls.takeCameFrom();
  if (cameFrom !== null && props.signs.has(cameFrom)) {
    picks.setFocus(cameFrom);
    picks.keepKeys();
  }
  onMount(() => {
    if (state().chosen !== 'many') return;
    showToast(words.map.bar.lost, words.shell.toasts);
    setState({ chosen: [] });
  });
  const first = createPageNotice(props.seen.live);
  const isLive = createMemo(() => props.seen.live.feed().trueUntil === null);
  const mail = createMailSetup(props.seen, preferences);
  const strips = createStrips({ eventId: props.seen.event.id, signs: () => props.signs, isLive });
  onCleanup(clock.after(FETCHED_AHEAD_AFTER_MS, () => void fetchAhead(isLive)));
  /** What the place and the search leave; each chip counts the signs that a press on it would show. */
  const tally = createMemo(() => {
    const { place, find } = filter();
    const within = { ...NO_FILTER, place, find };
    return isFiltered(within) ? countsOf(filtered(told().rows, within)) : told().tally;
  });
  const chips = createMemo(() => chipsOf(words, tally(), address.said(), address.search()));
  const body: BodyProps = {
    get rows() {
      return all();
    },
    get signs() {
      return props.signs;
    },
    get census() {
      return census();
    },
    get filter() {
      return filter();
    },
    get wrong() {
      return wrong();
    },
    get isHeld() {
      return props.seen.live.feed().warmUps.length > 0;
    },
    get isOld() {
      return first() === 'old';
    },
    get oldSince() {
      return first() === 'old' ? props.seen.live.feed().trueUntil : null;
    },
    get state() {
      return state();
    },
    picks,
    strips,
    pictures: createPictures(),
    timeZone: props.seen.event.timeZone,
    startsAt: props.seen.event.startsAt,
    mail,
    past: createZoomToCards(address),
    onState: setState,
  };
  return (
    <WithWallActions seen={props.seen} picks={picks} open={open}>
      <WallHeadline seen={props.seen} said={headlined()} mail={mail} />
      <WallStrip
        address={address}
        chips={chips()}
        found={filter().find.trim() === '' ? null : shown().length}
        view={view()}
        largest={largest()}
        field={props.onFindField}
        onFound={picks.takeKeys}
        onAdd={props.seen.role === 'viewer' ? null : () => props.onAdd()}
      />
      <AnnounceCount filter={filter()} count={shown().length} />
      <div class="flex">
        <div
          ref={(element) => (setBed(element), inside.watch(element))}
          class="relative min-w-0 flex-1 min-[701px]:min-h-[420px]"
        >
          <Switch>
            <Match when={noneFound()}>
              <NothingFound filter={filter()} signs={all()} onFilter={setState} />
            </Match>
            <Match when={view() === 'map'}>
              <MapBody {...body} onNear={address.setNear} />
            </Match>
            <Match when={view() === 'cards'}>
              <CardsBody {...body} />
            </Match>
            <Match when={view() === 'table'}>
              <TableBody {...body} />
            </Match>
          </Switch>
          <ActionsDock picks={picks} isBesideRail={!noneFound() && view() !== 'table'} />
        </div>
        <Show when={mail.isOpen() && mail.outbox}>
          {(outbox) => <MailSheet outbox={outbox()} onClose={() => mail.setOpen(false)} />}
        </Show>
      </div>
    </WithWallActions>
  );
}

/** The signs of an event: what is wrong first, then every one of them. `order`: how they stand; else by place and name. */
export function Wall(props: { seen: Seen; onFindField(field: HTMLInputElement): void; order?: Comparison }) {
  const [isPreparing, setPreparing] = createSignal(false);
  const wasPrepared = createMemo<boolean>((was) => was || isPreparing(), false);
  useTitle(() => props.seen.event.name);
  const feed = () => props.seen.live.feed();
  const adding = createAdding(() => props.seen.role !== 'viewer');
  return (
    <>
      <Switch>
        <Match when={feed().signs?.size === 0 || adding.is() !== null}>
          <FirstSign
            seen={props.seen}
            hasSigns={(feed().signs?.size ?? 0) > 0}
            adding={adding}
            onPrepare={() => setPreparing(true)}
          />
        </Match>
        <Match when={feed().signs}>
          {(signs) => (
            <List
              seen={props.seen}
              signs={signs()}
              onFindField={props.onFindField}
              onAdd={() => adding.show('ways')}
              order={props.order}
            />
          )}
        </Match>
        <Match when={feed().signs === null}>
          <Headline live={props.seen.live} timeZone={props.seen.event.timeZone}>
            <LoadingHeadline total={feed().total} />
          </Headline>
          <div class="h-11 border-y border-line max-[700px]:h-28" />
          <RowsPlaceholder />
        </Match>
      </Switch>
      {/* Beside them: the first sign that is prepared must not take the form away. */}
      <Show when={wasPrepared()}>
        <PrepareSign isOpen={isPreparing()} onClose={() => setPreparing(false)} event={props.seen.event} />
      </Show>
    </>
  );
}
