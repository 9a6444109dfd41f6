import { createEffect, createSignal, on, onCleanup, onMount, type Accessor } from 'solid-js';
import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { Page } from '../live/page.ts';
import { afterPainting, mayBeginAt, RELEASED } from './brake.ts';
import { laidOver } from './camera.ts';
import type { Census } from './census.ts';
import type { Scene } from './paint/painter.ts';
import { readPalette } from './paint/palette.ts';
import { createSheets, type Sheets } from './paint/sheets.ts';
import type { Sight } from './create-sight.ts';

/**
 * Keeps a canvas true: the signs that changed, at most once a frame; and where the view is another everything anew, over as many frames as it takes. Until that
 * is done the picture before is seen, laid over the new view. Changes wait for the brake, and what a person does never does. After a move the picture before answers at once.
 */

interface Painting {
  canvas: HTMLCanvasElement;
  page: Pick<Page, 'atNextFrame' | 'atCalmFrame' | 'isAnswering'>;
  clock: Clock;
  sight: Sight;
  census: Accessor<Census>;
  /** What of the scene is besides; whatever it reads is a reason to paint everything. */
  rest: Accessor<Pick<Scene, 'headingOf' | 'stripOf' | 'isChosen' | 'isHidden' | 'isHeld' | 'isOld'>>;
  /** The sign in focus, while the keyboard moves it. */
  focus: Accessor<number | null>;
}

/** Texts need them before they are measured. */
const FONTS = ['480 11px', '600 11px', '640 11px'].map((font) => `${font} "Archivo Variable"`);
/** Fetched ahead for who comes nearer. */
const PLATE_FONTS = ['480 11px', '640 11px'].map((font) => `${font} "Archivo Plate"`);

/** So long is painted in one frame: what else there is to do has the rest of it. */
const STEP_MS = 5;
/** Of everything anew, in a frame that answers a person: whoever never stops has the picture all the same. */
const ANSWERING_STEP_MS = 1;

/** Everything anew, while it is being painted. */
interface Whole {
  why: 'moved' | 'anew';
  scene: Scene;
  steps: Iterator<void>;
}

export function createPainting({ canvas, page, clock, sight, census, rest, focus }: Painting): void {
  const [sheets, setSheets] = createSignal<Sheets | null>(null);
  /** What is on the sheet that is seen; null: nothing yet. */
  let drawn: Scene | null = null;
  let whole: Whole | null = null;
  /** Everything is to be painted: from elsewhere, which lets a picture that is begun be finished, or otherwise. */
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
  onCleanup(() => {
    isGone = true;
    cancelWait?.();
  });

  function sceneNow(): Scene | null {
    const ground = sight.ground();
    if (!ground || ground.firsts.at(-1) !== census().rows.length) return null;
    return { census: census(), ground, camera: sight.camera(), size: sight.size(), focus: focus(), ...rest() };
  }

  /** Goes on with the whole, until the frame has done its part; a first picture is not waited for. */
  function paintWhole({ scene, steps }: Whole, on: Sheets, isOver: () => boolean): void {
    while (!steps.next().done) if (drawn && isOver()) return;
    if (drawn) on.turn();
    drawn = scene;
    whole = null;
  }

  const isBehind = (): boolean => whole !== null || wanted !== null;
  function lay(scene: Scene, on: Sheets): void {
    if (drawn) on.lay(isBehind() && isElsewhere(drawn, scene) ? laidOver(drawn, scene, sight.still()) : null);
  }
  function layAlone(): void {
    isLayAsked = false;
    const [scene, on] = [sceneNow(), sheets()];
    if (!isGone && scene && on) lay(scene, on);
  }
  function paint(): void {
    isAsked = false;
    const [scene, on] = [sceneNow(), sheets()];
    if (isGone || !scene || !on) return;
    const fromMs = clock.monotonicMs();
    if (wanted === 'anew') whole = null;
    if (wanted && !whole) {
      whole = { why: wanted, scene, steps: (drawn ? on.beside() : on.seen).painting(scene) };
      changed = new Set();
      wanted = null;
    }
    const isPast = (ms: number) => (): boolean => clock.monotonicMs() - fromMs >= ms;
    const wasWhole = whole !== null;
    if (whole) paintWhole(whole, on, isPast(page.isAnswering() ? ANSWERING_STEP_MS : STEP_MS));
    lay(scene, on);
    if (!isBehind()) on.seen.paintSome(scene, changed, isPast(STEP_MS));
    if ((whole?.why ?? wanted) === 'moved') inCalmFrame();
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
    if (wanted === 'anew' || !drawn) return inFrame();
    if (!isLayAsked) page.atNextFrame(layAlone);
    isLayAsked = true;
    inCalmFrame();
  }
  function inCalmFrame(): void {
    if (isCalmAsked) return;
    isCalmAsked = true;
    page.atCalmFrame(() => {
      isCalmAsked = false;
      // A painting that is asked for already goes on with the picture.
      if (isBehind() && !isAsked) paint();
    });
  }
  function inFrame(): void {
    cancelWait?.();
    cancelWait = null;
    if (isAsked) return;
    isAsked = true;
    page.atNextFrame(paint);
  }

  /** Canvases of as many pixels as are seen, with the theme's colours. */
  function renew(): void {
    drawn = null;
    setSheets((before) => createSheets(before?.close() ?? canvas, sight.size(), readPalette(), devicePixelRatio));
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
  const arrangement = () => sight.ground()?.arrangement;
  createEffect(on([sheets, arrangement, rest], () => askWhole('anew')));
  createEffect(on([sight.ground, sight.camera], () => askWhole('moved'), { defer: true }));
  createEffect(on(census, ({ changed: signs }) => (signs ? askSome(signs, false) : askWhole('anew'))));
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
