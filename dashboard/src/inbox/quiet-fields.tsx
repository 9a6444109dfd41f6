import type { Event } from '@sign-display/contracts/rest/events';
import { createMemo, For, Show } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import { useInboxTools } from '../inbox-context.ts';
import { isZone } from '../times/convert-wall-time.ts';
import { Button } from '../ui/button.tsx';
import { durationText } from '../ui/durations.ts';
import { Field } from '../ui/field.tsx';
import { Mark } from '../ui/status-mark.tsx';
import { clockAt, clockOf, eventHours, minutesOf, overlapOf, startAfter } from './quiet-hours.ts';
import { QuietPicture } from './quiet-picture.tsx';
import type { SubscriptionDraft } from './subscription-draft.ts';

const MINUTE_MS = 60_000;
type Quiet = Pick<SubscriptionDraft, 'hasQuiet' | 'start' | 'end' | 'timeZone'>;

/** `90` → `1 h 30 min`, `240` → `4 h`. */
const lengthText = (minutes: number): string => durationText(minutes * MINUTE_MS).replace(/ 0 (?:min|s)$/, '');

/** The fields of the quiet hours. `error` returns the error of the field at a path of the body. */
export function QuietFields(props: {
  quiet: Quiet;
  event: Event;
  error(path: string, label: string): string | undefined;
  onChange(changed: Partial<Quiet>): void;
}) {
  const { words, times } = useInboxTools();
  const said = words.subscription.quiet;
  const now = useNow(MINUTE_MS);
  /** Undefined for a time zone that this browser does not know; then there is no picture. */
  const zone = () => (isZone(props.quiet.timeZone) ? props.quiet.timeZone : undefined);
  const span = createMemo(() => {
    const [start, end] = [minutesOf(props.quiet.start), minutesOf(props.quiet.end)];
    return start === null || end === null || start === end ? null : { start, end };
  });
  const event = createMemo(() => {
    const known = zone();
    return known === undefined ? null : eventHours(props.event, known);
  });
  const overlap = createMemo(() => {
    const [quiet, hours] = [span(), event()];
    const minutes = quiet && hours ? overlapOf(quiet, hours) : 0;
    return minutes === 0 ? null : { minutes, hours: hours!, start: startAfter(quiet!, hours!) };
  });
  const zones = createMemo(() => {
    const own = times.viewerZone;
    const names = [...new Set([props.quiet.timeZone, props.event.timeZone, own])];
    const nameOf = (name: string): string =>
      name === props.event.timeZone ? said.eventZone(name) : name === own ? said.ownZone(name) : name;
    return names.map((name) => ({ name, said: nameOf(name) }));
  });
  const field = (name: 'start' | 'end', label: string) => (
    <div class="w-[calc(132rem/16)] max-w-full">
      <Field
        type="time"
        label={label}
        name={`quiet-${name}`}
        value={props.quiet[name]}
        error={props.error(`/quietHours/${name}`, label)}
        onInput={({ currentTarget }) =>
          // An incomplete time has the value '', which must not empty the field.
          currentTarget.validity.badInput || props.onChange({ [name]: currentTarget.value })
        }
      />
    </div>
  );
  return (
    <>
      <label class="flex min-h-7 cursor-pointer items-center gap-2.5 max-[700px]:min-h-12">
        <input
          type="checkbox"
          name="quiet"
          class="size-[1.125rem] flex-none accent-(--ink) max-[700px]:size-[1.5rem]"
          checked={props.quiet.hasQuiet}
          onChange={(event) => props.onChange({ hasQuiet: event.currentTarget.checked })}
        />
        {said.use}
      </label>
      <Show when={props.quiet.hasQuiet}>
        <div class="mt-2 flex flex-wrap gap-x-3">
          {field('start', said.from)}
          {field('end', said.to)}
          <label class="mb-3.5 block min-w-0 flex-1 basis-48">
            <span class="mb-[5px] block font-[560]">{said.zone}</span>
            <select
              name="quiet-zone"
              class="h-[calc(1.25rem+24px)] w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-15"
              aria-invalid={props.error('/quietHours/timeZone', said.zone) !== undefined}
              value={props.quiet.timeZone}
              onChange={(event) => props.onChange({ timeZone: event.currentTarget.value })}
            >
              <For each={zones()}>
                {(one) => (
                  <option value={one.name} selected={one.name === props.quiet.timeZone}>
                    {one.said}
                  </option>
                )}
              </For>
            </select>
            <Show when={props.error('/quietHours/timeZone', said.zone)}>
              {(wrong) => <span class="mt-[5px] block text-alarm">{wrong()}</span>}
            </Show>
          </label>
        </div>
        <p class="text-ink-2">{said.lead}</p>
        <Show when={zone()}>
          {(known) => (
            <Show when={span()}>
              {(quiet) => <QuietPicture quiet={quiet()} event={event()} now={clockAt(now(), known())} />}
            </Show>
          )}
        </Show>
        <Show when={overlap()}>
          {(found) => (
            <div class="flex flex-wrap items-center gap-x-2.5 gap-y-2 text-caution">
              <Mark is="expired" size={14} />
              <p class="min-w-0 flex-1 basis-52">
                {said.overlap(clockOf(found().hours.start), clockOf(found().hours.end), lengthText(found().minutes))}
              </p>
              <Show when={found().start !== null}>
                <Button onClick={() => props.onChange({ start: clockOf(found().start!) })}>
                  {said.startAt(clockOf(found().start!))}
                </Button>
              </Show>
            </div>
          )}
        </Show>
      </Show>
    </>
  );
}
