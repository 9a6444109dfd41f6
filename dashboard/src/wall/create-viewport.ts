import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { batch, createEffect, createMemo, createSignal, on, type Accessor } from 'solid-js';
import { hasSameElements } from '../event/has-same-elements.ts';
import { arrange, type Arrangement, type Size } from './map-layout.ts';
import { centred, isNearest, kept, showing, wholeOf, zoomed, type Camera } from './map-camera.ts';
import type { Census } from './sign-census.ts';
import { groundAt, nearestTo, type Ground } from './map-coordinates.ts';

/** What of the map is seen: its arrangement for the canvas's size, and the camera. */

/** As the address has it: the pitch, and the identifier of the sign in the middle; null: whichever is there. */
export interface Near {
  pitch: number;
  at: string | null;
}

export interface Viewport {
  size: Accessor<Size>;
  /** Null while the canvas has no size. */
  ground: Accessor<Ground | null>;
  camera: Accessor<Camera>;
  /** Null: everything is in view. */
  near: Accessor<Near | null>;
  isWhole: Accessor<boolean>;
  /** The point of the canvas that its last move left where it was, in px. */
  still(): { x: number; y: number };
  resize(size: Size): void;
  /** `at`: the point of the canvas that stays; else its middle. */
  zoom(times: number, at?: { x: number; y: number }): void;
  pan(byX: number, byY: number): void;
  showAll(): void;
  /** Moves only where the sign isn't seen. */
  show(sign: number): void;
  /** The sign in the middle, at least so near. */
  goTo(sign: number, pitch: number): void;
}

const NO_CAMERA: Camera = { pitch: 1, x: 0, y: 0 };

/** `first`: where it begins. `onPast`: who zooms by a key or a button wants to be nearer than a map is; at the place in the middle. */
export function createViewport(
  census: Accessor<Census>,
  first: Near | null,
  onPast: (place: string) => void = () => {},
): Viewport {
  const [size, setSize] = createSignal<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = createSignal<Camera | null>(null);
  const [middle, setMiddle] = createSignal<string | null>(first?.at ?? null);
  const counts = createMemo(() => census().places.map(({ count }) => count), [], { equals: hasSameElements });
  const arrangement = createMemo<Arrangement | null>(
    (before) =>
      size().width > 0 && size().height > 0 && counts().length > 0 ? arrange(counts(), size(), before) : null,
    null,
  );
  const camera = createMemo(() => {
    const is = arrangement();
    return is ? (moved() ?? wholeOf(is)) : NO_CAMERA;
  });
  const ground = createMemo(() => {
    const is = arrangement();
    return is && groundAt(is, camera().pitch);
  });

  function middleOf(is: Arrangement, to: Camera): string {
    const { x, y } = middleOfCanvas();
    return census().rows[nearestTo(groundAt(is, to.pitch), to.x + x, to.y + y).sign]!.id;
  }
  function move(to: Camera): void {
    const is = arrangement();
    if (!is) return;
    const isWhole = to.pitch <= is.pitch + 0.01 && is.fits;
    batch(() => {
      setMoved(isWhole ? null : to);
      setMiddle(isWhole ? null : middleOf(is, to));
    });
  }
  const middleOfCanvas = () => ({ x: size().width / 2, y: size().height / 2 });
  let still: { x: number; y: number } | null = null;
  /** A pitch without a sign, until there is a canvas to begin on. */
  let toBegin = first?.at === null ? first.pitch : null;
  const numberOf = (id: string): number => census().rows.findIndex((row) => row.id === id);

  // Another size, or signs that came: what was in the middle stays there.
  createEffect(
    on(arrangement, (is) => {
      const id = middle();
      if (!is) return;
      if (id === null) {
        if (toBegin !== null) move(zoomed(is, wholeOf(is), size(), toBegin, middleOfCanvas()));
        toBegin = null;
        return;
      }
      const sign = numberOf(id);
      const pitch = Math.max(is.pitch, moved()?.pitch ?? first?.pitch ?? 0);
      if (sign === -1 || (pitch <= is.pitch && is.fits)) setMoved(null);
      else setMoved(centred(groundAt(is, pitch), pitch, size(), sign));
    }),
  );

  return {
    size,
    ground,
    camera,
    near: () => {
      const [to, at] = [moved(), middle()];
      return to && at !== null ? { pitch: Math.round(to.pitch), at } : null;
    },
    isWhole: () => moved() === null,
    still: () => still ?? middleOfCanvas(),
    resize: (to) => setSize(to),
    zoom(times, at) {
      const is = arrangement();
      if (!is) return;
      still = at ?? null;
      if (isNearest(is, camera()) && times > 1 && !at)
        onPast(placeOf(census().rows[numberOf(middleOf(is, camera()))]!.location));
      else move(zoomed(is, camera(), size(), camera().pitch * times, at ?? middleOfCanvas()));
    },
    pan(byX, byY) {
      const [is, { pitch, x, y }] = [ground(), camera()];
      if (is) move(kept(is, { pitch, x: x + byX, y: y + byY }, size()));
    },
    showAll: () => batch(() => (setMoved(null), setMiddle(null))),
    show(sign) {
      const is = ground();
      if (!is) return;
      const to = showing(is, camera(), size(), sign);
      if (to !== camera()) move(to);
    },
    goTo(sign, pitch) {
      const is = arrangement();
      if (!is) return;
      const to = Math.max(pitch, camera().pitch, is.pitch);
      move(centred(groundAt(is, to), to, size(), sign));
    },
  };
}
