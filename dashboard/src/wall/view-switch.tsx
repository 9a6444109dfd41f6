import { useLocation } from '@solidjs/router';
import { For } from 'solid-js';
import { NO_SCROLL } from '../event/filter-strip.tsx';
import { useWallTools } from '../wall-context.ts';
import { VIEWS, type View } from './url-state.ts';

/** How the signs are shown: links, so that it is in the address. `searchOf`: the page's search with another view. */
export function ViewSwitch(props: { view: View; searchOf(view: View): string }) {
  const { words } = useWallTools();
  const location = useLocation();
  return (
    <nav
      aria-label={words.map.views}
      class="flex h-7 flex-none overflow-hidden rounded-control border border-line-strong max-[700px]:h-12"
    >
      <For each={VIEWS}>
        {(view) => (
          // Not the router's `<A>`, which calls each link to this page the current one, whatever its search.
          <a
            href={location.pathname + props.searchOf(view)}
            {...NO_SCROLL}
            aria-current={props.view === view ? 'true' : undefined}
            class="flex flex-1 items-center justify-center px-2.5 no-underline outline-offset-[-3px] not-first:border-s not-first:border-line"
            classList={{ 'bg-ink text-ground font-[600]': props.view === view, 'text-ink-2': props.view !== view }}
          >
            {words.map.view[view]}
          </a>
        )}
      </For>
    </nav>
  );
}
