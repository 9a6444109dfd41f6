import { Show } from 'solid-js';
import type { Chip } from '../event/filter-chip.ts';
import { FilterStrip } from '../event/filter-strip.tsx';
import { SearchField } from '../event/search-field.tsx';
import { useWallTools } from '../wall-context.ts';
import { AddButton } from './add-button.tsx';
import { namedView, type View } from './url-state.ts';
import type { WallAddress } from './create-wall-url-state.ts';
import { ViewSwitch } from './view-switch.tsx';
import { searchOf } from './wall-chips.ts';

/** Between the headline and the signs: filters, what is looked for, and how the signs are shown. */
export function WallStrip(props: {
  address: WallAddress;
  chips: readonly Chip[];
  /** How many signs the search finds; null: nothing is searched for. */
  found: number | null;
  view: View;
  /** The view without a name. */
  largest: View;
  field(node: HTMLInputElement): void;
  /** To the signs. */
  onFound(): void;
  /** Null: who looks may not. */
  onAdd: (() => void) | null;
}) {
  const { words } = useWallTools();
  const { said, filter, set, search } = props.address;
  return (
    <FilterStrip label={words.wall.filters} chips={props.chips}>
      <SearchField
        said={words.wall.find}
        short={words.map.find}
        value={filter().find}
        found={props.found === null ? null : words.map.found(props.found)}
        field={(node) => props.field(node)}
        onFind={(find) => set({ find: find ?? '' })}
        onDone={() => props.onFound()}
      />
      <ViewSwitch
        view={props.view}
        searchOf={(to) => searchOf({ ...said(), view: namedView(to, said().near, props.largest) }, search())}
      />
      <Show when={props.onAdd}>
        {(add) => (
          <span class="max-[700px]:hidden">
            <AddButton onAdd={() => add()()} />
          </span>
        )}
      </Show>
    </FilterStrip>
  );
}
