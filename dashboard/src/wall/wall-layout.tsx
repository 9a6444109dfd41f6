import { children, createSignal, createUniqueId, Show, type JSX } from 'solid-js';
import { useWallTools } from '../wall-context.ts';
import { Button } from '../ui/button.tsx';
import type { Frozen } from './create-frozen-order.ts';
import type { Inside } from './create-hover-or-focus.ts';

/** What stands around each view: what is wrong at its left and who waits above. The rest of the window high; on a phone one below the other. */
export function Board(props: {
  inside: Inside;
  frozen: Frozen;
  /** What is wrong; left out: the view has the whole width. */
  rail?: JSX.Element;
  /** In px, on a phone; null: a part of the window. */
  ownHeight?: number | null;
  children: JSX.Element;
}) {
  const { words } = useWallTools();
  const [end, setEnd] = createSignal<HTMLElement>();
  const endId = createUniqueId();
  // Each look at the property would make another rail, unseen and at work.
  const rail = children(() => props.rail);
  return (
    <div
      ref={props.inside.watch}
      class="relative grid min-h-0 min-[701px]:h-[calc(100dvh/var(--page-scale,1)-156px)] min-[701px]:min-h-[420px] max-[700px]:grid-cols-1"
      classList={{
        'grid-cols-[21rem_minmax(0,1fr)] max-[1000px]:grid-cols-[15rem_minmax(0,1fr)]': rail() !== undefined,
      }}
    >
      {rail()}
      <a
        href={`#${endId}`}
        class="sr-only rounded-control bg-ink text-ground focus:fixed focus:start-2 focus:top-1 focus:z-50 focus:m-0 focus:h-auto focus:w-auto focus:overflow-visible focus:px-3 focus:py-2 focus:[clip-path:none]"
        onClick={(event) => {
          event.preventDefault();
          end()?.focus();
        }}
      >
        {words.map.skip}
      </a>
      <div
        class="relative min-h-0 min-w-0 max-[700px]:mb-24 max-[700px]:h-[80dvh]"
        style={(props.ownHeight ?? null) === null ? {} : { height: `${props.ownHeight}px` }}
      >
        {props.children}
        <Show when={props.frozen.waiting() > 0}>
          <span class="absolute start-1/2 top-2 z-10 -translate-x-1/2">
            <Button onClick={() => props.frozen.take()}>{words.map.waiting(props.frozen.waiting())}</Button>
          </span>
        </Show>
      </div>
      <span ref={setEnd} id={endId} tabindex="-1" class="sr-only">
        {words.map.skipped}
      </span>
    </div>
  );
}
