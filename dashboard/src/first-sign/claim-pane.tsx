import { SIGN_PAGES } from '@sign-display/contracts/page-paths';
import { createEffect, createMemo, createSignal, Match, on, Show, Switch } from 'solid-js';
import { createClaiming } from '../claiming/run-claim-machine.ts';
import type { Frame, RefusalFrame } from '../claiming/screen-model-types.ts';
import { NO_SAVED_CLAIM } from '../claiming/saved-claim.ts';
import type { Done, Place } from '../claiming/claim-state.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { Button } from '../ui/button.tsx';
import { spaced } from '../ui/code-and-url-format.ts';
import { ClaimForm, FrameActions } from './claim-form.tsx';
import { ClaimSteps } from './claim-steps.tsx';
import { useFirstTools } from './first-sign-context.ts';

/** The current step of the claim. */
const STEP_AT: Partial<Record<Frame['is'], number>> = { form: 1, progress: 2, lost: 2 };

/** The sign could not load the page; nothing else of the claim was refused. */
const isOfPage = (place: Place): boolean =>
  place.is === 'refused' && place.refused.of === 'attempt' && place.refused.said.code === 'device_load_failed';

/**
 * Claims the virtual sign beside it. Uses the phone's claim state machine, but skips its questions, because the code
 * and the event are known. `onAgain` starts over; `onDone` gets the claimed sign.
 */
export function ClaimPane(props: { seen: Seen; code: string; onDone(done: Done): void; onAgain(): void }) {
  const { words, client, clock, random, session, version } = useFirstTools();
  const said = words.first.claim;
  const { me, event } = props.seen;
  const { state, frame, happen } = createClaiming(
    {
      client,
      clock,
      random,
      words,
      me,
      // Store nothing: the virtual sign ends with this page.
      storage: { read: () => NO_SAVED_CLAIM, write: () => true },
      lead: ({ to }) => {
        if (to === 'sign-in') return void session.ask();
        if (to === 'reload') return version.reload();
        props.onAgain();
      },
    },
    {
      userId: me.user.id,
      eventId: event.id,
      signId: null,
      code: props.code,
      view: null,
      wrong: null,
      makesEvents: false,
      isOnline: true,
    },
  );
  const isFound = createMemo(() => state().place.is === 'found' && state().choice !== null);
  createEffect(() => {
    if (!isFound()) return;
    happen({ type: 'yes' });
    if (state().form.name !== '') return;
    happen({ type: 'typed', field: 'name', text: said.name });
    happen({ type: 'typed', field: 'location', text: said.location });
    happen({ type: 'typed', field: 'url', text: location.origin + SIGN_PAGES.sample });
  });
  createEffect(
    on(
      () => state().place,
      (place) => place.is === 'done' && props.onDone(place.done),
    ),
  );
  /** Why the page was refused, beside the form in which its URL is corrected; null once the URL is another one. */
  const [refusal, setRefusal] = createSignal<RefusalFrame | null>(null);
  createEffect(() => {
    const { place } = state();
    const shown = frame();
    if (shown.is === 'refusal' && isOfPage(place)) {
      setRefusal(shown);
      happen({ type: 'change-address' });
    } else if (place.is !== 'form') setRefusal(null);
  });
  createEffect(
    on(
      createMemo(() => state().form.url),
      () => setRefusal(null),
      { defer: true },
    ),
  );
  const as = <Kind extends Frame['is']>(...kinds: Kind[]) =>
    (kinds as Frame['is'][]).includes(frame().is) ? (frame() as Extract<Frame, { is: Kind }>) : undefined;
  return (
    <>
      <h2 class="mb-3.5 text-18 font-[640]">{said.title(spaced(props.code))}</h2>
      <Show when={STEP_AT[frame().is]}>{(at) => <ClaimSteps at={at()} />}</Show>
      <Switch
        fallback={
          <Button size="large" onClick={() => props.onAgain()}>
            {said.again}
          </Button>
        }
      >
        <Match when={as('waiting', 'found')}>
          <p class="text-ink-2">{as('waiting')?.text}</p>
        </Match>
        <Match when={as('form')}>
          {(form) => <ClaimForm frame={form()} refusal={refusal()} send={happen} eventName={event.name} />}
        </Match>
        <Match when={as('progress', 'lost')}>
          {(progress) => (
            <>
              <p class="text-15 font-[600]" role="status">
                {progress().title}
              </p>
              <p class="mb-3 wrap-anywhere text-ink-2">{progress().lead}</p>
              <FrameActions actions={progress().actions} send={happen} />
            </>
          )}
        </Match>
        <Match when={as('refusal')}>
          {(refusal) => (
            <>
              <div role="alert">
                <p class="text-15 font-[640] text-alarm">{refusal().title}</p>
                <p class="mt-1 wrap-anywhere">{refusal().lead}</p>
              </div>
              <p class="my-3 border-s-[3px] border-ink bg-sunk px-3.5 py-2.5">{refusal().todo}</p>
              <FrameActions actions={refusal().actions} send={happen} />
              <p class="mt-3 font-mono text-11 text-ink-3">{refusal().small.join(' · ')}</p>
            </>
          )}
        </Match>
        <Match when={as('done')}>{null}</Match>
      </Switch>
    </>
  );
}
