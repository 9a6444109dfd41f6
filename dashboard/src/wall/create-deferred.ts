import { createEffect, createMemo, createSignal, on, onCleanup, untrack, type Accessor } from 'solid-js';
import type { Page } from '../live/browser-page-type.ts';

/**
 * What `source` was a frame ago: what is derived from it then doesn't make the frame long in which `source` itself is derived or painted. The first value is
 * there at once, and so is the one for another `asked`: what a person asks for never waits.
 */
export function createDeferred<Value>(
  source: Accessor<Value>,
  page: Pick<Page, 'atIdleFrame'>,
  asked?: Accessor<unknown>,
): Accessor<Value> {
  const [value, setValue] = createSignal(untrack(source));
  let isAsked = false;
  let isGone = false;
  onCleanup(() => (isGone = true));
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
        page.atIdleFrame(takeAsked);
      },
      { defer: true },
    ),
  );
  if (asked) createEffect(on(createMemo(asked), take, { defer: true }));
  return value;
}
