import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createMemo, For, Show, type JSX } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import { EventTime } from '../features/event-time.tsx';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import { durationText } from '../ui/durations.ts';
import { SEVERITIES, TEXT_COLOURS, type MarkName, type Severity } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { isolated } from '../words/isolate-direction.ts';
import type { Group } from './outage-groups.ts';
import { barOf, type Axis, type ListRow } from './outage-rows.ts';
import { groupText } from './group-text.ts';

/** Outage, its bar, since, lasted, signs, told, acknowledged; on a phone a line each for what and how long, what is wrong, who was told, and who is at it. */
export const COLUMNS =
  'grid items-center text-[calc(12.5rem/16)] *:min-w-0 min-[1101px]:*:px-2 min-[1101px]:*:first:pl-4 min-[1101px]:*:last:pr-4 min-[1101px]:grid-cols-[minmax(0,1fr)_310px_84px_104px_64px_182px_238px] max-[1100px]:grid-cols-[minmax(0,1fr)_auto] max-[1100px]:px-4 max-[1100px]:py-2 max-[1100px]:gap-x-3 max-[1100px]:gap-y-0.5';
/** A line below the name on a phone, under its letters. */
const BELOW = 'max-[1100px]:col-span-2 max-[1100px]:ps-5';
export const WIDE = 'max-[1100px]:hidden';
const NARROW = 'min-[1101px]:hidden';
const BARS: Record<Severity, string> = {
  alarm: 'bg-alarm-fill',
  caution: 'border border-caution bg-caution-fill',
  note: 'bg-note-fill',
  quiet: 'bg-ink-3',
  good: 'bg-good-fill',
};

/** Draws the outage on the axis above the list, or an arrow if it ended before the axis begins. */
function Bar(props: { axis: Axis; sinceMs: number; untilMs: number; severity: Severity }) {
  const bar = () => barOf(props.sinceMs, props.untilMs, props.axis);
  return (
    <span class={`relative mr-4 h-[34px] overflow-hidden ${WIDE}`} aria-hidden="true">
      <span class="absolute inset-x-0 top-1/2 h-px bg-line" />
      <For each={props.axis.hoursMs.slice(1, -1)}>
        {(_, hour) => (
          <span
            class="absolute inset-y-0 w-px bg-line"
            style={{ left: `${((hour() + 1) / (props.axis.hoursMs.length - 1)) * 100}%` }}
          />
        )}
      </For>
      <Show
        when={bar()}
        fallback={
          <svg class="absolute left-0.5 top-2.5 text-ink-3" width="9" height="14" viewBox="0 0 9 14" aria-hidden="true">
            <path d="M8 0 1 7l7 7" fill="none" stroke="currentColor" stroke-width="2" />
          </svg>
        }
      >
        {(share) => (
          <span
            class={`filled absolute top-[11px] h-3 min-w-1 ${BARS[props.severity]}`}
            style={{ left: `${share().from * 100}%`, width: `${(share().to - share().from) * 100}%` }}
          />
        )}
      </Show>
    </span>
  );
}

function Line(props: {
  mark: MarkName;
  name: JSX.Element;
  beside: string;
  /** The text that a phone shows instead. */
  below: string;
  bar: JSX.Element;
  lasted: JSX.Element;
  rest: JSX.Element;
  sinceMs: number;
  timeZone: string;
}) {
  const { words } = useWallTools();
  return (
    <li class={`${COLUMNS} min-h-[35px] border-b border-line hover:bg-surface max-[1100px]:min-h-[72px]`}>
      <span class="flex items-center gap-1.5 truncate">
        <span class={`flex ${TEXT_COLOURS[SEVERITIES[props.mark]]}`}>
          <Mark is={props.mark} size={14} />
          <span class="sr-only">{words.marks[props.mark]}</span>
        </span>
        {props.name}
        <span class={`truncate text-ink-3 ${WIDE}`} dir="auto">
          {props.beside}
        </span>
      </span>
      {props.bar}
      <span class={WIDE}>
        <EventTime at={props.sinceMs} timeZone={props.timeZone} shape="seconds" />
      </span>
      {props.lasted}
      <span class={`${BELOW} ${NARROW} wrap-anywhere text-ink-2`}>{props.below}</span>
      {props.rest}
    </li>
  );
}

