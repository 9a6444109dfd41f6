import type { CreateEventRequest, Event } from '@sign-display/contracts/rest/events';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import { createEffect, on, Show, type JSX } from 'solid-js';
import type { Trouble } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';
import { Field } from '../../ui/field.tsx';
import { createForm, FormTrouble } from '../create-form.tsx';
import { RefusableButton } from '../focusable-disabled-button.tsx';
import { invalidFields } from '../error-text.ts';
import {
  allWrong,
  bodyOf,
  draftOf,
  GRACE_SECONDS_MOST,
  hasUnknownTimes,
  isUnknownZone,
  type EventDraft,
} from './event-draft.ts';
import { ZoneField } from './zone-field.tsx';

/** Makes an event, or changes `event`. `locked`: who may, where this person may not. `send` resolves with why it was not done. */
export function EventForm(props: {
  event?: Event;
  locked?: string | undefined;
  button: string;
  send(body: CreateEventRequest): Promise<Trouble | undefined>;
  children?: JSX.Element;
}) {
  const { words, times } = useTools();
  const said = words.events;
  const unknownTimes = (draft: EventDraft): FieldError[] =>
    hasUnknownTimes(draft, props.event) ? [{ path: '/timeZone', message: said.timeZoneNoTimes }] : [];
  const form = createForm(
    draftOf(props.event, times.viewerZone),
    async (draft) => {
      const wrong = unknownTimes(draft);
      return wrong.length > 0 ? invalidFields(wrong) : await props.send(bodyOf(draft));
    },
    (told, draft) => allWrong(told, draft, unknownTimes(draft)),
  );
  // Saved, or put back: the form shows what is so now.
  createEffect(
    on(
      () => props.event,
      (event) => form.set(draftOf(event, times.viewerZone)),
      { defer: true },
    ),
  );
  /** While somebody types a name, what is there is mostly none yet: that it is unknown is told at the end. */
  const zoneHint = () =>
    isUnknownZone(form.values) && form.values.timeZone === props.event?.timeZone
      ? said.timeZoneUnknown
      : said.timeZoneHint;
  return (
    <form onSubmit={form.submit} class="max-w-[calc(420rem/16)]" novalidate>
      <Field
        required
        autofocus={props.locked === undefined}
        maxLength={200}
        dir="auto"
        locked={props.locked}
        {...form.field('name', said.name)}
      />
      <Field maxLength={200} dir="auto" locked={props.locked} {...form.field('venue', said.venue)} />
      <ZoneField
        {...form.field('timeZone', said.timeZone)}
        value={form.values.timeZone}
        hint={zoneHint()}
        locked={props.locked}
        onZone={(timeZone) => form.set({ timeZone })}
      />
      {/* One below the other: half the width cuts "PM" off a date in American English. */}
      <Field type="datetime-local" locked={props.locked} {...form.field('startsAt', said.startsAt)} />
      <Field type="datetime-local" locked={props.locked} {...form.field('endsAt', said.endsAt)} />
      <Field
        hint={said.graceHint}
        type="number"
        inputMode="numeric"
        min={0}
        max={GRACE_SECONDS_MOST}
        step={1}
        locked={props.locked}
        {...form.field('offlineGraceSeconds', said.grace)}
      />
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1.5">
        <RefusableButton kind="primary" type="submit" whyNot={props.locked} isBusy={form.isBusy()}>
          {props.button}
        </RefusableButton>
        <Show when={props.locked}>
          <span class="text-ink-2">{props.locked}</span>
        </Show>
        {props.children}
      </div>
      <FormTrouble of={form} />
    </form>
  );
}
