import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { Event } from '@sign-display/contracts/rest/events';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { Subscription } from '@sign-display/contracts/rest/subscriptions';
import { useSearchParams } from '@solidjs/router';
import { createComputed, createEffect, createMemo, For, on, Show } from 'solid-js';
import { createStore, unwrap } from 'solid-js/store';
import { Dynamic } from 'solid-js/web';
import type { Trouble } from '../api/session.ts';
import { FormTrouble } from '../features/create-form.tsx';
import { errorText, fieldErrorText, invalidFields } from '../features/error-text.ts';
import { RefusableButton } from '../features/focusable-disabled-button.tsx';
import { LoadError } from '../features/load-error.tsx';
import { createPushList, type PushList } from '../features/push/push-list.ts';
import { PushSetup } from '../features/push/push-setup.tsx';
import { TestMessage } from '../features/push/test-message.tsx';
import { resourceValue } from '../features/resource-value.ts';
import { createSubmission } from '../features/submission.ts';
import { showUndoToast } from '../features/undo-toast.ts';
import { UnsavedChanges } from '../features/unsaved-changes.tsx';
import { useInboxTools } from '../inbox-context.ts';
import { Button } from '../ui/button.tsx';
import { createPreview } from './create-preview.ts';
import type { Snooze } from './create-snooze.ts';
import type { SubscriptionStore } from './create-subscription.ts';
import { GraceField } from './grace-field.tsx';
import { KindTable } from './kind-table.tsx';
import { PreviewSentence } from './preview-sentence.tsx';
import { QuietFields } from './quiet-fields.tsx';
import { SnoozeOffer, SnoozeSettings } from './snooze-settings.tsx';
import { HOUR_MS } from './snoozes.ts';
import {
  changedParts,
  draftOf,
  errorsOf,
  rebased,
  SAME_TIMES,
  subscriptionOf,
  type SubscriptionDraft,
} from './subscription-draft.ts';
import { isEmptyTable, withPair } from './subscription-table.ts';

/** A mail's link offers an hour. A longer time in the URL is limited to a day. */
const QUIET_MINUTES_MOST = 24 * 60;
const BLOCK = 'mt-5 border-t border-line-strong pt-3.5';

/** Explains below the table why a channel reaches no browser or mailbox. */
function ChannelNotes(props: { me: MeResponse; browsers: PushList }) {
  const { words } = useInboxTools();
  // If push is off at the service, the section below says so.
  const hasNoPush = () =>
    props.me.pushPublicKey !== undefined &&
    resourceValue(props.browsers.found)?.browsers.every(({ stoppedAt }) => stoppedAt !== null);
  return (
    <div class="mt-2 text-12 text-ink-2">
      <Show when={!props.me.mail.configured}>
        <p>{words.subscription.noMail}</p>
      </Show>
      <Show when={hasNoPush()}>
        <p>{words.subscription.noPush}</p>
      </Show>
      <Show when={props.browsers.trouble()}>{(failed) => <p>{errorText(words, failed().why)}</p>}</Show>
    </div>
  );
}

/** The errors of fields with an incomplete number or time, by field name. */
const FINISHED = {
  graceSeconds: { path: '/graceSeconds', message: FIELD_MESSAGES.wholeNumber },
  'quiet-start': { path: '/quietHours/start', message: FIELD_MESSAGES.required },
  'quiet-end': { path: '/quietHours/end', message: FIELD_MESSAGES.required },
};
const unfinishedIn = (form: HTMLFormElement | undefined): FieldError[] =>
  Object.entries(FINISHED).flatMap(([name, error]) =>
    form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.validity.badInput ? [error] : [],
  );

interface Props {
  event: Event;
  me: MeResponse;
  store: SubscriptionStore;
  snooze: Snooze;
  /** The level of the headings. */
  level: 2 | 3;
  /** Tells the page whether there are unsaved changes. */
  onTouched(isTouched: boolean): void;
}

