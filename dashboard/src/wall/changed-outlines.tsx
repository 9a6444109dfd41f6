import { createEffect, createSignal, For, on, Show, type Accessor } from 'solid-js';
import { useTools } from '../app-context.ts';
import type { Census } from './sign-census.ts';
import type { Viewport } from './create-viewport.ts';
import { cellOf } from './map-coordinates.ts';
import { plateGap } from './cell-levels.ts';
import { NO_OUTLINES, outlinesAfter } from './choose-signs-to-outline.ts';

/** A sign that comes to look otherwise is outlined once, above the canvas. For eyes alone; the headline and the causes say it in words. */
export function ChangedOutlines(props: {
  census: Accessor<Census>;
  sight: Viewport;
  /** The number of a sign; undefined: it isn't there. */
  numberOf(id: string): number | undefined;
  /** Which sign is peeked at: it has a ring as long as that. */
  peeked: string | null;
}) {
  const { clock } = useTools();
  const [outlines, setOutlines] = createSignal(NO_OUTLINES);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  createEffect(
    on(props.census, ({ changed, looks, rows }, before) => {
      if (!before || changed === null || isStill.matches) return;
      const ids = changed.flatMap((sign) => (looks[sign] === before.looks[sign] ? [] : rows[sign]!.id));
      if (ids.length > 0) setOutlines((is) => outlinesAfter(is, ids, clock.monotonicMs()));
    }),
  );
  const boxOf = (id: string) => {
    const [ground, sign] = [props.sight.ground(), props.numberOf(id)];
    if (!ground || sign === undefined) return null;
    const { x, y, width, height } = cellOf(ground, sign);
    const { camera } = props.sight;
    const gap = plateGap(ground.pitch);
    return {
      left: `${x - camera().x}px`,
      top: `${y - camera().y}px`,
      width: `${width - gap}px`,
      height: `${height - gap}px`,
    };
  };
  const end = (ended: { id: string }): void =>
    void setOutlines((is) => ({ ...is, signs: is.signs.filter((sign) => sign !== ended) }));
  return (
    <>
      <Show when={props.peeked !== null && boxOf(props.peeked)}>
        {(box) => (
          <div
            data-peeked
            class="pointer-events-none absolute outline-2 outline-offset-1 outline-focus"
            style={box()}
            aria-hidden="true"
          />
        )}
      </Show>
      <For each={outlines().signs}>
        {(sign) => (
          <Show when={boxOf(sign.id)}>
            {(box) => (
              <div
                class="notice-once pointer-events-none absolute"
                style={box()}
                aria-hidden="true"
                onAnimationEnd={() => end(sign)}
              />
            )}
          </Show>
        )}
      </For>
    </>
  );
}
