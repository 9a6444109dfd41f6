import { createMemo, createSignal, createUniqueId, For, Match, on, Show, Switch } from 'solid-js';
import { filtered } from '../../event/sign-filter.ts';
import { useKeys } from '../../features/use-keys.ts';
import { useNow } from '../../features/use-now.ts';
import { useWallTools } from '../../wall-context.ts';
import { hasSameElements } from '../../event/has-same-elements.ts';
import { Board } from '../wall-layout.tsx';
import { createFrozenOrder } from '../create-frozen-order.ts';
import { createHoverOrFocus } from '../create-hover-or-focus.ts';
import { createVisibleLines, type Lines } from '../create-visible-lines.ts';
import { createLineNavigation } from '../create-line-navigation.ts';
import { createPhone, createRem, createSize } from '../create-window-measures.ts';
import { useWallActions } from '../actions/wall-actions.tsx';
import { sinceMsOf } from '../status-since-time.ts';
import { ownKeys, signKeys } from '../sign-shortcuts.ts';
import { GRAVEST_FIRST, sortKeys } from '../sort-signs.ts';
import { stepBackOf, type BodyProps } from '../view-props.ts';
import { CauseLine } from './cause-line.tsx';
import { columnsFor, leastWidth, templateOf } from './column-widths.ts';
import { AnnounceStale } from '../announce-stale.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { Head } from './table-head.tsx';
import { Row } from './table-row.tsx';
import { linesOf, tableOrder, type TableOrder } from './table-order.ts';

/** The signs as a table: a line a sign, sorted by any column, drawn where it is seen. */

const LINE_REM = 28 / 16;
const HEAD_REM = 30 / 16;
const PHONE_LINE_REM = 72 / 16;

export function TableBody(props: BodyProps) {
  const isPhone = createPhone();
  return (
    <Show when={isPhone()} fallback={<Table {...props} isPhone={false} />}>
      <Table {...props} isPhone />
    </Show>
  );
}