function Loaded(props: Props & { subscription: Subscription }) {
  const { words, clock } = useInboxTools();
  const said = words.subscription;
  const { event, store } = props;
  const [search, setSearch] = useSearchParams<{ quiet: string } & Record<string, string>>();
  const browsers = createPushList(() => 1);
  const saved = () => store.value() ?? props.subscription;
  const openDraft = (subscription: Subscription): SubscriptionDraft => draftOf(subscription, event.timeZone);
  const base = createMemo(() => openDraft(saved()));
  /** A mail's link or another tab may have changed the subscription since `from` was read: only the person's own changes are made. */
  const withChanges = (known: Subscription, from: SubscriptionDraft, to: SubscriptionDraft): Subscription =>
    subscriptionOf(rebased(to, from, openDraft(known)), known);
  // A store changes the object that it is made of.
  const [draft, setDraft] = createStore<SubscriptionDraft>(structuredClone(base()));
  const open = (of: SubscriptionDraft): void => setDraft(structuredClone(of));
  createComputed(on(base, (now, before) => before && open(rebased(unwrap(draft), before, now)), { defer: true }));
  const touched = createMemo(() => changedParts(base(), draft));
  createEffect(() => props.onTouched(touched().length > 0));
  const errors = createMemo(() => errorsOf(draft));
  const preview = createPreview(
    event.id,
    createMemo(() => (errors().length > 0 ? null : subscriptionOf(draft, saved()))),
  );

  async function save(form: HTMLFormElement | undefined): Promise<Trouble | undefined> {
    const wrong = [...unfinishedIn(form), ...errors()];
    if (wrong.length > 0) return invalidFields(wrong);
    const [from, wanted] = [base(), structuredClone(unwrap(draft))];
    const done = await store.change((known) => withChanges(known, from, wanted));
    if (!done.ok) return done.why;
    const [before, after] = [done.before, done.after].map(openDraft) as [SubscriptionDraft, SubscriptionDraft];
    const undo = async () => {
      const undone = await store.change((known) => withChanges(known, after, before));
      return undone.ok ? undefined : undone.why;
    };
    showUndoToast(words, said.saved, undo, `subscription ${event.id}`);
    return undefined;
  }
  const submission = createSubmission(save);
  const error = (path: string, label: string): string | undefined => {
    const message = submission.error(path);
    if (message === undefined) return undefined;
    return message === SAME_TIMES ? said.quiet.same : fieldErrorText(words, message, label);
  };
  const minutes = () => {
    const asked = Number(search.quiet);
    return Number.isInteger(asked) && asked > 0 ? Math.min(asked, QUIET_MINUTES_MOST) : null;
  };
  return (
    <>
      <Show when={minutes()}>
        {(count) => (
          <SnoozeOffer
            event={event}
            minutes={count()}
            snooze={props.snooze}
            onDone={() => setSearch({ quiet: undefined }, { replace: true })}
          />
        )}
      </Show>
      <form id="subscription" novalidate onSubmit={(submitted) => void submission.submit(submitted)}>
        <KindTable
          table={draft.table}
          onChange={(kind, channel, isOn) =>
            setDraft('table', withPair(structuredClone(unwrap(draft.table)), kind, channel, isOn))
          }
        />
        <Show when={isEmptyTable(draft.table)}>
          <p class="mt-2 font-[560]">{said.none}</p>
        </Show>
        <ChannelNotes me={props.me} browsers={browsers} />
        <div class={BLOCK}>
          <PushSetup list={browsers} level={props.level} />
          <div class="mt-3">
            <TestMessage eventId={event.id} onChanged={() => void browsers.refetch()} />
          </div>
        </div>
        <div class={BLOCK}>
          <GraceField
            value={draft.grace}
            eventSeconds={event.offlineGraceSeconds}
            error={error('/graceSeconds', said.grace)}
            onChange={(grace) => setDraft('grace', grace)}
          />
        </div>
        <div class={BLOCK}>
          <Dynamic component={`h${props.level}`} class="mb-2 font-[620]">
            {said.quiet.title}
          </Dynamic>
          <QuietFields quiet={draft} event={event} error={error} onChange={(changed) => setDraft(changed)} />
        </div>
        <PreviewSentence state={preview} />
        <FormTrouble of={submission} />
        <div class="mt-[18px] flex flex-wrap items-center gap-2">
          <RefusableButton
            kind="primary"
            type="submit"
            whyNot={touched().length === 0 ? said.unchanged : undefined}
            isBusy={submission.isBusy()}
          >
            {said.save}
          </RefusableButton>
          <Show when={touched().length > 0}>
            <Button
              onClick={() => {
                open(base());
                submission.reset();
              }}
            >
              {said.discard}
            </Button>
          </Show>
          <Button onClick={() => void props.snooze.snoozeEvent(event, clock.now() + HOUR_MS)}>
            {said.snooze.everything}
          </Button>
        </div>
      </form>
      <SnoozeSettings event={event} subscription={saved()} snooze={props.snooze} level={props.level} />
      <section class={BLOCK}>
        <Dynamic component={`h${props.level}`} class="mb-1.5 font-[620]">
          {said.rules.title}
        </Dynamic>
        <ul class="list-disc ps-[1.25rem] leading-normal text-ink-2">
          <For each={said.rules.all}>{(rule) => <li>{rule}</li>}</For>
        </ul>
      </section>
      <UnsavedChanges words={words.leave} fields={touched().map((part) => said.fields[part])} />
    </>
  );
}

/** Shows and changes the person's subscription to one event. */
export function SubscriptionSettings(props: Props) {
  const { words } = useInboxTools();
  void props.store.read();
  return (
    <Show
      when={props.store.value() !== undefined}
      fallback={
        <Show when={props.store.trouble()}>
          {(failed) => (
            <LoadError what={words.subscription.what} why={failed().why} onAgain={() => void props.store.read()} />
          )}
        </Show>
      }
    >
      <Loaded {...props} subscription={props.store.value()!} />
    </Show>
  );
}
