import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { OutageWithDeliveries } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { A } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import { Headline } from '../event/live-notice.tsx';
import type { Seen } from '../event/event-page-frame.tsx';
import { useNow } from '../features/use-now.ts';
import { useTitle } from '../features/window-title.ts';
import { useWallTools } from '../wall-context.ts';
import { durationText, spreadMs } from '../ui/durations.ts';
import { Icon } from '../ui/icon.tsx';
import { SEVERITIES } from '../ui/sign-marks-and-severity.ts';
import { Acknowledge } from './acknowledgement-panel.tsx';
import { createAcknowledgement } from './create-acknowledgement.ts';
import type { ExpectedAcknowledgement } from './expected-acknowledgement.ts';
import { AcknowledgeNow, OutageActions } from './outage-actions.tsx';
import { openOf, type Group } from './outage-groups.ts';
import { createStableRows } from '../event/stable-rows.ts';
import { groupText } from './group-text.ts';
import { SharedTraits } from './shared-traits-table.tsx';
import { OutageStory, NotifiedList } from './notified-list-and-story.tsx';
import { OutageTimeline } from './outage-timeline.tsx';

/**
 * Shows one cause: when each sign went offline, what the signs share, who was notified, and who acknowledged the
 * outages.
 */
export function OneOutage(props: {
  seen: Seen;
  group: Group;
  /** The outage of the URL, which belongs to the group. */
  outage: OutageWithDeliveries;
  expected: ExpectedAcknowledgement;
}) {
  const { words, times } = useWallTools();
  const now = useNow();
  const said = words.outages.one;
  const zone = () => props.seen.event.timeZone;
  const signs = () => props.seen.live.feed().signs!;
  const outages = createStableRows(() => props.group.outages);
  const goneIds = createMemo(() => new Set(props.group.outages.map(({ signId }) => signId)));
  const isOver = () => props.group.untilMs !== null;
  const awayIds = createMemo(() => {
    const ids = new Set((isOver() ? props.group.outages : openOf(props.group)).map(({ signId }) => signId));
    return [...ids].filter((id) => signs().has(id));
  });
  /**
   * The number of unaffected signs at the place. While the outage is open, signs that are offline for another cause
   * don't count.
   */
  const stayed = createMemo(() => {
    if (props.group.is !== 'place') return 0;
    if (isOver()) return props.group.ofPlace - goneIds().size;
    const isHere = ({ id, device, location, status }: SignRow): boolean =>
      device !== null && placeOf(location) === props.group.called && !goneIds().has(id) && status !== 'offline';
    return [...signs().values()].filter(isHere).length;
  });
  const name = () => groupText(words, props.group)[0];
  useTitle(name);
  const count = () => (isOver() ? goneIds().size : new Set(openOf(props.group).map(({ signId }) => signId)).size);
  const who = () => {
    const { is, called, ofPlace } = props.group;
    return is === 'place' ? said.place(count(), ofPlace, called) : is === 'host' ? said.host(count(), called) : name();
  };
  const lasted = () => durationText((props.group.untilMs ?? now()) - props.group.sinceMs);
  const kind = () => props.group.outages[0]!.kind;
  /** The problem, which may be red, and its duration. */
  const sentence = (): [string, string] => {
    if (isOver()) return ['', said.ended(who(), (count() === 1 ? said.was : said.were)[kind()], lasted())];
    return [said.what(who(), (count() === 1 ? said.is : said.are)[kind()]), said.lasting(lasted())];
  };
  const spread = () => durationText(spreadMs(props.group.sinceMs, Date.parse(props.group.outages.at(-1)!.since)));
  const lead = () => {
    const { group } = props;
    const clock = (atMs: number): string => times.said(atMs, 'seconds', zone());
    const back = goneIds().size - count();
    return [
      isOver() && said.fromTo(clock(group.sinceMs), clock(group.untilMs!)),
      !isOver() && (goneIds().size === 1 ? said.alone : said[kind() === 'offline' ? 'within' : 'began'](spread())),
      back > 0 && said.back(back),
      !isOver() && stayed() > 0 && said.stayed(stayed()),
      isOver() && group.told?.endAtMs != null && said.endTold(clock(group.told.endAtMs)),
    ]
      .filter((part) => typeof part === 'string')
      .join(' ');
  };
  const severity = () => SEVERITIES[props.group.mark];
  const acknowledging = createAcknowledgement(props.seen, () => props.group, props.expected);
  return (
    <>
      <Headline live={props.seen.live} timeZone={zone()}>
        <div class="flex items-center gap-6 max-[1100px]:block max-[1100px]:py-3">
          <div class="min-w-0">
            <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
              <span classList={{ 'text-alarm': severity() === 'alarm', 'text-caution': severity() === 'caution' }}>
                {sentence()[0]}
              </span>{' '}
              {sentence()[1]}
            </h1>
            <p class="mt-[3px] wrap-anywhere text-ink-2">{lead()}</p>
          </div>
          <div class="ml-auto flex flex-none flex-wrap items-center gap-2 max-[1100px]:mt-3">
            <A
              href={pathOf('outages', { eventId: props.seen.event.id })}
              class="inline-flex flex-none items-center gap-1.5 px-[11px] font-[560] max-[1100px]:px-0 max-[700px]:min-h-12"
            >
              <Icon is="back" size={14} />
              {words.outages.all}
            </A>
            <OutageActions seen={props.seen} ids={awayIds()} of={acknowledging} />
          </div>
        </div>
      </Headline>
      <div class="grid border-t border-line min-[1101px]:min-h-[calc(100vh/var(--page-scale,1)-112px)] min-[1101px]:grid-cols-[minmax(0,1fr)_min(26.5rem,45%)]">
        <div class="min-w-0 p-4">
          <OutageTimeline group={props.group} outages={outages()} stayed={stayed()} signs={signs()} timeZone={zone()} />
          <SharedTraits group={props.group} goneIds={goneIds()} signs={signs()} spread={spread()} />
        </div>
        <aside class="min-w-0 border-line bg-surface p-4 max-[1100px]:border-t min-[1101px]:border-l">
          <NotifiedList
            group={props.group}
            eventId={props.seen.event.id}
            timeZone={zone()}
            me={props.seen.me}
            outage={props.outage}
          />
          <Acknowledge seen={props.seen} group={props.group} of={acknowledging} />
          <Show when={props.group.acknowledged !== null || isOver()}>
            <OutageStory group={props.group} timeZone={zone()} />
          </Show>
        </aside>
      </div>
      {/* On a phone below the thumb. */}
      <Show when={acknowledging.isAsked()}>
        <div class="sticky bottom-0 z-10 hidden border-t border-line bg-ground px-3.5 pt-3 pb-4 max-[700px]:grid">
          <AcknowledgeNow of={acknowledging} />
        </div>
      </Show>
    </>
  );
}