function Table(props: BodyProps & { isPhone: boolean }) {
  const { words } = useWallTools();
  const { picks } = props;
  const wallActions = useWallActions();
  const inside = createHoverOrFocus();
  const now = useNow(10_000);
  const [keysId, oldId] = [createUniqueId(), createUniqueId()];
  const rem = createRem();
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [list, setList] = createSignal<HTMLDivElement>();
  const size = createSize(scroller);

  const sort = () => props.state.sort ?? GRAVEST_FIRST;
  const passing = createMemo(() => filtered(props.rows, props.filter));
  const keys = createMemo(() => sortKeys(passing(), sort(), wallActions.outages()), [], { equals: hasSameElements });
  const order = createMemo(
    on([keys, sort, () => props.wrong], ([, by, wrong]) => tableOrder(passing(), by, wrong, wallActions.outages())),
  );
  const fresh = createMemo(() => order().rows.flatMap(({ id }) => props.signs.get(id) ?? []));
  const frozen = createFrozenOrder({
    fresh,
    signs: () => props.signs,
    isInside: inside.is,
    asked: () => JSON.stringify([sort(), props.filter]),
  });
  const causes = createMemo<TableOrder['causes']>((before) => (frozen.isKept() ? before : order().causes), new Map());
  const lines = createMemo(() => linesOf(frozen.shown(), causes()));
  const columns = createMemo(() => columnsFor(size().width / rem(), props.state.columns));
  const template = createMemo(() => templateOf(columns()));

  const lineOf = (number: number): number => lines().findIndex((line) => line.is === 'sign' && line.number === number);
  const isMeasured = createMemo(() => size().width > 0);
  const walk = createLineNavigation({
    picks,
    shown: frozen.shown,
    list,
    perLine: () => 1,
    lineOf,
    lines: () => view,
    isMeasured,
  });
  const view: Lines = createVisibleLines({
    count: () => lines().length,
    lineHeight: () => (props.isPhone ? PHONE_LINE_REM : LINE_REM) * rem(),
    list,
    scroller: props.isPhone ? null : scroller,
    covered: () => (props.isPhone ? 0 : HEAD_REM * rem()),
    focused: createMemo(() => lineOf(walk.focused())),
  });
  props.strips.watch(
    createMemo(() => {
      if (props.isPhone || !columns().includes('beats')) return [];
      return view.drawn().flatMap((at) => {
        const line = lines()[at];
        return line?.is === 'sign' && line.row.device ? line.row.id : [];
      });
    }),
  );
  useKeys({
    title: words.map.view.table,
    own: ownKeys(words, false),
    bindings: [
      ...signKeys(words, false, walk.act),
      { key: 'Escape', said: words.shell.goBack, run: () => stepBackOf(props) },
    ],
  });
  const howMany = () => {
    const count = frozen.shown().filter(({ id }) => picks.chosen().has(id)).length;
    return count === 0 ? 'none' : count === frozen.shown().length ? 'all' : 'some';
  };

  return (
    <Board inside={inside} frozen={frozen} ownHeight={props.isPhone ? view.height() : null}>
      <Show when={!props.isPhone}>
        <ColumnsMenu
          shown={columns()}
          chosen={props.state.columns}
          onChoose={(chosen) => props.onState({ columns: chosen })}
        />
      </Show>
      <div
        ref={setScroller}
        classList={{ 'absolute inset-0 overflow-auto': !props.isPhone }}
        role="grid"
        data-old={props.isOld ? '' : undefined}
        aria-label={words.views.table.label(frozen.shown().length)}
        aria-describedby={props.isOld ? `${oldId} ${keysId}` : keysId}
        aria-multiselectable="true"
        aria-rowcount={lines().length + (props.isPhone ? 0 : 1)}
        aria-colcount={props.isPhone ? 2 : columns().length}
        onKeyDown={walk.press}
      >
        <Show when={!props.isPhone}>
          <div style={{ 'min-width': `${leastWidth(columns())}rem` }}>
            <Head
              columns={columns()}
              template={template()}
              sort={sort()}
              chosen={howMany()}
              onSort={(to) =>
                props.onState({ sort: to.column === GRAVEST_FIRST.column && !to.isDescending ? null : to })
              }
              onChooseAll={(is) => (is ? picks.choose({ is: 'all' }, frozen.shown()) : picks.drop())}
            />
          </div>
        </Show>
        <div
          ref={setList}
          role="rowgroup"
          class="relative"
          style={{
            height: `${view.height()}px`,
            'min-width': props.isPhone ? '0' : `${leastWidth(columns())}rem`,
          }}
        >
          <For each={view.drawn()}>
            {(item) => {
              const line = () => lines()[item];
              const signLine = () => {
                const is = line();
                return is?.is === 'sign' ? is : undefined;
              };
              const causeLine = () => {
                const is = line();
                return is?.is === 'cause' ? is.cause : undefined;
              };
              const rowIndex = () => item + (props.isPhone ? 1 : 2);
              return (
                <div
                  role="presentation"
                  class="absolute inset-x-0 top-0"
                  style={{
                    height: `${view.height() / Math.max(1, lines().length)}px`,
                    transform: `translateY(${view.topOf(item)}px)`,
                  }}
                >
                  <Switch>
                    <Match when={causeLine()}>
                      {(cause) => <CauseLine cause={cause()} rowIndex={rowIndex()} timeZone={props.timeZone} />}
                    </Match>
                    <Match when={signLine()}>
                      {(is) => (
                        <Row
                          sign={is().row}
                          columns={columns()}
                          template={template()}
                          isChosen={picks.chosen().has(is().row.id)}
                          hasStop={walk.focused() === is().number}
                          rowIndex={rowIndex()}
                          isHeld={props.isHeld}
                          isOld={props.isOld}
                          isPhone={props.isPhone}
                          timeZone={props.timeZone}
                          nowMs={now()}
                          sinceMs={sinceMsOf(is().row, wallActions.outages())}
                          strips={props.strips}
                          onFocus={() => picks.setFocus(is().row.id)}
                          onChoose={(isRange) =>
                            picks.choose({ is: isRange ? 'range' : 'toggle', id: is().row.id }, frozen.shown())
                          }
                        />
                      )}
                    </Match>
                  </Switch>
                </div>
              );
            }}
          </For>
        </div>
      </div>
      <AnnounceStale id={oldId} since={props.oldSince} timeZone={props.timeZone} />
      <p id={keysId} class="sr-only">
        {words.views.table.keys}
      </p>
    </Board>
  );
}
