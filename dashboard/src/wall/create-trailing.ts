import { createEffect, createSignal, on, onCleanup, untrack, type Accessor } from 'solid-js';
import type { Page } from '../live/page.ts';

/**
 * What `source` was, so many frames later: what is derived from it then doesn't make the frame long in which `source` itself is derived or painted. The first value
 * is there at once.
 */
export function createTrailing<Value>(
  source: Accessor<Value>,
  { page, frames }: { page: Pick<Page, 'atNextFrame'>; frames: number },
): Accessor<Value> {
  const [value, setValue] = createSignal(untrack(source));
  let isAsked = false;
  let isGone = false;
  onCleanup(() => (isGone = true));
  const inFrames = (left: number, then: () => void): void =>
    page.atNextFrame(left === 1 ? then : () => inFrames(left - 1, then));
  const take = (): void => {
    isAsked = false;
    if (!isGone) setValue(() => untrack(source));
  };
  createEffect(
    on(
      source,
      () => {
        if (isAsked) return;
        isAsked = true;
        inFrames(frames, take);
      },
      { defer: true },
    ),
  );
  return value;
}
