import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import { pageScale } from '../ui/page-scale.ts';
import type { Page } from '../live/browser-page-type.ts';
import { signAt, signsIn, type Rect } from './map-coordinates.ts';
import type { Viewport } from './create-viewport.ts';
import { RESTS_MS } from './zoom-gesture-end.ts';

/** Mouse, pen and fingers on the map: what they point at, what they frame, and how they move it. */

export interface Pointing {
  sight: Viewport;
  page: Pick<Page, 'atNextFrame'>;
  clock: Pick<Clock, 'after'>;
  /** At most once a frame, and after a press that the same frame answers. Null: nothing is below the pointer, or the map is being moved. */
  onHover(sign: number | null): void;
  /** A wheel, a drag or two fingers begin to move the map, or it has come to rest. */
  onMoving(isMoving: boolean): void;
  onPress(sign: number, with_: { isRange: boolean; isAdded: boolean }): void;
  /** While a rectangle is drawn, in px of the canvas; null: it ended. */
  onFrame(frame: Rect | null): void;
  onFramed(signs: number[], isAdded: boolean): void;
  /** Whether the space bar is held: then a drag moves the map. */
  isSpaceHeld(): boolean;
}

/** A press that moved less is a click. */
const STILL_PX = 4;
/** How much one step of a wheel zooms; a wheel that counts lines gives fewer and larger numbers. */
const WHEEL = { px: 0.0022, line: 0.05 };

interface Drag {
  fromX: number;
  fromY: number;
  lastX: number;
  lastY: number;
  isPan: boolean;
  hasMoved: boolean;
}

/** Listens on `element`, the map's own; returns how to stop. */
export function pointAt(element: HTMLElement, { sight, page, clock, ...told }: Pointing): () => void {
  /** Where the element stands; asked once a frame. A press is three events: if each asked, the page would be laid out after each. */
  let corner: { left: number; top: number } | null = null;
  const forget = (): void => void (corner = null);
  function cornerNow(): { left: number; top: number } {
    if (corner) return corner;
    page.atNextFrame(forget);
    return (corner = element.getBoundingClientRect());
  }
  const fingers = new Map<number, { x: number; y: number }>();
  let drag: Drag | null = null;
  let spread: number | null = null;

  const at = (event: MouseEvent) => {
    const { left, top } = cornerNow();
    // The browser tells px of the window, and a large window enlarges the page.
    return { x: (event.clientX - left) / pageScale(), y: (event.clientY - top) / pageScale() };
  };
  const signBelow = ({ x, y }: { x: number; y: number }): number | null => {
    const [ground, camera] = [sight.ground(), sight.camera()];
    return ground && signAt(ground, x + camera.x, y + camera.y);
  };

  /** Where the pointer is; null: elsewhere. */
  let pointed: { x: number; y: number } | null = null;
  let isHoverAsked = false;
  let isPressed = false;
  let cancelRest: Cancel | null = null;
  function tellHover(): void {
    isHoverAsked = isPressed;
    isPressed = false;
    if (isHoverAsked) return page.atNextFrame(tellHover);
    if (!cancelRest) told.onHover(pointed && signBelow(pointed));
  }
  function hover(here: { x: number; y: number } | null): void {
    pointed = here;
    if (isHoverAsked) return;
    isHoverAsked = true;
    page.atNextFrame(tellHover);
  }
  /** The map moves, so the sign that was below the pointer is not there any more. What is there then is told once the map rests. */
  function moves(): void {
    if (cancelRest) cancelRest();
    else {
      told.onHover(null);
      told.onMoving(true);
    }
    cancelRest = clock.after(RESTS_MS, () => {
      cancelRest = null;
      told.onMoving(false);
      if (!drag) hover(pointed);
    });
  }

  const rectOf = ({ fromX, fromY }: Drag, { x, y }: { x: number; y: number }): Rect => ({
    left: Math.min(fromX, x),
    top: Math.min(fromY, y),
    right: Math.max(fromX, x),
    bottom: Math.max(fromY, y),
  });
  const pinch = () => {
    const [one, other] = [...fingers.values()];
    const middle = { x: (one!.x + other!.x) / 2, y: (one!.y + other!.y) / 2 };
    return { middle, apart: Math.hypot(one!.x - other!.x, one!.y - other!.y) };
  };

  const handlers = {
    wheel(event: WheelEvent) {
      const isSideways = event.shiftKey && !event.ctrlKey;
      // Nothing to zoom out of: the page scrolls.
      if (!isSideways && !event.ctrlKey && event.deltaY > 0 && sight.isWhole()) return;
      event.preventDefault();
      // Before anything changes, as asking where the map is would lay out the page with it.
      const here = at(event);
      moves();
      if (isSideways) return sight.pan(event.deltaX || event.deltaY, 0);
      sight.zoom(Math.exp(-event.deltaY * (event.deltaMode === 0 ? WHEEL.px : WHEEL.line)), here);
    },
    pointerdown(event: PointerEvent) {
      if (event.button > 1) return;
      element.setPointerCapture(event.pointerId);
      const { x, y } = at(event);
      fingers.set(event.pointerId, { x, y });
      if (fingers.size === 2) {
        drag = null;
        told.onFrame(null);
        spread = pinch().apart;
        return;
      }
      const isPan = told.isSpaceHeld() || event.button === 1 || event.pointerType === 'touch';
      drag = { fromX: x, fromY: y, lastX: x, lastY: y, isPan, hasMoved: false };
    },
    pointermove(event: PointerEvent) {
      const here = at(event);
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, here);
      if (fingers.size === 2 && spread !== null) {
        moves();
        const { middle, apart } = pinch();
        sight.zoom(apart / spread, middle);
        spread = apart;
        return;
      }
      if (!drag) return hover(here);
      drag.hasMoved ||= Math.hypot(here.x - drag.fromX, here.y - drag.fromY) > STILL_PX;
      if (!drag.hasMoved) return;
      if (drag.isPan) {
        moves();
        sight.pan(drag.lastX - here.x, drag.lastY - here.y);
      } else told.onFrame(rectOf(drag, here));
      [drag.lastX, drag.lastY] = [here.x, here.y];
    },
    pointerup(event: PointerEvent) {
      fingers.delete(event.pointerId);
      if (fingers.size < 2) spread = null;
      const ended = drag;
      drag = null;
      told.onFrame(null);
      if (!ended) return;
      const here = at(event);
      // A finger points at nothing.
      if (event.pointerType !== 'touch') hover(here);
      const isAdded = event.shiftKey || event.ctrlKey || event.metaKey;
      const ground = sight.ground();
      if (ended.hasMoved && !ended.isPan && ground) {
        const { x, y } = sight.camera();
        const { left, top, right, bottom } = rectOf(ended, here);
        told.onFramed(signsIn(ground, { left: left + x, top: top + y, right: right + x, bottom: bottom + y }), isAdded);
      }
      const sign = ended.hasMoved ? null : signBelow(here);
      isPressed = isHoverAsked;
      if (sign !== null) told.onPress(sign, { isRange: event.shiftKey, isAdded: event.ctrlKey || event.metaKey });
    },
    pointercancel(event: PointerEvent) {
      fingers.delete(event.pointerId);
      [drag, spread] = [null, null];
      told.onFrame(null);
    },
    pointerleave() {
      if (!drag) hover(null);
    },
  };
  const entries = Object.entries(handlers) as [string, (event: Event) => void][];
  for (const [name, handler] of entries) element.addEventListener(name, handler, { passive: false });
  return () => {
    cancelRest?.();
    for (const [name, handler] of entries) element.removeEventListener(name, handler);
  };
}
