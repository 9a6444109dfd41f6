import { isBuilt, pathOf } from '@sign-display/contracts/page-paths';
import type { OutageWithDeliveries } from '@sign-display/contracts/rest/outages';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { A } from '@solidjs/router';
import { createMemo, For, Show } from 'solid-js';
import { useWallTools } from '../wall-context.ts';
import { durationText } from '../ui/durations.ts';
import { SEVERITIES, TEXT_COLOURS, type MarkName } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import type { Group } from './outage-groups.ts';
import { createStableRows } from '../event/stable-rows.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { haveSameMessages, inboxesOf } from './delivery-rows.ts';
import { messagesOf, nobodyNotifiedText, storyOf, type Chapter, type Message } from './outage-messages-and-story.ts';

const MARKS: Record<Chapter['is'], MarkName> = {
  heard: 'offline',
  began: 'content_unreachable',
  told: 'sent',
  acknowledged: 'expired',
  someBack: 'online',
  back: 'online',
  toldEnd: 'acked',
};

/** Shows the messages by channel and time, with the number of people. */
function MessageTable(props: { messages: readonly Message[]; timeZone: string }) {
  const { words, times } = useWallTools();
  const said = words.outages.one;
  return (
    <table class="w-full table-fixed">
      <thead>
        <tr class="text-11 text-ink-3 [&_th]:border-b [&_th]:border-line-strong [&_th]:pb-1.5 [&_th]:text-start [&_th]:font-[600]">
          <th>{said.channel}</th>
          <th>{said.at}</th>
          <th>{said.toWhom}</th>
        </tr>
      </thead>
      <tbody>
        <For each={props.messages}>
          {(message) => (
            <tr class="*:border-b *:border-line *:py-2 *:pe-2 *:text-start">
              <th class="font-[580]">{said.channels[message.channel]}</th>
              <td>
                <span class="inline-flex items-center gap-1.5">
                  <span class="text-good">
                    <Mark is="acked" size={12} />
                  </span>
                  {times.said(message.atMs, 'seconds', props.timeZone)}
                </span>
                <Show when={message.isEnd}>
                  <span class="block text-11 text-ink-3">{said.ofEnd}</span>
                </Show>
              </td>
              <td>{said.people(message.people)}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}

/**
 * Shows who was notified: by person and channel, from the deliveries of `outage`, or by message if the deliveries are
 * no longer stored.
 */
export function NotifiedList(props: {
  group: Group;
  outage: OutageWithDeliveries;
  eventId: string;
  timeZone: string;
  me: MeResponse;
}) {
  const { words, times } = useWallTools();
  const said = words.outages.one;
  const messages = createStableRows(() => messagesOf(props.group));
  const isEmpty = () => messages().length === 0 && (props.outage.deliveries ?? []).length === 0;
  const lead = createMemo((): string[] => {
    const { deliveries, signName } = props.outage;
    const first = messages()[0];
    const lastMs = Math.max(...props.group.outages.map(({ since }) => Date.parse(since)));
    const inboxes = inboxesOf(props.outage);
    const age = first && durationText(Math.max(0, first.atMs - lastMs));
    return [
      first && said.toldLead(messages().length, props.group.outages.length, age!),
      isEmpty() && deliveries !== null && nobodyNotifiedText(words, times, props.group, props.timeZone),
      inboxes > 0 && said.deliveries.inboxes(inboxes),
      deliveries === null && said.deliveries.notStored,
      deliveries !== null && !haveSameMessages(props.group.outages) && said.deliveries.ofOne(signName),
      !props.me.mail.configured && props.group.untilMs === null && words.wallActions.noMail,
    ].filter((part) => typeof part === 'string');
  });
  return (
    <section>
      <h2 class="mb-[3px] text-18 font-[640]">{said.told}</h2>
      <p class="mb-3 leading-[1.5] wrap-anywhere text-ink-2">
        {lead().join(' ')}{' '}
        <Show when={isEmpty() && isBuilt('subscription')}>
          <A
            href={pathOf('subscription', { event: props.eventId })}
            class="font-[580] max-[700px]:inline-block max-[700px]:py-3.5"
          >
            {said.subscription}
          </A>
        </Show>
      </p>
      <Show
        when={props.outage.deliveries?.length}
        fallback={
          <Show when={messages().length > 0}>
            <MessageTable messages={messages()} timeZone={props.timeZone} />
          </Show>
        }
      >
        <DeliveryTable outage={props.outage} userId={props.me.user.id} timeZone={props.timeZone} />
      </Show>
    </section>
  );
}

/** Shows the events of the outages, earliest first. */
export function OutageStory(props: { group: Group; timeZone: string }) {
  const { words, times } = useWallTools();
  const said = words.outages.one;
  const chapters = createStableRows(() => storyOf(props.group));
  return (
    <section class="mt-5 border-t border-line-strong pt-3.5">
      <h2 class="mb-2 text-13 font-[620]">{said.story}</h2>
      <ul aria-label={said.story}>
        <For each={chapters()}>
          {(chapter) => (
            <li class="grid grid-cols-[62px_18px_minmax(0,1fr)] gap-x-1 py-1 leading-[1.4]">
              <span class="text-ink-3">{times.said(chapter.atMs, 'seconds', props.timeZone)}</span>
              <span class={`mt-0.5 ${TEXT_COLOURS[SEVERITIES[MARKS[chapter.is]]]}`}>
                <Mark is={MARKS[chapter.is]} size={13} />
              </span>
              <b class="font-[580]">{said.chapters[chapter.is](chapter.count, chapter.name)}</b>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}
