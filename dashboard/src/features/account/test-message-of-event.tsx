import { createMemo, createSignal, createUniqueId, For, onMount, Show } from 'solid-js';
import { usePushTools, WithPushWords } from '../push/push-context.ts';
import { TestMessage } from '../push/test-message.tsx';

function Section(props: { onChanged(): void }) {
  const { words, places } = usePushTools();
  const said = words.push.test;
  const id = createUniqueId();
  onMount(() => void places.load());
  const events = createMemo(() =>
    places.organizations().flatMap((organization) => {
      const answer = places.eventsOf(organization.id);
      return answer?.ok ? answer.events : [];
    }),
  );
  const [chosen, setChosen] = createSignal<string>();
  const eventId = () => chosen() ?? events()[0]?.id;
  return (
    <Show when={eventId()}>
      {(current) => (
        <section class="border-t border-line-strong pt-4 pb-8">
          <h2 class="pb-2 text-15 font-[640]">{said.title}</h2>
          <label class="mb-3 block" for={id}>
            <span class="mb-[5px] block font-[560]">{said.event}</span>
            <select
              id={id}
              class="h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-15"
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              <For each={events()}>
                {(event) => (
                  <option value={event.id} selected={event.id === current()}>
                    {event.name}
                  </option>
                )}
              </For>
            </select>
          </label>
          {/* Results are of one event. */}
          <Show when={current()} keyed>
            {(of) => <TestMessage eventId={of} onChanged={props.onChanged} />}
          </Show>
        </section>
      )}
    </Show>
  );
}

/** Sends the person a test message about one of their events; absent where there is no event. */
export const TestMessageOfEvent = (props: { onChanged(): void }) => (
  <WithPushWords>
    <Section onChanged={props.onChanged} />
  </WithPushWords>
);
