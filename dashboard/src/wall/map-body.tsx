import { pathOf } from '@sign-display/contracts/page-paths';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { useNavigate } from '@solidjs/router';
import { createEffect, createMemo, createSignal, on, Show } from 'solid-js';
import { filtered, isFiltered } from '../event/sign-filter.ts';
import { useKeys } from '../features/use-keys.ts';
import { later } from '../lazy-part.tsx';
import { useWallTools } from '../wall-context.ts';
import type { WallState } from './url-state.ts';
import { isPhone } from './map-layout.ts';
import type { Box } from './popover-position.ts';
import { Board } from './wall-layout.tsx';
import { follow, type Followed } from './sign-census.ts';
import { createNumbers } from './create-focus.ts';
import { createFrozenOrder } from './create-frozen-order.ts';
import { createHoverOrFocus } from './create-hover-or-focus.ts';
import { createPrerendered } from './create-idle-prerender.ts';
import { idsOf } from './create-selection.ts';
import { createViewport } from './create-viewport.ts';
import { Field } from './map-canvas.tsx';
import { ownKeys, signKeys } from './sign-shortcuts.ts';
import { Rail } from './problem-list.tsx';
import { stepBackOf, type BodyProps } from './view-props.ts';
import { ZOOM_STEP, ZoomButtons } from './zoom-buttons.tsx';

/** The map of an event and what is wrong beside it. */

export const Peek = later(async () => (await import('./sign-popover.tsx')).Peek);

/** What is gone to is near enough to be read. */
const READABLE_PITCH = 72;

export function MapBody(props: BodyProps & { onNear(near: WallState['near']): void }) {
  const { words } = useWallTools();
  const navigate = useNavigate();
  const { picks } = props;
  const inside = createHoverOrFocus();
  const frozen = createFrozenOrder({ fresh: () => props.rows, signs: () => props.signs, isInside: inside.is });
  const { shown } = frozen;
  const followed = createMemo<Followed>((before) => follow(props.census, shown(), before ?? null));
  const census = createMemo(() => followed().census);
  const sight = createViewport(census, props.state.near, props.past.go);

  const prepared = createMemo(() => props.census.tally.unlinked);
  const passing = createMemo(
    () => (isFiltered(props.filter) ? new Set(idsOf(filtered(shown(), props.filter))) : null),
    null,
    { equals: areSame },
  );
  const isHidden = createMemo(() => {
    const passed = passing();
    return passed && ((sign: SignRow) => !passed.has(sign.id));
  });

  createEffect(on(sight.near, props.onNear, { defer: true }));

  const numbers = createNumbers(census);
  const numberOf = (id: string): number => numbers().get(id) ?? -1;
  const peeked = createMemo(() => {
    const id = props.state.peek;
    const sign = id === null ? undefined : props.signs.get(id);
    return sign && { sign, number: numberOf(sign.id) };
  });
  const [placed, setPlaced] = createSignal<Box | null>(null);
  const isMade = createPrerendered(Peek);
  /** What the peek is of, or was of last: it stays, so that a press has only to tell it its sign. */
  const last = createMemo<ReturnType<typeof peeked>>((before) => {
    const is = peeked();
    if (is || !Peek.isThere()) return is;
    if (before) return before;
    const [first] = isMade() ? shown() : [];
    return first && { sign: first, number: 0 };
  });
  /** One step back: peek, what is chosen, zoom, then the filter. */
  function stepBack(): void {
    if (props.state.peek !== null) props.onState({ peek: null });
    else if (picks.chosen().size === 0 && !sight.isWhole()) sight.showAll();
    else stepBackOf(props);
  }
  let act = (_key: string): void => {};
  useKeys({
    title: words.map.view.map,
    own: ownKeys(words, true),
    bindings: [
      ...signKeys(words, true, (key) => act(key)),
      { key: '+', said: words.map.zoomIn, run: () => sight.zoom(ZOOM_STEP) },
      { key: '-', said: words.map.zoomOut, run: () => sight.zoom(1 / ZOOM_STEP) },
      { key: '0', said: words.map.zoomAll, run: () => sight.showAll() },
      { key: 'Escape', said: words.shell.goBack, run: stepBack },
    ],
  });
  /** On a phone the map is as high as what is on it, and the page scrolls. */
  const ownHeight = (): number | null => {
    const ground = sight.ground();
    return ground && isPhone(sight.size()) && sight.isWhole() ? Math.ceil(ground.height) : null;
  };
  const goTo = (id: string): void => {
    const sign = numberOf(id);
    if (sign === -1) return;
    picks.setFocus(id);
    sight.goTo(sign, READABLE_PITCH);
  };

  return (
    <Board
      inside={inside}
      frozen={frozen}
      ownHeight={ownHeight()}
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
          <ZoomButtons sight={sight} />
        </Rail>
      }
    >
      <Field
        census={census}
        numbers={numbers}
        sight={sight}
        chosen={picks.chosen()}
        isHidden={isHidden()}
        isHeld={props.isHeld}
        isOld={props.isOld}
        strips={props.strips}
        pictures={props.pictures}
        timeZone={props.timeZone}
        avoids={placed()}
        focus={picks.focus()}
        onFocus={picks.setFocus}
        markedBy={picks.markedBy}
        keys={picks}
        actedBy={(by) => (act = by)}
        peeked={props.state.peek}
        onChoose={(action) => picks.choose(action, action.is === 'all' ? filtered(shown(), props.filter) : shown())}
        onFramed={picks.frame}
        onOpen={(id) => navigate(pathOf('sign', { signId: id }))}
        onPeek={(id) => props.onState({ peek: props.state.peek === id ? null : id })}
      />
      <Show when={last()}>
        {(is) => (
          <Peek
            isOpen={peeked() !== undefined}
            sign={is().sign}
            number={is().number}
            sight={sight}
            isHeld={props.isHeld}
            isOld={props.isOld}
            strips={props.strips}
            timeZone={props.timeZone}
            isChosen={picks.chosen().has(is().sign.id)}
            onChoose={() => picks.choose({ is: 'toggle', id: is().sign.id }, shown())}
            onClose={() => props.onState({ peek: null })}
            onPlaced={setPlaced}
          />
        )}
      </Show>
    </Board>
  );
}

const areSame = (one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean =>
  one === other || (one?.size === other?.size && Array.from(one ?? []).every((id) => other!.has(id)));
