import { pathOf } from '@sign-display/contracts/page-paths';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import { A } from '@solidjs/router';
import { createEffect, createSignal, For, onCleanup, onMount, Show } from 'solid-js';
import { EventTime } from '../features/event-time.tsx';
import { useInboxTools } from '../inbox-context.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { TEXT_COLOURS } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import type { CurrentStatus } from './current-status.ts';
import { channelsText, lookOf, namesInLine } from './message-marks.ts';

/** How many letters of names fit into a line, on a desktop and on a phone alike. */
const LETTERS = 72;

export const idOfMessage = (id: string): string => `message-${id}`;

/** Describes the present state of a message's outages; null if it is not known. */
function statusText(
  { words, times }: ReturnType<typeof useInboxTools>,
  message: Notification,
  status: CurrentStatus | null,
  zone: string | undefined,
): string | null {
  const said = words.inbox.now;
  const time = (atMs: number): string => {
    const isSameDay = times.said(atMs, 'date', zone) === times.said(Date.parse(message.at), 'date', zone);
    return times.said(atMs, isSameDay ? 'time' : 'dayTime', zone);
  };
  if (status === null) return null;
  if (status.is === 'again') return said.again(time(status.sinceMs));
  if (status.is === 'over') {
    if (status.hasLeft && status.untilMs !== undefined) return said.left(time(status.untilMs));
    const over = message.kind === 'digest' ? said.overDigest : said.over;
    return over(status.count, status.untilMs === undefined ? undefined : time(status.untilMs));
  }
  const kind = message.kind in said.still ? (message.kind as keyof typeof said.still) : 'digest';
  return status.open === status.count ? said.still[kind](status.count) : said.some[kind](status.open, status.count);
}

/** Shows the signs of a message as links to their pages: one line first, and the others on request. */
function Signs(props: { message: Notification }) {
  const { words } = useInboxTools();
  const said = words.inbox;
  const [isWhole, setWhole] = createSignal(false);
  const signs = () => props.message.signs;
  const inLine = () =>
    namesInLine(
      signs().map(({ name }) => name),
      LETTERS,
    );
  const shown = () => (isWhole() ? signs() : signs().slice(0, inLine()));
  const hidden = () => props.message.signCount - shown().length;
  return (
    <ul aria-label={said.signs} class="mt-1.5 flex min-w-0 flex-wrap items-center gap-1">
      <For each={shown()}>
        {(sign) => (
          <li class="min-w-0">
            <A
              href={pathOf('sign', { signId: sign.id })}
              class="block rounded-[2px] bg-sunk px-1.5 py-px text-11 font-stretch-[88%] wrap-anywhere no-underline hover:underline max-[700px]:px-3 max-[700px]:py-3.5 max-[700px]:text-13"
              dir="auto"
            >
              {sign.name}
            </A>
          </li>
        )}
      </For>
      <Show when={hidden() > 0}>
        <li>
          <Show
            when={!isWhole() && shown().length < signs().length}
            fallback={<span class="text-12 text-ink-3">{said.more(hidden())}</span>}
          >
            <button
              type="button"
              class="text-12 text-ink-2 underline underline-offset-2 max-[700px]:min-h-12"
              onClick={() => setWhole(true)}
            >
              {said.more(hidden())}
            </button>
          </Show>
        </li>
      </Show>
    </ul>
  );
}

