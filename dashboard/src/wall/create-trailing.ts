import { createEffect, createMemo, createSignal, on, onCleanup, untrack, type Accessor } from 'solid-js';
import type { Page } from '../live/page.ts';

/**
 * What `source` was, so many frames later: what is derived from it then doesn't make the frame long in which `source` itself is derived or painted. The first value
 * is there at once, and so is the one for another `asked`: what a person asks for never waits.
 */
export function createTrailing<Value>(
  source: Accessor<Value>,
  { page, frames, asked }: { page: Pick<Page, 'atNextFrame'>; frames: number; asked?: Accessor<unknown> },
): Accessor<Value> {
  const [value, setValue] = createSignal(untrack(source));
  let isAsked = false;
  let isGone = false;
  onCleanup(() => (isGone = true));
  const inFrames = (left: number, then: () => void): void =>
    page.atNextFrame(left === 1 ? then : () => inFrames(left - 1, then));
  const take = (): void => {
    if (!isGone) setValue(() => untrack(source));
  };
  const takeAsked = (): void => {
    isAsked = false;
    take();
  };
  createEffect(
    on(
      source,
      () => {
        if (isAsked) return;
        isAsked = true;
        inFrames(frames, takeAsked);
      },
      { defer: true },
    ),
  );
  if (asked) createEffect(on(createMemo(asked), take, { defer: true }));
  return value;
}
