import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import {
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  on,
  onCleanup,
  onMount,
  Show,
  type Accessor,
} from 'solid-js';
import { later } from '../lazy-part.tsx';
import { useWallTools } from '../wall-context.ts';
import type { Pictures } from './cards/create-pictures.ts';
import { presentIn, type Census } from './sign-census.ts';
import { ChangedOutlines } from './changed-outlines.tsx';
import { createFocus } from './create-focus.ts';
import { createPrerendered } from './create-idle-prerender.ts';
import { createPainting } from './create-painting.ts';
import type { Picks } from './create-selection.ts';
import type { Viewport } from './create-viewport.ts';
import { createMapScreenshots } from './create-map-screenshots.ts';
import type { Strips } from './create-heartbeat-strips.ts';
import { levelOf } from './cell-levels.ts';
import { FocusCell, cellText, standingOf } from './focus-cell.tsx';
import type { ShownRow } from './frozen-order.ts';
import { FrameRect } from './selection-rectangle.tsx';
import { cellOf, type Rect } from './map-coordinates.ts';
import { headingOf, type Heading } from './place-heading.ts';
import { isTroubled, type Look } from './sign-looks.ts';
import type { Box } from './popover-position.ts';
import { pointAt } from './map-pointer.ts';
import { stripsOfPlates } from './read-plate-heartbeat-strips.ts';
import { keyActionOf, nextWhere, walkShown, type MapKey } from './map-keys.ts';

export const Lens = later(async () => (await import('./pointer-tooltip.tsx')).Lens, { isQuiet: true });

/** The map: a canvas for eyes and pointers; for keys and for who hears the page a grid with one tab stop, whose one real cell is the sign in focus. */

export interface FieldProps {
  census: Accessor<Census>;
  /** The number of each sign by its identifier. */
  numbers: Accessor<ReadonlyMap<string, number>>;
  sight: Viewport;
  chosen: ReadonlySet<string>;
  /** Whether the filter leaves a sign out; null: it leaves out none. */
  isHidden: ((sign: SignRow) => boolean) | null;
  isHeld: boolean;
  /** The page isn't live. */
  isOld: boolean;
  strips: Strips;
  pictures: Pictures;
  timeZone: string;
  focus: string | null;
  onFocus(id: string): void;
  /** Who may ask which sign is marked. */
  markedBy(look: () => string | null): void;
  keys: Pick<Picks, 'keysTakenBy' | 'giveKeys'>;
  /** Who may do what a key does, with the focus wherever it is. */
  actedBy(act: (key: string) => void): void;
  /** Which sign is peeked at. */
  peeked: string | null;
  /** What is beside a sign that is peeked at, which the lens must not be below. */
  avoids: Box | null;
  onChoose(action: { is: 'one' | 'range' | 'toggle'; id: string } | { is: 'all' }): void;
  onFramed(ids: string[], isAdded: boolean): void;
  onOpen(id: string): void;
  onPeek(id: string): void;
}