function Cause(props: { group: Group; seen: Seen; axis: Axis }) {
  const { words, times } = useWallTools();
  const now = useNow();
  const said = words.outages;
  const zone = () => props.seen.event.timeZone;
  const names = createMemo(() => groupText(words, props.group));
  const isOpen = () => props.group.untilMs === null;
  const severity = () => SEVERITIES[props.group.mark];
  const endMs = () => props.group.untilMs ?? now();
  const address = () => pathOf('outage', { outageId: props.group.id });
  const told = () => {
    const word = props.group.told;
    if (word === null) return said.toldNobody;
    const time = (atMs: number): string => times.said(atMs, 'seconds', zone());
    return word.endAtMs === null ? said.told(time(word.atMs), word.people) : said.toldEnd(time(word.endAtMs));
  };
  const count = () => new Set(props.group.outages.map(({ signId }) => signId)).size;
  const about = () => (props.group.is === 'host' ? said.many(count()) : names()[1] && isolated(names()[1]));
  return (
    <Line
      mark={props.group.mark}
      sinceMs={props.group.sinceMs}
      timeZone={zone()}
      name={
        <A
          href={address()}
          class="truncate font-[580] no-underline hover:underline max-[1100px]:py-3"
          dir="auto"
          title={names()[0]}
        >
          {names()[0]}
        </A>
      }
      beside={names()[1]}
      below={[words.marks[props.group.mark], about()].filter((part) => part !== '').join(', ')}
      bar={<Bar axis={props.axis} sinceMs={props.group.sinceMs} untilMs={endMs()} severity={severity()} />}
      lasted={
        <span class={isOpen() ? `font-[600] ${TEXT_COLOURS[severity()]}` : ''}>
          {durationText(endMs() - props.group.sinceMs)}
        </span>
      }
      rest={
        <>
          <span class={`text-end ${WIDE}`}>{count()}</span>
          <span class={`truncate text-ink-2 ${BELOW} max-[1100px]:whitespace-normal`} title={told()}>
            <Show when={props.group.told?.endAtMs == null}>
              <span class={`text-ink-3 ${NARROW}`}>{said.columns.told} </span>
            </Show>
            {told()}
          </span>
          <span class={`truncate text-ink-2 ${BELOW} max-[1100px]:line-clamp-2 max-[1100px]:whitespace-normal`}>
            <Show
              when={props.group.acknowledged}
              fallback={
                <Show when={isOpen()}>
                  <span class={`text-ink-3 ${NARROW}`}>{said.columns.acknowledged} </span>
                  <span classList={{ 'font-[600] text-alarm': severity() === 'alarm' }}>{said.nobodyYet}</span>
                </Show>
              }
            >
              {(word) => (
                <span title={word().note ?? undefined}>
                  <b class="font-[580] text-ink">
                    <bdi>{word().by.name}</bdi>
                  </b>{' '}
                  <Show when={word().note}>{(note) => said.quote(note())}</Show>
                </span>
              )}
            </Show>
          </span>
        </>
      }
    />
  );
}

/** A cause, or our own absence. */
export function Row(props: { row: ListRow; seen: Seen; axis: Axis }) {
  const { words } = useWallTools();
  const said = words.outages;
  return (
    <Show
      when={props.row.is === 'cause' && props.row.group}
      fallback={
        <Line
          mark="held"
          sinceMs={props.row.sinceMs}
          timeZone={props.seen.event.timeZone}
          name={<b class="min-w-0 font-[580] max-[1100px]:whitespace-normal">{said.away}</b>}
          beside={said.awayBeside}
          below={said.awayBeside}
          bar={<Bar axis={props.axis} sinceMs={props.row.sinceMs} untilMs={untilOf(props.row)} severity="note" />}
          lasted={<span>{durationText(untilOf(props.row) - props.row.sinceMs)}</span>}
          rest={
            <>
              <span class={WIDE} />
              <span class={`truncate text-ink-2 ${WIDE}`}>{said.toldNobody}</span>
              <span class={`truncate text-ink-2 ${BELOW} max-[1100px]:whitespace-normal`}>{said.awayRest}</span>
            </>
          }
        />
      }
    >
      {(group) => <Cause group={group()} seen={props.seen} axis={props.axis} />}
    </Show>
  );
}

const untilOf = (row: ListRow): number => (row.is === 'away' ? row.untilMs : row.sinceMs);
