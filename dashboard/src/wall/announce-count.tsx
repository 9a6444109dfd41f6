import { createMemo, on, Show } from 'solid-js';
import { isFiltered, type Filter } from '../event/sign-filter.ts';
import { useWallTools } from '../wall-context.ts';

/** For who hears the page: how many signs a filter shows, when it is another one; not at each patch that changes their number. */
export function AnnounceCount(props: { filter: Filter; count: number }) {
  const { words } = useWallTools();
  const asked = createMemo(() => JSON.stringify(props.filter));
  const said = createMemo(on(asked, () => words.wall.shown(props.count)));
  return (
    <Show when={isFiltered(props.filter)}>
      <p class="sr-only" role="status">
        {said()}
      </p>
    </Show>
  );
}