export function Field(props: FieldProps) {
  const { words, page, clock } = useWallTools();
  const { sight } = props;
  const census = props.census;
  const [hover, setHover] = createSignal<number | null>(null);
  const [isMoving, setMoving] = createSignal(false);
  const [frame, setFrame] = createSignal<Rect | null>(null);
  const [hasKeys, setKeys] = createSignal(false);
  /** A ring is around the sign in focus, until a pointer takes over. */
  const [isRinged, setRinged] = createSignal(false);
  const cellId = createUniqueId();
  const [box, setBox] = createSignal<HTMLDivElement>();
  const [canvas, setCanvas] = createSignal<HTMLCanvasElement>();
  let isSpaceHeld = false;

  const row = (sign: number): ShownRow => census().rows[sign]!;
  const { focus, isShown } = createFocus(census, props.numbers, {
    focus: () => props.focus,
    isHidden: () => props.isHidden,
  });

  const present = createMemo(() => census().places.reduce((sum, _, place) => sum + presentIn(census(), place), 0));
  const headingAt = (place: number): Heading => headingOf(words, census(), place);

  // Each by itself: a patch that changes none of them must not paint everything.
  const isHeld = createMemo(() => props.isHeld);
  const isOld = createMemo(() => props.isOld);
  const hidden = createMemo(() => props.isHidden);
  const stripOf = stripsOfPlates(props.strips, sight, census);
  const shots = createMapScreenshots({ pictures: props.pictures, sight, census, timeZone: () => props.timeZone });
  const rest = createMemo(() => {
    const { chosen } = props;
    const isHidden = hidden();
    return {
      headingOf: headingAt,
      saidOf: (look: Look) => words.marks[look],
      isHeld: isHeld(),
      isOld: isOld(),
      isChosen: chosen.size === 0 ? null : (sign: number) => chosen.has(row(sign).id),
      isHidden: isHidden && ((sign: number) => isHidden(row(sign))),
    };
  });
  const marked = createMemo(() => (isRinged() ? focus() : null));
  props.markedBy(() => (marked() === null ? null : row(marked()!).id));

  onMount(() => {
    const element = box()!;
    const measure = () => sight.resize({ width: element.clientWidth, height: element.clientHeight });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    createPainting({ canvas: canvas()!, page, clock, sight, census, rest, stripOf, shots, focus: marked });
    const stop = pointAt(element, {
      sight,
      page,
      clock,
      isSpaceHeld: () => isSpaceHeld,
      onHover: setHover,
      onMoving: setMoving,
      onFrame: setFrame,
      onFramed: (signs, isAdded) =>
        props.onFramed(
          signs.map((sign) => row(sign).id),
          isAdded,
        ),
      onPress(sign, { isRange, isAdded }) {
        const { id, isGone } = row(sign);
        setRinged(false);
        if (isGone) return;
        props.onFocus(id);
        if (isRange || isAdded) props.onChoose({ is: isRange ? 'range' : 'toggle', id });
        else props.onPeek(id);
      },
    });
    onCleanup(() => (watch.disconnect(), stop()));
    // Before it is known where signs stand, none can be shown.
    createEffect(
      on(
        () => sight.ground() !== null,
        (is) => void (is && props.keys.giveKeys()),
      ),
    );
  });

  function goTo(sign: number): void {
    sight.show(sign);
    props.onFocus(row(sign).id);
  }

  /** False: the key does nothing here. */
  function act(pressed: MapKey): boolean {
    const ground = sight.ground();
    const action = ground && keyActionOf(pressed, ground, focus());
    if (!action) return false;
    setKeys(true);
    setRinged(true);
    const { id, isGone } = row(focus());
    if (action.is === 'walk') {
      const to = walkShown(pressed, ground, focus(), isShown);
      if (action.isRange) props.onChoose({ is: 'range', id: row(to).id });
      goTo(to);
    } else if (action.is === 'walk-trouble') {
      const isWrong = (sign: number) => isTroubled(census().looks[sign]!) && isShown(sign);
      goTo(nextWhere(census().rows.length, focus(), action.step, isWrong));
    } else if (action.is === 'choose-all') props.onChoose({ is: 'all' });
    else if (isGone) return true;
    else if (action.is === 'open') props.onOpen(id);
    else if (action.is === 'peek') props.onPeek(id);
    else props.onChoose({ is: 'toggle', id });
    return true;
  }
  function press(event: KeyboardEvent): void {
    if (event.target !== box()) return;
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (key === ' ') isSpaceHeld = true;
    if (act({ key, shiftKey, altKey, hasControl: ctrlKey || metaKey })) event.preventDefault();
  }
  props.keys.keysTakenBy(() => {
    box()!.focus({ preventScroll: true });
    sight.show(focus());
    setKeys(true);
    setRinged(true);
  });
  props.actedBy((key) => {
    box()!.focus({ preventScroll: true });
    act({ key, shiftKey: false, altKey: false, hasControl: false });
  });

  const standing = () => standingOf(sight.ground(), focus());
  const said = () => {
    const sign = row(focus());
    const { name } = headingAt(census().placeOf[focus()]!);
    return cellText(words, sign, name, props.isHeld, props.chosen.has(sign.id));
  };
  /** Of the cell in focus or below the pointer, for what stands beside it. */
  const cellSeen = (sign: number) => {
    const { x, y, ...cell } = cellOf(sight.ground()!, sign);
    return { ...cell, x: x - sight.camera().x, y: y - sight.camera().y };
  };
  const inLens = createMemo(() => {
    const ground = sight.ground();
    if (!ground || isMoving() || frame() || levelOf(sight.camera().pitch) !== 'marks') return null;
    // Signs that went while somebody pointed leave the list before the pointer is known to have left.
    const pointed = hover() ?? (hasKeys() ? focus() : null);
    return pointed !== null && pointed < census().rows.length ? pointed : null;
  });
  const isLensMade = createPrerendered(Lens);
  /** It stays, so that a pointer has only to tell it its sign. */
  const hasLens = createMemo<boolean>(
    (before) => before || inLens() !== null || (isLensMade() && sight.ground() !== null),
    false,
  );

  return (
    <div
      ref={setBox}
      class="relative h-full min-h-0 min-w-0 touch-pan-y overflow-hidden outline-offset-[-2px] select-none"
      tabindex="0"
      role="grid"
      aria-label={words.map.label(present(), census().places.length)}
      aria-multiselectable="true"
      aria-rowcount={standing()?.rows}
      aria-colcount={standing()?.columns}
      aria-activedescendant={cellId}
      onKeyDown={press}
      onKeyUp={({ key }) => key === ' ' && (isSpaceHeld = false)}
      onBlur={() => setKeys(false)}
    >
      <canvas ref={setCanvas} class="absolute inset-0 block h-full w-full" aria-hidden="true" />
      <ChangedOutlines census={census} sight={sight} numberOf={(id) => props.numbers().get(id)} peeked={props.peeked} />
      <FocusCell id={cellId} standing={standing()} said={said()} isChosen={props.chosen.has(row(focus()).id)} />
      <Show when={frame()}>{(rect) => <FrameRect is={rect()} />}</Show>
      <Show when={hasLens()}>
        <Lens
          census={census()}
          sight={sight}
          sign={inLens()}
          cellOf={cellSeen}
          avoids={props.avoids}
          headingOf={headingAt}
        />
      </Show>
    </div>
  );
}
