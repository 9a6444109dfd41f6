import { createEffect, createMemo, createSignal, on, onCleanup, onMount, type Accessor } from 'solid-js';
import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import type { Page } from '../live/browser-page-type.ts';
import { pageScale } from '../ui/page-scale.ts';
import { afterPainting, mayBeginAt, RELEASED } from './repaint-throttle.ts';
import { laidOver } from './map-camera.ts';
import type { Census } from './sign-census.ts';
import type { Scene } from './paint/map-paint-input-type.ts';
import { readPalette } from './paint/palette.ts';
import { createSheets, type Sheets } from './paint/double-buffer.ts';
import type { Viewport } from './create-viewport.ts';
import type { Shots } from './create-map-screenshots.ts';
import { createZoomEnd } from './zoom-gesture-end.ts';

/**
 * Keeps a canvas true: the signs that changed, at most once a frame; and where the view is another everything anew, over as many frames as it takes. Until that
 * is done the picture before is seen, laid over the new view. Changes wait for the brake, and what a person does never does. After a move the picture before answers at once.
 */

interface Painting {
  canvas: HTMLCanvasElement;
  page: Pick<Page, 'atNextFrame' | 'atIdleFrame' | 'isAnswering'>;
  clock: Clock;
  sight: Viewport;
  census: Accessor<Census>;
  /** What of the scene is besides; whatever it reads is a reason to paint everything. */
  rest: Accessor<Pick<Scene, 'headingOf' | 'saidOf' | 'isChosen' | 'isHidden' | 'isHeld' | 'isOld'>>;
  /** The heartbeats of each sign, for which nobody waits. */
  stripOf: Accessor<Scene['stripOf']>;
  shots: Shots;
  /** The sign in focus, while the keyboard moves it. */
  focus: Accessor<number | null>;
}

/** Texts need them before they are measured. */
const FONTS = ['480 11px', '600 11px', '640 11px'].map((font) => `${font} "Archivo Variable"`);
/** Fetched ahead for who comes nearer. */
const PLATE_FONTS = ['480 11px', '640 11px'].map((font) => `${font} "Archivo Plate"`);

/** So long is painted in one frame: what else there is to do has the rest of it. */
const STEP_MS = 8;
/** Of everything anew, in a frame that answers a person: whoever never stops has the picture all the same. */
const ANSWERING_STEP_MS = 4;

/** Everything anew, while it is being painted. */
interface Whole {
  why: 'moved' | 'anew';
  scene: Scene;
  steps: Iterator<void>;
}

