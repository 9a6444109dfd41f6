import { placeOf } from '@sign-display/contracts/causes';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { Show } from 'solid-js';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import type { Filter } from './filter.ts';

/** What a filter hides, and how to see it. `onFilter`: takes another one. */
export function NothingFound(props: { filter: Filter; signs: readonly SignRow[]; onFilter(filter: Filter): void }) {
  const { words } = useTools();
  const said = words.wall.nothing;
  const lead = () => {
    const { place, status, find } = props.filter;
    const here = place === null ? [] : props.signs.filter((sign) => placeOf(sign.location) === place);
    const isOnline = (status === 'offline' && find.trim() === '') || here.every((sign) => sign.status !== 'offline');
    const where =
      place === null ? said.all(props.signs.length) : said.place(here.length, place, status === 'offline' && isOnline);
    return find.trim() === '' || (place === null && status === null) ? where : `${where} ${said.searched(find)}`;
  };
  return (
    <div class="px-4 py-10 min-[701px]:px-7">
      <Empty
        title={said.title(props.filter.status && words.marks[props.filter.status], props.filter.place)}
        lead={lead()}
      >
        <Show when={props.filter.find.trim() !== '' && (props.filter.status ?? props.filter.place) !== null}>
          <Button onClick={() => props.onFilter({ ...props.filter, find: '' })}>
            <span class="truncate" title={props.filter.find}>
              {said.drop(props.filter.find)}
            </span>
          </Button>
        </Show>
        <Button onClick={() => props.onFilter({ status: null, place: null, find: '' })}>{said.clear}</Button>
      </Empty>
    </div>
  );
}
