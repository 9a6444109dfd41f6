import { pathOf } from '@sign-display/contracts/page-paths';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { A } from '@solidjs/router';
import { createMemo, For, Show } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import { durationText, spreadMs } from '../ui/durations.ts';
import type { Group } from './outage-groups.ts';
import { isOn, placeOn, STEPS, timelineOf } from './timeline-axis.ts';

const MOST_ROWS = 40;
/** The width of a line’s label, in hundredths of the axis. At 200 % text size, the label is twice as wide. */
const ROOM = 15;
const LONG_NAME = 9;

interface Moment {
  atMs: number;
  said: string;
  more: string;
  /** Its words stand before its line. */
  isBefore: boolean;
}

/**
 * Draws a row for each sign: a line while its heartbeats were received, a dot at the last heartbeat, and a bar while it
 * was offline.
 */
export function OutageTimeline(props: {
  group: Group;
  outages: readonly Outage[];
  /** The number of unaffected signs at the place. */
  stayed: number;
  signs: ReadonlyMap<string, SignRow>;
  timeZone: string;
}) {
  const { words, times } = useWallTools();
  const now = useNow();
  const said = words.outages.one;
  const sinces = createMemo(() => props.outages.map(({ since }) => Date.parse(since)));
  const signCount = createMemo(() => new Set(props.outages.map(({ signId }) => signId)).size);
  const lastMs = () => Math.max(...sinces());
  const axis = createMemo(() => timelineOf(Math.min(...sinces()), lastMs()));
  const isOffline = () => props.outages.every(({ kind }) => kind === 'offline');
  const clock = (atMs: number): string => times.said(atMs, 'seconds', props.timeZone);
  const x = (atMs: number): string => `${placeOn(axis(), atMs)}%`;
  /** When it was judged, which is known while it is so. */
  const judgedMs = (outage: Outage): number | null => {
    const sign = props.signs.get(outage.signId);
    return outage.until === null && outage.kind === 'offline' && sign?.status === 'offline' && sign.statusSince !== null
      ? Date.parse(sign.statusSince)
      : null;
  };
  const barFrom = (outage: Outage): number => judgedMs(outage) ?? Date.parse(outage.since);
  const barTo = ({ until }: Outage): number => (until === null ? Math.max(now(), axis().toMs) : Date.parse(until));
  const moments = createMemo((): Moment[] => {
    const count = signCount();
    const spread = durationText(spreadMs(Math.min(...sinces()), lastMs()));
    const judged = Math.max(...props.outages.map((outage) => judgedMs(outage) ?? 0));
    const all: Moment[] = [
      {
        atMs: lastMs(),
        said: (isOffline() ? said.lastHeard : said.lastBegan)(clock(lastMs()), count),
        more: count === 1 ? '' : said.withinShort(spread),
        isBefore: true,
      },
    ];
    const { told } = props.group;
    const toldMs = told?.atMs ?? Infinity;
    const toldX = placeOn(axis(), toldMs);
    // Right of its line, the label would leave the page.
    const isToldBefore = told !== null && toldX > 100 - 2 * ROOM && toldX - placeOn(axis(), lastMs()) >= ROOM;
    const isRoom = toldX - placeOn(axis(), judged) >= (isToldBefore ? 2 : 1) * ROOM;
    if (judged > lastMs() && isRoom)
      all.push({
        atMs: judged,
        said: said.judged(clock(judged)),
        more: said.silent(durationText(judged - lastMs())),
        isBefore: false,
      });
    if (told)
      all.push({
        atMs: toldMs,
        said: said.toldAt(clock(toldMs)),
        more: said.people(told.people),
        isBefore: isToldBefore,
      });
    return all.filter(({ atMs }) => isOn(axis(), atMs));
  });
  const aside = (): string => {
    const { untilMs } = props.group;
    const what = isOffline() ? said.whenAside : said.whenBegan;
    const isBeyond = untilMs !== null && untilMs > axis().toMs;
    return isBeyond ? `${what}; ${said.beyond(signCount(), clock(untilMs))}` : what;
  };
  const nameWidth = () =>
    props.outages.some(({ signName }) => signName.length > LONG_NAME)
      ? 'grid-cols-[minmax(64px,160px)_minmax(0,1fr)]'
      : 'grid-cols-[64px_minmax(0,1fr)]';
  return (
    <section>
      <h2 class="mb-2 flex flex-wrap items-baseline gap-x-2 text-13 font-[620]">
        {said.when} <span class="text-12 font-[420] text-ink-3">{aside()}</span>
      </h2>
      <div class="relative pt-[46px] pb-5">
        <div class={`absolute inset-x-0 inset-y-0 grid ${nameWidth()}`} aria-hidden="true">
          <span />
          <div class="relative">
            <For each={Array.from({ length: STEPS + 1 }, (_, step) => axis().fromMs + step * axis().stepMs)}>
              {(atMs, step) => (
                <>
                  <span class="absolute top-10 bottom-5 w-px bg-line" style={{ left: x(atMs) }} />
                  <Show when={step() < STEPS}>
                    <span
                      class="absolute bottom-0 -translate-x-1/2 text-11 text-ink-3"
                      classList={{ 'max-[1100px]:hidden': step() % 3 !== 0 }}
                      style={{ left: x(atMs) }}
                    >
                      {clock(atMs)}
                    </span>
                  </Show>
                </>
              )}
            </For>
            <For each={moments()}>
              {(moment) => (
                <span
                  class="absolute top-1 h-[calc(46px+var(--rows)*20px)] w-0 border-l-[1.2px] border-ink"
                  style={{ left: x(moment.atMs), '--rows': Math.min(MOST_ROWS, props.outages.length) }}
                >
                  <span
                    class="absolute -top-0.5 whitespace-nowrap text-12 leading-[15px] font-[600]"
                    classList={{
                      'right-1.5 text-end': moment.isBefore,
                      'left-1.5': !moment.isBefore,
                      'max-[700px]:hidden': moment.atMs !== lastMs(),
                    }}
                  >
                    {moment.said}
                    <span class="block text-11 font-[420] text-ink-3">{moment.more}</span>
                  </span>
                </span>
              )}
            </For>
          </div>
        </div>
        <ul aria-label={said.when} class="relative">
          <For each={props.outages.slice(0, MOST_ROWS)}>
            {(outage) => (
              <li class={`grid h-5 items-center ${nameWidth()} max-[700px]:h-8`}>
                <A
                  href={pathOf('sign', { signId: outage.signId })}
                  class="truncate pe-2 text-12 font-[580] no-underline hover:underline max-[700px]:leading-8"
                  dir="auto"
                  title={props.signs.get(outage.signId)?.name}
                >
                  {outage.signName}
                </A>
                <span class="relative h-3.5">
                  <span class="sr-only">
                    {(outage.kind === 'offline' ? said.last : said.since)(clock(Date.parse(outage.since)))}
                  </span>
                  <span
                    class="absolute top-1/2 left-0 h-[1.5px] -translate-y-1/2 bg-line-strong"
                    style={{ width: x(Date.parse(outage.since)) }}
                  />
                  <span
                    class={`filled absolute inset-y-0 ${outage.kind === 'unreachable' ? 'border border-caution bg-caution-fill' : 'bg-alarm-fill'}`}
                    style={{ left: x(barFrom(outage)), right: `${100 - placeOn(axis(), barTo(outage))}%` }}
                  />
                  <span
                    class="filled absolute top-1/2 size-2.5 -translate-1/2 rounded-full bg-ink"
                    style={{ left: x(Date.parse(outage.since)) }}
                  />
                </span>
              </li>
            )}
          </For>
        </ul>
        <Show when={props.outages.length > MOST_ROWS}>
          <p class="relative text-ink-3">{said.moreSigns(props.outages.length - MOST_ROWS)}</p>
        </Show>
        <Show when={props.stayed > 0}>
          <p class="relative mt-2 text-11 text-ink-3">{said.stayedRow(props.stayed)}</p>
          <div class={`mt-1.5 grid pb-2 ${nameWidth()}`} aria-hidden="true">
            <span />
            <div class="grid gap-[7.6px] py-0.5">
              <For each={Array.from({ length: Math.min(MOST_ROWS, props.stayed) })}>
                {() => <span class="h-px bg-line" />}
              </For>
            </div>
          </div>
        </Show>
      </div>
    </section>
  );
}