export function createPainting(painting: Painting): void {
  const { canvas, page, clock, sight, census, rest, stripOf, shots, focus } = painting;
  const [sheets, setSheets] = createSignal<Sheets | null>(null);
  /** Sheets come and go in it. */
  const box = canvas.parentElement!;
  /** What is on the sheet that is seen; null: nothing yet. */
  let drawn: Scene | null = null;
  let whole: Whole | null = null;
  /**
   * Why everything is to be painted. `moved`: the map is seen from elsewhere, or heartbeats were read; the picture before does for a while, and a drag lets one that is begun be
   * finished. `anew`: anything else; what is begun is dropped.
   */
  let wanted: 'moved' | 'anew' | null = 'anew';
  /** Since `drawn`, or since `whole` began. */
  let changed = new Set<number>();
  let isAsked = false;
  let isLayAsked = false;
  let isCalmAsked = false;
  let isGone = false;
  let brake = RELEASED;
  /** In painting, since the brake was set last. */
  let spentMs = 0;
  let cancelWait: Cancel | null = null;
  const zoomRest = createZoomEnd(clock, inCalmFrame);
  onCleanup(() => {
    isGone = true;
    cancelWait?.();
    zoomRest.stop();
  });

  function sceneNow(): Scene | null {
    const ground = sight.ground();
    if (!ground || ground.firsts.at(-1) !== census().rows.length) return null;
    const seen = { census: census(), ground, camera: sight.camera(), size: sight.size() };
    return { ...seen, focus: focus(), stripOf: stripOf(), shotOf: shots.of, ...rest() };
  }

  /** Goes on with the whole, until the frame has done its part; a first picture is not waited for. */
  function paintWhole({ scene, steps }: Whole, on: Sheets, isOver: () => boolean): void {
    while (!steps.next().done) if (drawn && isOver()) return;
    if (drawn) on.turn();
    drawn = scene;
    whole = null;
    zoomRest.painted();
  }

  const isBehind = (): boolean => whole !== null || wanted !== null;
  const isMoved = (): boolean => (whole?.why ?? wanted) === 'moved';
  /** Tells the suites, which take pictures of the page, that the map is not yet painted as it is: on a slow computer that may take seconds. */
  const tellBehind = (): void => void box.toggleAttribute('data-behind', isBehind());
  function lay(scene: Scene, on: Sheets): void {
    tellBehind();
    if (drawn) on.lay(isBehind() && isElsewhere(drawn, scene) ? laidOver(drawn, scene, sight.still()) : null);
  }
  function layAlone(): void {
    isLayAsked = false;
    const [scene, on] = [sceneNow(), sheets()];
    if (!isGone && scene && on) lay(scene, on);
  }
  /** `isCalm`: what a move needs may be painted, too. */
  function paint(isCalm: boolean): void {
    const [scene, on] = [sceneNow(), sheets()];
    if (isGone || !scene || !on) return;
    const fromMs = clock.monotonicMs();
    if (wanted === 'anew') whole = null;
    const isPast = (ms: number) => (): boolean => clock.monotonicMs() - fromMs >= ms;
    if (isMoved() && (zoomRest.isAwaited() || !isCalm)) {
      lay(scene, on);
      // Where nothing has moved, only heartbeats are behind: what changed is seen at once, and painted again in the picture that comes.
      if (drawn && !isElsewhere(drawn, scene)) on.seen.paintSome(scene, new Set(changed), isPast(STEP_MS));
      return inCalmFrame();
    }
    if (wanted && !whole) {
      whole = { why: wanted, scene, steps: (drawn ? on.beside() : on.seen).painting(scene) };
      changed = new Set();
      wanted = null;
    }
    const wasWhole = whole !== null;
    if (whole) paintWhole(whole, on, isPast(page.isAnswering() ? ANSWERING_STEP_MS : STEP_MS));
    lay(scene, on);
    if (!isBehind()) on.seen.paintSome(scene, changed, isPast(STEP_MS));
    if (isMoved()) inCalmFrame();
    else if (isBehind() || changed.size > 0) inFrame();
    spentMs += clock.monotonicMs() - fromMs;
    if (wasWhole) return;
    brake = afterPainting(brake, fromMs, spentMs);
    spentMs = 0;
  }
  /** `isAwaited`: a person did it, and the brake does not hold it. */
  function askSome(signs: readonly number[], isAwaited: boolean): void {
    for (const sign of signs) changed.add(sign);
    if (isAsked || signs.length === 0) return;
    const waitMs = isAwaited ? 0 : mayBeginAt(brake) - clock.monotonicMs();
    if (waitMs > 0) cancelWait ??= clock.after(waitMs, inFrame);
    else inFrame();
  }
  /** A move is answered by the picture that is there, laid over the new view; it is painted in the frames after. */
  function askWhole(why: 'moved' | 'anew'): void {
    if (wanted !== 'anew') wanted = why;
    tellBehind();
    if (wanted === 'anew' || !drawn) return inFrame();
    if (!isLayAsked) page.atNextFrame(layAlone);
    isLayAsked = true;
    // A picture that is begun is dropped: the zoom goes on, and nobody will see that view.
    if (why === 'moved' && zoomRest.moved(sight.camera().pitch) && whole?.why === 'moved')
      [whole, wanted] = [null, why];
    inCalmFrame();
  }
  /** Once a zoom's picture is due. */
  function inCalmFrame(): void {
    if (isCalmAsked || zoomRest.isAwaited()) return;
    isCalmAsked = true;
    page.atIdleFrame(() => {
      isCalmAsked = false;
      if (isMoved()) paint(true);
    });
  }
  function inFrame(): void {
    cancelWait?.();
    cancelWait = null;
    if (isAsked) return;
    isAsked = true;
    page.atNextFrame(() => {
      isAsked = false;
      paint(false);
    });
  }

  /** Canvases of as many pixels as are seen, with the theme's colours. */
  function renew(): void {
    drawn = null;
    setSheets((before) =>
      createSheets(before?.close() ?? canvas, sight.size(), readPalette(), devicePixelRatio * pageScale()),
    );
  }
  /** Of a name in another script its font is fetched when it is first drawn. */
  function measureAnew(): void {
    sheets()?.measureAnew();
    askWhole('anew');
  }
  onMount(() => {
    const themes = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(renew);
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    themes.addEventListener('change', renew);
    document.fonts.addEventListener('loadingdone', measureAnew);
    onCleanup(() => {
      chosen.disconnect();
      themes.removeEventListener('change', renew);
      document.fonts.removeEventListener('loadingdone', measureAnew);
    });
    const fetched = (fonts: readonly string[]) => Promise.allSettled(fonts.map((font) => document.fonts.load(font)));
    void fetched(FONTS).then(() => (renew(), fetched(PLATE_FONTS)));
  });
  createEffect(on(sight.size, renew));
  const arrangement = createMemo(() => sight.ground()?.arrangement);
  createEffect(on([sheets, arrangement, rest], () => askWhole('anew')));
  createEffect(on([sight.ground, sight.camera, stripOf], () => askWhole('moved'), { defer: true }));
  createEffect(on(census, ({ changed: signs }) => (signs ? askSome(signs, false) : askWhole('anew'))));
  createEffect(on(shots.due, (signs) => askSome(signs, false), { defer: true }));
  createEffect(
    on(
      focus,
      (is, was) =>
        askSome(
          [is, was].filter((sign) => typeof sign === 'number'),
          true,
        ),
      { defer: true },
    ),
  );
}

const isElsewhere = (one: Scene, other: Scene): boolean => one.camera !== other.camera || one.ground !== other.ground;
