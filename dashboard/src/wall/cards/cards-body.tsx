import { createMemo, createSignal, createUniqueId, For, Show } from 'solid-js';
import { filtered } from '../../event/sign-filter.ts';
import { useKeys } from '../../features/use-keys.ts';
import { useNow } from '../../features/use-now.ts';
import { useWallTools } from '../../wall-context.ts';
import { Board } from '../wall-layout.tsx';
import { NEAREST } from '../map-camera.ts';
import { createFrozenOrder } from '../create-frozen-order.ts';
import { createHoverOrFocus } from '../create-hover-or-focus.ts';
import { createVisibleLines, type Lines } from '../create-visible-lines.ts';
import { createPhone, createRem, createSize } from '../create-window-measures.ts';
import { createLineNavigation } from '../create-line-navigation.ts';
import { ownKeys, signKeys } from '../sign-shortcuts.ts';
import { Rail } from '../problem-list.tsx';
import { AnnounceStale } from '../announce-stale.tsx';
import { stepBackOf, type BodyProps } from '../view-props.ts';
import { Card } from './card.tsx';
import { CARDS_PADDING_REM, cardLine, cardsInLine } from './card-layout.ts';

/** The signs as cards, in the order of places and names, with what is wrong beside them. */

export function CardsBody(props: BodyProps) {
  const isPhone = createPhone();
  return (
    <Show when={isPhone()} fallback={<Cards {...props} isPhone={false} />}>
      <Cards {...props} isPhone />
    </Show>
  );
}

function Cards(props: BodyProps & { isPhone: boolean }) {
  const { words } = useWallTools();
  const { picks, pictures } = props;
  const inside = createHoverOrFocus();
  const now = useNow();
  const oldId = createUniqueId();
  const rem = createRem();
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [list, setList] = createSignal<HTMLDivElement>();
  const size = createSize(scroller);
  const isMeasured = createMemo(() => size().width > 0);
  const perLine = createMemo(() => cardsInLine(size().width / rem()));

  const frozen = createFrozenOrder({
    fresh: createMemo(() => filtered(props.rows, props.filter)),
    signs: () => props.signs,
    isInside: inside.is,
    asked: () => JSON.stringify(props.filter),
  });
  const count = () => Math.ceil(frozen.shown().length / perLine());
  const lineOf = (number: number): number => Math.floor(number / perLine());
  const walk = createLineNavigation({
    picks,
    shown: frozen.shown,
    list,
    perLine,
    lineOf,
    lines: () => view,
    isMeasured,
  });
  const view: Lines = createVisibleLines({
    count,
    lineHeight: () => cardLine(size().width / rem()) * rem(),
    list,
    scroller: props.isPhone ? null : scroller,
    focused: () => lineOf(walk.focused()),
  });
  const inLine = (line: number) => frozen.shown().slice(line * perLine(), (line + 1) * perLine());
  const drawn = createMemo(() => view.drawn().flatMap(inLine));
  props.strips.watch(createMemo(() => drawn().flatMap(({ id, device }) => (device ? id : []))));
  pictures.watch(
    createMemo(() =>
      drawn().flatMap(({ id, screenshotAt }) => (screenshotAt === null ? [] : { id, at: screenshotAt })),
    ),
  );
  const prepared = createMemo(() => props.census.tally.unlinked);
  const goTo = (id: string): void => walk.goTo(frozen.shown().findIndex((row) => row.id === id));
  /** Further away: the map, around what is looked at. */
  function zoomOut(): void {
    props.past.back(NEAREST, frozen.shown()[walk.focused()]?.id);
  }
  useKeys({
    title: words.map.view.cards,
    own: ownKeys(words, false),
    bindings: [
      ...signKeys(words, false, walk.act),
      { key: '-', said: words.map.zoomOut, run: zoomOut },
      { key: 'Escape', said: words.shell.goBack, run: () => stepBackOf(props) },
    ],
  });
  return (
    <Board
      inside={inside}
      frozen={frozen}
      ownHeight={props.isPhone ? view.height() + CARDS_PADDING_REM * rem() : null}
      rail={
        <Rail
          wrong={props.wrong}
          filter={props.filter}
          oldSince={props.oldSince}
          onAllPlaces={() => props.onState({ place: null })}
          timeZone={props.timeZone}
          prepared={prepared()}
          startsAt={props.startsAt}
          mail={props.mail}
          onGo={goTo}
          onSelect={(ids) => picks.frame(ids, false)}
        >
          <button
            type="button"
            class="h-7 rounded-control border border-line-strong bg-surface px-2.5 font-[560] text-ink-2 max-[700px]:h-12 max-[700px]:px-4"
            aria-label={words.map.zoomOut}
            onClick={zoomOut}
          >
            −
          </button>
        </Rail>
      }
    >
      <div
        ref={setScroller}
        classList={{ 'absolute inset-0 overflow-auto': !props.isPhone }}
        class="px-4 pt-[calc(14rem/16)]"
        role="grid"
        data-old={props.isOld ? '' : undefined}
        aria-describedby={props.isOld ? oldId : undefined}
        aria-label={words.views.cards.label(frozen.shown().length)}
        aria-multiselectable="true"
        aria-rowcount={count()}
        aria-colcount={perLine()}
        onKeyDown={walk.press}
      >
        <div ref={setList} role="rowgroup" class="relative" style={{ height: `${view.height()}px` }}>
          <For each={view.drawn()}>
            {(line) => (
              <div
                role="row"
                aria-rowindex={line + 1}
                class="absolute inset-x-0 top-0 grid gap-x-[calc(14rem/16)]"
                style={{
                  transform: `translateY(${view.topOf(line)}px)`,
                  'grid-template-columns': `repeat(${perLine()}, minmax(0, 1fr))`,
                }}
              >
                <For each={Array.from({ length: perLine() }, (_, column) => column)}>
                  {(column) => (
                    <Show when={frozen.shown()[line * perLine() + column]}>
                      {(sign) => (
                        <Card
                          sign={sign()}
                          pictures={pictures}
                          strips={props.strips}
                          isHeld={props.isHeld}
                          isChosen={picks.chosen().has(sign().id)}
                          hasStop={walk.focused() === line * perLine() + column}
                          column={column + 1}
                          timeZone={props.timeZone}
                          nowMs={now()}
                          onFocus={() => picks.setFocus(sign().id)}
                          onChoose={(isRange) =>
                            picks.choose({ is: isRange ? 'range' : 'toggle', id: sign().id }, frozen.shown())
                          }
                        />
                      )}
                    </Show>
                  )}
                </For>
              </div>
            )}
          </For>
        </div>
      </div>
      <AnnounceStale id={oldId} since={props.oldSince} timeZone={props.timeZone} />
    </Board>
  );
}