/** Shows a message of the inbox. When opened, the row shows the signs and the possible actions. */
export function MessageRow(props: {
  message: Notification;
  /** The time zone of the message's event. */
  timeZone: string | undefined;
  /** The day that the list shows above the row. */
  day: string;
  isOpen: boolean;
  /** This row is the list's tab stop. */
  isCurrent: boolean;
  showsEvent: boolean;
  showsZone: boolean;
  status: CurrentStatus | null;
  onToggle(): void;
  onFocus(): void;
  /** Called in a tracked scope while the row is in the viewport. */
  onSeen(): void;
  onSnooze(): void;
}) {
  const tools = useInboxTools();
  const { words, times } = tools;
  const said = words.inbox;
  let row: HTMLLIElement | undefined;
  const message = () => props.message;
  const atMs = () => Date.parse(message().at);
  const isUnread = () => message().readAt === null;
  const channels = () => channelsText(message(), said);
  const isOtherDay = () => times.said(atMs(), 'date', props.timeZone) !== props.day;
  const status = () => statusText(tools, message(), props.status, props.timeZone);
  const look = () => lookOf(message().kind);
  const outageId = () => message().outageIds[0];
  const outageHref = (id: string, eventId: string) => `${pathOf('outage', { outageId: id })}?event=${eventId}`;
  const [isSeen, setSeen] = createSignal(false);
  createEffect(() => isSeen() && props.onSeen());
  onMount(() => {
    const watch = new IntersectionObserver((seen) => setSeen(seen.at(-1)!.isIntersecting));
    watch.observe(row!);
    onCleanup(() => watch.disconnect());
  });
  return (
    <li
      ref={(element) => (row = element)}
      class="relative grid grid-cols-[0.625rem_1.375rem_minmax(0,1fr)_auto] items-baseline gap-x-2 gap-y-0.5 border-b border-line px-6 pt-2.5 pb-[11px] [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto] max-[700px]:px-3.5 max-[700px]:pt-3.5 max-[700px]:pb-3.5"
      classList={{ 'bg-surface shadow-[inset_3px_0_0_var(--ink)]': props.isOpen }}
      onClick={(event) => {
        if (!(event.target as Element).closest('a, button')) props.onToggle();
      }}
    >
      <span class="self-center">
        <Show when={isUnread()}>
          <span class="filled block size-[0.4375rem] rounded-full bg-ink" role="img" aria-label={said.isUnread} />
        </Show>
      </span>
      <span class={`flex self-center ${TEXT_COLOURS[look().severity]}`}>
        <Mark is={look().mark} size={16} />
      </span>
      <button
        type="button"
        id={idOfMessage(message().id)}
        class="min-w-0 text-start wrap-anywhere max-[700px]:-my-2 max-[700px]:min-h-12 max-[700px]:py-2"
        classList={{ 'font-[660]': isUnread(), 'font-[560]': !isUnread() }}
        aria-expanded={props.isOpen}
        tabindex={props.isCurrent ? 0 : -1}
        dir="auto"
        onFocus={() => props.onFocus()}
        onClick={() => props.onToggle()}
      >
        {message().title}
      </button>
      <span class="text-end whitespace-nowrap text-ink-3 max-[700px]:whitespace-normal">
        <EventTime at={message().at} timeZone={props.timeZone} shape={isOtherDay() ? 'daySeconds' : 'seconds'} />
        <Show when={props.showsZone}> {times.zoneName(atMs(), props.timeZone)}</Show>
      </span>
      <p
        class="col-start-3 min-w-0 leading-[1.4] whitespace-pre-line wrap-anywhere text-ink-2"
        classList={{ 'line-clamp-2': !props.isOpen }}
        title={props.isOpen ? undefined : message().text}
        dir="auto"
      >
        {message().text}
      </p>
      <span
        class="text-end text-12 whitespace-nowrap max-[700px]:col-start-3 max-[700px]:text-start max-[700px]:whitespace-normal"
        classList={{ 'text-ink-3': !channels().failed, 'font-[580] text-alarm': channels().failed }}
      >
        {channels().said}
      </span>
      <Show when={status() !== null || props.showsEvent}>
        <p class="col-start-3 flex min-w-0 flex-wrap gap-x-2.5 text-12">
          <Show when={status()}>
            {(now) => (
              <span
                class={`font-[580] ${props.status?.is === 'over' ? 'text-ink-2' : TEXT_COLOURS[look().severity === 'quiet' ? 'alarm' : look().severity]}`}
              >
                {now()}
              </span>
            )}
          </Show>
          <Show when={props.showsEvent}>
            <bdi class="min-w-0 wrap-anywhere text-ink-3">{message().event?.name ?? said.account}</bdi>
          </Show>
        </p>
      </Show>
      <Show when={props.isOpen && (message().signs.length > 0 || message().event)}>
        <div class="col-start-3 min-w-0 max-[700px]:col-end-5">
          <Show when={message().signs.length > 0}>
            <Signs message={message()} />
          </Show>
          <Show when={message().event}>
            {(event) => (
              <div class="mt-2 flex flex-wrap gap-2">
                <Show
                  when={outageId()}
                  fallback={
                    <A href={pathOf('wall', { eventId: event().id })} class={buttonLook({})}>
                      {said.openEvent}
                    </A>
                  }
                >
                  {(id) => (
                    <A href={outageHref(id(), event().id)} class={buttonLook({})}>
                      {said.openOutage}
                    </A>
                  )}
                </Show>
                <Show when={message().kind !== 'test'}>
                  <Button onClick={() => props.onSnooze()}>{said.snooze}</Button>
                </Show>
              </div>
            )}
          </Show>
        </div>
      </Show>
    </li>
  );
}
