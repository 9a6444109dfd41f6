import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createMemo, createSignal, Index, Show } from 'solid-js';
import { useWallTools } from '../wall-context.ts';
import { Mark } from '../ui/status-mark.tsx';
import { rowsOf } from './map-layout.ts';
import { peekPosition, type Box } from './popover-position.ts';
import { presentIn, type Census } from './sign-census.ts';
import { createOuterSize } from './create-window-measures.ts';
import type { Viewport } from './create-viewport.ts';
import { codeOf, isTroubled, lookOf, severityOf } from './sign-looks.ts';
import { labelOf } from './plate-labels.ts';

/** What is below the pointer, in words: five by four signs around it. For eyes alone; who hears the page has the cell in focus. */

const COLUMNS = 5;
const ROWS = 4;
/** Between the signs that are framed and the lens. */
const AWAY = 16;

const DRESS = {
  alarm: 'bg-alarm-fill text-on-alarm font-[640]',
  caution: 'bg-caution-wash text-ink font-[640] border border-caution ring-2 ring-caution-fill ring-inset',
  note: 'border border-note text-ink-2',
  quiet: 'bg-plate text-ink-2',
  good: 'bg-plate text-ink-2',
};

/** A plate in trouble has its whole name, with the word that it shares with its neighbours. */
const LensPlate = (props: { sign: SignRow; word: string }) => {
  const look = () => lookOf(props.sign);
  const isInTrouble = () => isTroubled(codeOf(look()));
  return (
    <span
      class={`relative min-h-[calc(30rem/16)] min-w-0 overflow-hidden rounded-mark px-[5px] py-[3px] text-[calc(10.5rem/16)] leading-[calc(12rem/16)] font-stretch-[80%] ${DRESS[severityOf(look())]}`}
    >
      {/* The mark stands in the first line alone. */}
      <bdi
        class={
          isInTrouble()
            ? 'line-clamp-3 wrap-anywhere before:float-right before:size-3 before:content-[""]'
            : 'block truncate pe-3'
        }
      >
        {labelOf(props.sign, isInTrouble() ? '' : props.word)}
      </bdi>
      <Show when={look() !== 'showing'}>
        <span class="absolute end-1 top-[3px]">
          <Mark is={look()} size={11} />
        </span>
      </Show>
    </span>
  );
};

export function Lens(props: {
  census: Census;
  sight: Viewport;
  /** Null: nothing is below the pointer, and the lens stays unseen as it was. */
  sign: number | null;
  /** A sign's cell on the canvas. */
  cellOf(sign: number): Box;
  /** What it must not be below; null: nothing. */
  avoids: Box | null;
  headingOf(place: number): { name: string };
}) {
  const { words } = useWallTools();
  const [lens, setLens] = createSignal<HTMLElement>();
  /** How high it is depends on the names that it shows. */
  const size = createOuterSize(lens);
  const around = (sign: number) => {
    const { placeOf, places } = props.census;
    const number = placeOf[sign]!;
    const perRow = props.sight.ground()!.arrangement.perRow[number]!;
    const place = places[number]!;
    const at = sign - place.from;
    const within = (wanted: number, whole: number, part: number) => Math.max(0, Math.min(whole - part, wanted));
    const row = within(Math.floor(at / perRow) - 1, rowsOf(place.count, perRow), ROWS);
    const column = within((at % perRow) - 2, Math.min(perRow, place.count), COLUMNS);
    const cells = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
      const cellColumn = column + (index % COLUMNS);
      const cell = (row + Math.floor(index / COLUMNS)) * perRow + cellColumn;
      const there = cell < place.count && cellColumn < perRow ? props.census.rows[place.from + cell]! : null;
      return there?.isGone ? null : there;
    });
    const present = cells.filter((there) => there !== null).length;
    const said = {
      rows: words.map.rows(props.headingOf(number).name, row + 1, row + ROWS),
      part: words.map.ofPlace(present, presentIn(props.census, number)),
    };
    const [columns, rows] = [Math.min(COLUMNS, perRow), Math.min(ROWS, rowsOf(place.count, perRow))];
    return { place, first: place.from + row * perRow + column, cells, said, columns, rows };
  };
  const shown = createMemo<ReturnType<typeof around>>(
    (before) => (props.sign === null && before) || around(props.sign ?? 0),
  );
  const frame = () => {
    const { x, y, width, height } = props.cellOf(shown().first);
    return { x: x - 2, y: y - 2, width: shown().columns * width + 4, height: shown().rows * height + 4 };
  };
  const where = createMemo<{ frame: Box; corner: Box }>((before) => {
    if (props.sign === null && before) return before;
    const framed = frame();
    return { frame: framed, corner: peekPosition(framed, size(), props.sight.size(), AWAY, AWAY, props.avoids) };
  });
  // Unseen it stays laid out: who points has not to wait for that, too.
  return (
    <div aria-hidden="true" classList={{ invisible: props.sign === null }}>
      <div
        class="pointer-events-none absolute border-[1.5px] border-ink"
        style={{
          left: `${where().frame.x}px`,
          top: `${where().frame.y}px`,
          width: `${where().frame.width}px`,
          height: `${where().frame.height}px`,
        }}
      />
      <div
        ref={setLens}
        data-lens={props.sign === null ? undefined : ''}
        class="pointer-events-none absolute w-[calc(352rem/16)] rounded-md border border-line-strong bg-surface px-3 pt-2.5 pb-[11px] shadow-float max-[700px]:hidden"
        style={{ left: `${where().corner.x}px`, top: `${where().corner.y}px` }}
      >
        <p class="mb-[7px] flex gap-2 text-12 font-[600]">
          <span class="truncate">{shown().said.rows}</span>
          <span class="ms-auto flex-none font-[420] text-ink-3">{shown().said.part}</span>
        </p>
        <div class="grid grid-cols-5 gap-[3px]">
          {/* Each plate stays and is told another sign: a pointer that moves makes none anew. */}
          <Index each={shown().cells}>
            {(sign) => (
              <Show when={sign()} fallback={<span class="h-[calc(30rem/16)]" />}>
                {(known) => <LensPlate sign={known()} word={shown().place.word} />}
              </Show>
            )}
          </Index>
        </div>
        <p class="mt-2 text-11 text-ink-3">{words.map.lensHint}</p>
      </div>
    </div>
  );
}
