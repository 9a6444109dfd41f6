import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { Show } from 'solid-js';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty-state.tsx';
import type { Filter } from './sign-filter.ts';

/** Takes away what was searched for, which it names. */
export function DropSearch(props: { find: string; onDrop(): void }) {
  const { words } = useTools();
  return (
    <Button onClick={() => props.onDrop()}>
      <span class="truncate" title={props.find}>
        {words.wall.nothing.drop(props.find)}
      </span>
    </Button>
  );
}

/** What a filter hides, and how to see it. `onFilter`: takes another one. */
export function NothingFound(props: { filter: Filter; signs: readonly SignRow[]; onFilter(filter: Filter): void }) {
  const { words } = useTools();
  const said = words.wall.nothing;
  const find = () => props.filter.find.trim();
  const lead = () => {
    const { place, status } = props.filter;
    const here = place === null ? [] : props.signs.filter((sign) => placeOf(sign.location) === place);
    const isOnline = (status === 'offline' && find() === '') || here.every((sign) => sign.status !== 'offline');
    const where =
      place === null ? said.all(props.signs.length) : said.place(here.length, place, status === 'offline' && isOnline);
    return status === null || find() === '' ? where : `${where} ${said.searched(find())}`;
  };
  return (
    <div class="px-4 py-10 min-[701px]:px-7">
      <Empty
        title={said.title(props.filter.status && words.marks[props.filter.status], props.filter.place, find())}
        lead={lead()}
      >
        <Show when={find() !== ''}>
          <DropSearch find={find()} onDrop={() => props.onFilter({ ...props.filter, find: '' })} />
        </Show>
        <Show when={(props.filter.status ?? props.filter.place) !== null}>
          <Button onClick={() => props.onFilter({ status: null, place: null, find: '' })}>{said.clear}</Button>
        </Show>
      </Empty>
    </div>
  );
}
