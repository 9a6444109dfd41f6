import { pathOf } from '@sign-display/contracts/page-paths';
import type { Schedule as Entry, ScheduleSet } from '@sign-display/contracts/rest/schedules';
import { For, Show } from 'solid-js';
import { LoadError } from '../features/load-error.tsx';
import { useWallTools } from '../wall-context.ts';
import { createStableRows } from '../event/stable-rows.ts';
import { createRepeatedRead, type Reading } from '../event/repeated-read.ts';
import { SectionTitle } from './section-title.tsx';
import type { SignSeen } from './sign-page-context.ts';

const REST_MS = 2_000;

/** The schedules of the sign and of its event, as they were read last. */
export function useSchedules(seen: SignSeen) {
  const { client } = useWallTools();
  const ofSign = createRepeatedRead(REST_MS, () =>
    client.call('GET /api/signs/:id/schedules', { params: { id: seen.sign().id } }),
  );
  const ofEvent = createRepeatedRead(REST_MS, () =>
    client.call('GET /api/events/:id/schedules', { params: { id: seen.event.id } }),
  );
  return { ofSign, ofEvent };
}

function Row(props: { entry: Entry; timeZone: string }) {
  const { words, times } = useWallTools();
  const said = words.sign.schedule;
  const at = (time: string) => times.said(Date.parse(time), 'dayTime', props.timeZone);
  return (
    <li class="border-t border-line py-2 first:border-t-0" classList={{ 'text-ink-3': !props.entry.enabled }}>
      <span class="block truncate font-mono text-12 font-[500]" title={props.entry.url}>
        {props.entry.url}
      </span>
      <span class="text-12 text-ink-3" title={props.entry.exdates?.join(', ')}>
        {[
          `${at(props.entry.startsAt)} – ${at(props.entry.endsAt)}`,
          said.priority(props.entry.priority),
          props.entry.recurrence && said.repeats(props.entry.recurrence),
          props.entry.exdates?.length ? said.exceptDays(props.entry.exdates.length) : null,
          props.entry.enabled ? null : said.off,
        ]
          .filter((part) => typeof part === 'string')
          .join(', ')}
      </span>
    </li>
  );
}

function Rows(props: { title: string; of: Reading<ScheduleSet>; timeZone: string }) {
  const { words } = useWallTools();
  const all = createStableRows(
    () => props.of.value()?.schedules.toSorted((one, other) => other.priority - one.priority) ?? [],
  );
  return (
    <section class="mb-5">
      <SectionTitle title={props.title} />
      <Show when={props.of.trouble() && !props.of.value()}>
        <LoadError what={words.sign.schedule.what} why={props.of.trouble()!.why} onAgain={props.of.read} />
      </Show>
      <Show when={props.of.value() && all().length === 0}>
        <p class="text-ink-3">{words.sign.schedule.none}</p>
      </Show>
      <ul>
        <For each={all()}>{(entry) => <Row entry={entry} timeZone={props.timeZone} />}</For>
      </ul>
    </section>
  );
}

/** How many pages are planned, on the overview; the whole is a tab of its own. */
export function ScheduleNow(props: { seen: SignSeen }) {
  const { words } = useWallTools();
  const { ofSign, ofEvent } = useSchedules(props.seen);
  const all = createStableRows(() =>
    [...(ofSign.value()?.schedules ?? []), ...(ofEvent.value()?.schedules ?? [])].filter((one) => one.enabled),
  );
  const isRead = () => ofSign.value() !== undefined && ofEvent.value() !== undefined;
  return (
    <>
      <SectionTitle
        title={words.sign.schedule.title}
        aside={props.seen.event.timeZone}
        more={{ href: pathOf('signSchedule', { signId: props.seen.sign().id }), said: words.sign.history.all }}
      />
      <Show when={isRead() && all().length === 0}>
        <p class="text-ink-3">{words.sign.schedule.none}</p>
      </Show>
      <ul>
        <For each={all().slice(0, 4)}>{(entry) => <Row entry={entry} timeZone={props.seen.event.timeZone} />}</For>
      </ul>
    </>
  );
}

/** The schedules that decide what a sign shows, to be read. */
export function Schedule(props: { seen: SignSeen }) {
  const { words } = useWallTools();
  const said = words.sign.schedule;
  const { ofSign, ofEvent } = useSchedules(props.seen);
  return (
    <div class="max-w-[900px] p-4">
      <p class="mb-4 text-ink-2">{said.order}</p>
      <Rows title={said.ofSign} of={ofSign} timeZone={props.seen.event.timeZone} />
      <Rows title={said.ofEvent} of={ofEvent} timeZone={props.seen.event.timeZone} />
    </div>
  );
}
