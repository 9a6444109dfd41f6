import { createEffect, For, Show } from 'solid-js';
import { useWallTools } from '../../wall-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { isSortable, type Column, type Sort } from '../sort-signs.ts';

/** The gravest come down from the top, so that order is called a descending one. */
const isDown = ({ column, isDescending }: Sort): boolean => isDescending !== (column === 'status');

/** The names of the columns, which sort. It stays in sight. */
export function Head(props: {
  columns: readonly Column[];
  template: string;
  sort: Sort;
  /** Of what is shown. */
  chosen: 'all' | 'some' | 'none';
  onSort(sort: Sort): void;
  onChooseAll(isChosen: boolean): void;
}) {
  const { words } = useWallTools();
  const said = words.views.table;
  const isBy = (column: Column) => props.sort.column === column;
  const press = (column: Column) => props.onSort({ column, isDescending: isBy(column) && !props.sort.isDescending });
  return (
    <div role="rowgroup" class="sticky top-0 z-[5] bg-ground">
      <div
        role="row"
        aria-rowindex={1}
        class="grid h-[calc(30rem/16)] items-center gap-x-3 border-b border-line-strong ps-4 pe-4 text-11 font-[600] text-ink-3"
        style={{ 'grid-template-columns': props.template }}
      >
        <For each={props.columns}>
          {(column, index) => (
            <div
              role="columnheader"
              aria-colindex={index() + 1}
              aria-sort={isBy(column) ? (isDown(props.sort) ? 'descending' : 'ascending') : undefined}
              class="flex min-w-0 items-center gap-2"
            >
              <Show when={column === 'sign'}>
                <input
                  type="checkbox"
                  class="size-3.5 flex-none accent-ink"
                  aria-label={said.selectAll}
                  ref={(box) => createEffect(() => (box.indeterminate = props.chosen === 'some'))}
                  checked={props.chosen === 'all'}
                  onChange={(event) => props.onChooseAll(event.currentTarget.checked)}
                />
              </Show>
              <Show when={isSortable(column)} fallback={<span class="truncate">{said.columns[column]}</span>}>
                <button
                  type="button"
                  class="flex min-w-0 items-center gap-1 py-1.5 text-start hover:text-ink"
                  classList={{ 'text-ink': isBy(column) }}
                  onClick={() => press(column)}
                >
                  <span class="truncate">{said.columns[column]}</span>
                  <Show when={isBy(column)}>
                    <Icon is="down" size={11} class={isDown(props.sort) ? 'flex-none' : 'flex-none rotate-180'} />
                  </Show>
                </button>
              </Show>
            </div>
          )}
        </For>
      </div>
    </div>
  );
}
