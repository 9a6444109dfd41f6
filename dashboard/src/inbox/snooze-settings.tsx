import type { Event } from '@sign-display/contracts/rest/events';
import type { Subscription } from '@sign-display/contracts/rest/subscriptions';
import { createMemo, createResource, createSignal, For, Show } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import { asked } from '../api/session.ts';
import { resourceValue } from '../features/resource-value.ts';
import { useNow } from '../features/use-now.ts';
import { useInboxTools } from '../inbox-context.ts';
import { instantOf, isZone, wallTimeOf } from '../times/convert-wall-time.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { Snooze } from './create-snooze.ts';
import { HOUR_MS, withoutPast } from './snoozes.ts';

const SECOND_MS = 1_000;

/** Shows a snoozed sign under its present name. */
function SnoozedSign(props: { event: Event; signId: string; until: string; snooze: Snooze }) {
  const { words, client } = useInboxTools();
  const said = words.subscription.snooze;
  const [sign] = createResource(
    () => props.signId,
    (id) => asked(client.call('GET /api/signs/:id', { params: { id } })),
  );
  const name = () => {
    const answer = resourceValue(sign);
    return answer?.ok ? answer.body.name : said.unknown;
  };
  return (
    <li class="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5">
      <bdi class="min-w-0 flex-1 font-[560] wrap-anywhere">{name()}</bdi>
      <span class="text-ink-2">{said.until1(props.snooze.timeText(Date.parse(props.until), props.event.id))}</span>
      <Button
        aria-label={said.remove(name())}
        onClick={() => void props.snooze.wakeSign(props.event.id, props.signId, name())}
      >
        {said.removeShort}
      </Button>
    </li>
  );
}

/** Lets the person snooze until a time of their choice, in the event's time zone. */
function SnoozeUntil(props: { event: Event; onSet(untilMs: number): Promise<boolean> }) {
  const { words, times, clock } = useInboxTools();
  const said = words.subscription.snooze;
  const zone = isZone(props.event.timeZone) ? props.event.timeZone : times.viewerZone;
  const wall = wallTimeOf(clock.now() + HOUR_MS, zone);
  const [date, setDate] = createSignal(wall.slice(0, 10));
  const [time, setTime] = createSignal(wall.slice(11));
  const [wrong, setWrong] = createSignal<string>();
  async function set(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const untilMs = date() === '' || time() === '' ? null : instantOf(`${date()}T${time()}`, zone);
    if (untilMs === null) return void setWrong(said.incomplete);
    if (untilMs <= clock.now()) return void setWrong(said.past);
    setWrong();
    await props.onSet(untilMs);
  }
  return (
    <form class="mt-3" novalidate onSubmit={(event) => void set(event)}>
      <fieldset class="min-w-0">
        <legend class="mb-1 font-[560]">
          {said.until} ({times.zoneName(clock.now(), zone)})
        </legend>
        <div class="flex flex-wrap items-end gap-x-3">
          <div class="w-[calc(170rem/16)] max-w-full">
            <Field
              type="date"
              label={said.date}
              value={date()}
              error={wrong()}
              onInput={(event) => setDate(event.currentTarget.value)}
            />
          </div>
          <div class="w-[calc(132rem/16)] max-w-full">
            <Field
              type="time"
              label={said.time}
              value={time()}
              onInput={(event) => setTime(event.currentTarget.value)}
            />
          </div>
          <div class="mb-3.5">
            <Button type="submit">{said.set}</Button>
          </div>
        </div>
      </fieldset>
    </form>
  );
}

/** Shows which parts of an event are snoozed, and until when. */
export function SnoozeSettings(props: { event: Event; subscription: Subscription; snooze: Snooze; level: 2 | 3 }) {
  const { words } = useInboxTools();
  const said = words.subscription.snooze;
  const now = useNow(SECOND_MS);
  const left = createMemo(() => withoutPast(props.subscription, now()));
  return (
    <section class="mt-5 border-t border-line-strong pt-3.5">
      <Dynamic component={`h${props.level}`} class="mb-1 font-[620]">
        {said.title}
      </Dynamic>
      <p class="text-ink-2">{said.lead}</p>
      <Show when={left().snoozedUntil}>
        {(until) => (
          <p class="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <b class="font-[580]">{said.isOn(props.snooze.timeText(Date.parse(until()), props.event.id))}</b>
            <Button onClick={() => void props.snooze.snoozeEvent(props.event, null)}>{said.end}</Button>
          </p>
        )}
      </Show>
      <SnoozeUntil event={props.event} onSet={(untilMs) => props.snooze.snoozeEvent(props.event, untilMs)} />
      <Show when={left().snoozedSigns.length > 0}>
        <p class="mt-2 mb-1 font-[560]">{said.signs}</p>
        <ul aria-label={said.signs}>
          <For each={left().snoozedSigns.map(({ signId }) => signId)}>
            {(signId) => (
              <SnoozedSign
                event={props.event}
                signId={signId}
                until={left().snoozedSigns.find((one) => one.signId === signId)?.until ?? ''}
                snooze={props.snooze}
              />
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}

/**
 * Offers, after a mail's link, to snooze the event for this many minutes. Nothing changes until the person presses the
 * button.
 */
export function SnoozeOffer(props: { event: Event; minutes: number; snooze: Snooze; onDone(): void }) {
  const { words, clock } = useInboxTools();
  const said = words.subscription.snooze;
  const length = () =>
    props.minutes % 60 === 0
      ? words.common.span(props.minutes / 60, 'hour')
      : words.common.span(props.minutes, 'minute');
  async function set(): Promise<void> {
    if (await props.snooze.snoozeEvent(props.event, clock.now() + props.minutes * 60_000)) props.onDone();
  }
  return (
    <section class="mb-4 border-s-[3px] border-ink bg-sunk px-3.5 py-3">
      <p class="mb-2.5 font-[580] wrap-anywhere">{said.offer(props.event.name, length())}</p>
      <div class="flex flex-wrap gap-2">
        <Button onClick={() => void set()}>{said.offerButton(length())}</Button>
        <Button onClick={() => props.onDone()}>{said.offerNot}</Button>
      </div>
    </section>
  );
}
