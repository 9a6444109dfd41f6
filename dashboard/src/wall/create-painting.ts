import { createEffect, createSignal, on, onCleanup, onMount, type Accessor } from 'solid-js';
import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { Page } from '../live/page.ts';
import { afterPainting, mayBeginAt, RELEASED } from './brake.ts';
import type { Census } from './census.ts';
import { createPainter, type Painter, type Scene } from './paint/painter.ts';
import { readPalette } from './paint/palette.ts';
import type { Sight } from './create-sight.ts';

/**
 * Keeps a canvas true: everything anew where the view is another, and else the signs that changed; at most once a frame. Changes wait for the brake; what a person
 * does never waits, and takes what waits along.
 */

interface Painting {
  canvas: HTMLCanvasElement;
  page: Pick<Page, 'atNextFrame'>;
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

export function createPainting({ canvas, page, clock, sight, census, rest, focus }: Painting): void {
  const [painter, setPainter] = createSignal<Painter | null>(null);
  let changed: Set<number> | null = null;
  let isAsked = false;
  let isGone = false;
  let brake = RELEASED;
  /** In painting, since the brake was set last. */
  let spentMs = 0;
  let cancelWait: Cancel | null = null;
  onCleanup(() => {
    isGone = true;
    cancelWait?.();
  });

  function paint(): void {
    isAsked = false;
    const [ground, is] = [sight.ground(), painter()];
    const some = changed;
    changed = new Set();
    if (isGone || !ground || !is) return;
    const scene: Scene = {
      census: census(),
      ground,
      camera: sight.camera(),
      size: sight.size(),
      focus: focus(),
      ...rest(),
    };
    if (ground.firsts.at(-1) !== scene.census.rows.length) return;
    const fromMs = clock.monotonicMs();
    if (some === null) is.paint(scene);
    else is.paintSome(scene, some);
    spentMs += clock.monotonicMs() - fromMs;
    if (some === null) return;
    brake = afterPainting(brake, fromMs, spentMs);
    spentMs = 0;
  }
  /** `signs`: null for everything. `isAwaited`: a person did it, and the brake does not hold it. */
  function ask(signs: readonly number[] | null, isAwaited = signs === null): void {
    if (signs === null) changed = null;
    else for (const sign of signs) changed?.add(sign);
    if (isAsked || signs?.length === 0) return;
    const waitMs = isAwaited ? 0 : mayBeginAt(brake) - clock.monotonicMs();
    if (waitMs > 0) cancelWait ??= clock.after(waitMs, inFrame);
    else inFrame();
  }
  function inFrame(): void {
    cancelWait?.();
    cancelWait = null;
    isAsked = true;
    page.atNextFrame(paint);
  }

  /** A canvas of as many pixels as are seen, with the theme's colours. */
  function renew(): void {
    const ratio = devicePixelRatio;
    const { width, height } = sight.size();
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    setPainter(createPainter(canvas, readPalette(), ratio));
  }
  onMount(() => {
    const themes = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(renew);
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    themes.addEventListener('change', renew);
    // Of a name in another script its font is fetched when it is first drawn.
    document.fonts.addEventListener('loadingdone', renew);
    onCleanup(() => {
      chosen.disconnect();
      themes.removeEventListener('change', renew);
      document.fonts.removeEventListener('loadingdone', renew);
    });
    void Promise.all(FONTS.map((font) => document.fonts.load(font))).then(renew, renew);
  });
  createEffect(on(sight.size, renew));
  createEffect(on([painter, sight.ground, sight.camera, rest], () => ask(null)));
  createEffect(on(census, ({ changed: signs }) => ask(signs)));
  createEffect(
    on(
      focus,
      (is, was) =>
        ask(
          [is, was].filter((sign) => typeof sign === 'number'),
          true,
        ),
      { defer: true },
    ),
  );
}
