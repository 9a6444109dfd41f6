import { For } from 'solid-js';
import { useWallTools } from '../../wall-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuCheck, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { COLUMNS, type Column } from '../sort-signs.ts';

/** Which columns the table has. The one of names always stays, so it is no choice. */
export function ColumnsMenu(props: {
  shown: readonly Column[];
  /** By a person; null: all that fit. */
  chosen: readonly Column[] | null;
  onChoose(columns: readonly Column[] | null): void;
}) {
  const { words } = useWallTools();
  const said = words.views.table;
  const change = (column: Column, isOn: boolean) =>
    props.onChoose(COLUMNS.filter((one) => (one === column ? isOn : props.shown.includes(one))));
  return (
    <div class="absolute end-0 top-0 z-10 bg-ground">
      <Menu
        label={said.choose}
        triggerClass="grid h-[calc(29rem/16)] w-7 place-items-center text-ink-3 hover:text-ink"
        trigger={<Icon is="columns" size={13} />}
      >
        <For each={COLUMNS.filter((column) => column !== 'sign')}>
          {(column) => (
            <MenuCheck isOn={props.shown.includes(column)} onChange={(isOn) => change(column, isOn)}>
              {said.columns[column]}
            </MenuCheck>
          )}
        </For>
        <MenuLine />
        <MenuItem current={props.chosen === null} onSelect={() => props.onChoose(null)}>
          {said.fitting}
        </MenuItem>
      </Menu>
    </div>
  );
}
