import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { For, Show } from 'solid-js';
import { useWallTools } from '../../wall-context.ts';
import { roughDurationText } from '../../ui/durations.ts';
import { factsOf } from '../../ui/sign-marks-and-severity.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { ShownRow } from '../frozen-order.ts';
import { lookOf, severityOf } from '../sign-looks.ts';
import type { Column } from '../sort-signs.ts';
import { Cell, Content, type CellProps } from './cells.tsx';

/** A sign of the table. */

interface RowProps extends CellProps {
  sign: ShownRow;
  columns: readonly Column[];
  template: string;
  isChosen: boolean;
  /** Whether the tab key comes here. */
  hasStop: boolean;
  rowIndex: number;
  isPhone: boolean;
  onChoose(isRange: boolean): void;
  onFocus(): void;
}

const EDGES: Partial<Record<ReturnType<typeof severityOf>, string>> = {
  alarm: 'shadow-[inset_3px_0_0_var(--alarm-fill)]',
  caution: 'shadow-[inset_3px_0_0_var(--caution-fill)]',
};

/** Name and place; each is read in its own direction. */
function NameCell(props: RowProps) {
  const { words } = useWallTools();
  return (
    <span class="flex min-w-0 items-center gap-2">
      <input
        type="checkbox"
        tabindex="-1"
        class="size-3.5 flex-none accent-ink max-[700px]:size-5"
        aria-label={words.views.table.select(props.sign.name)}
        checked={props.isChosen}
        onClick={(event) => {
          // What is chosen decides, not the press.
          event.currentTarget.checked = props.isChosen;
          props.onChoose(event.shiftKey);
        }}
      />
      <A
        href={pathOf('sign', { signId: props.sign.id })}
        tabindex="-1"
        class="flex min-w-0 font-[580] no-underline hover:underline max-[700px]:text-15"
        title={props.sign.name}
      >
        <bdi class="truncate">{props.sign.name}</bdi>
      </A>
      <span class="flex min-w-8 flex-[0_9999_auto] text-ink-3" title={props.sign.location}>
        <bdi class="truncate">{placeOf(props.sign.location)}</bdi>
      </span>
    </span>
  );
}

/** On a phone: name and age above, the three facts below. */
function PhoneCells(props: RowProps) {
  const { words } = useWallTools();
  const facts = () => factsOf(props.sign, props.isHeld);
  return (
    <>
      <div role="rowheader" class="flex min-w-0 items-center justify-between gap-2">
        <NameCell {...props} />
        <span class="flex-none text-12 text-ink-3">
          {props.sinceMs !== null && roughDurationText(props.nowMs - props.sinceMs)}
        </span>
      </div>
      <div role="gridcell" class="flex min-w-0 gap-x-3 overflow-hidden ps-7 font-stretch-[88%]">
        <StatusMark is={facts().connection} said={words.marks[facts().connection]} />
        <Show when={props.sign.device}>
          <Content {...props} />
          <StatusMark is={facts().screen} said={words.marks[facts().screen]} />
        </Show>
      </div>
    </>
  );
}

/** All classes in one text: a `class` that changes takes away what a `classList` beside it has added. */
function looksOf({ sign, isPhone, isChosen }: RowProps): string {
  const layout = isPhone ? 'content-center gap-y-1 px-4' : 'items-center gap-x-3 ps-4 pe-4';
  const edge = EDGES[severityOf(lookOf(sign))] ?? '';
  return `grid h-full border-b border-line outline-offset-[-2px] hover:bg-surface ${layout} ${edge} ${isChosen ? 'bg-note-wash' : ''}`;
}

export function Row(props: RowProps) {
  const { words } = useWallTools();
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={props.isChosen}
      tabindex={props.hasStop ? 0 : -1}
      data-sign={props.sign.id}
      class={looksOf(props)}
      style={props.isPhone ? {} : { 'grid-template-columns': props.template }}
      onFocusIn={() => props.onFocus()}
    >
      <Show
        when={!props.sign.isGone}
        fallback={
          <div role="rowheader" class="text-ink-3 line-through">
            <span class="sr-only">{words.views.table.gone}</span> <bdi>{props.sign.name}</bdi>
          </div>
        }
      >
        <Show when={!props.isPhone} fallback={<PhoneCells {...props} />}>
          <For each={props.columns}>
            {(column, index) => (
              <div
                role={column === 'sign' ? 'rowheader' : 'gridcell'}
                aria-colindex={index() + 1}
                class="flex min-w-0 overflow-hidden"
              >
                <Show when={column !== 'sign'} fallback={<NameCell {...props} />}>
                  <Cell
                    column={column}
                    isAlone={!props.columns.includes('connection')}
                    sign={props.sign}
                    isHeld={props.isHeld}
                    isOld={props.isOld}
                    timeZone={props.timeZone}
                    nowMs={props.nowMs}
                    sinceMs={props.sinceMs}
                    strips={props.strips}
                  />
                </Show>
              </div>
            )}
          </For>
        </Show>
      </Show>
    </div>
  );
}
