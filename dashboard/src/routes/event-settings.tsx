import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { CreateEventRequest, Event, PatchEventRequest } from '@sign-display/contracts/rest/events';
import { A, useNavigate, useParams } from '@solidjs/router';
import { createResource, createSignal, Show } from 'solid-js';
import { asked } from '../api/session.ts';
import { changesOf } from '../features/event-form/event-draft.ts';
import { EventForm } from '../features/event-form/event-form.tsx';
import { Page } from '../features/page-layout.tsx';
import { mayMakeEvents } from '../features/shell/permissions.ts';
import { Shell } from '../features/shell/shell.tsx';
import { createSubmission } from '../features/submission.ts';
import { FormTrouble } from '../features/create-form.tsx';
import { showUndoToast } from '../features/undo-toast.ts';
import { errorText } from '../features/error-text.ts';
import { useTools } from '../app-context.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';

/** There is no undo: it asks first, and the name has to be typed. */
function Delete(props: { event: Event }) {
  const { words, client, places } = useTools();
  const navigate = useNavigate();
  const [isOpen, setOpen] = createSignal(false);
  const deletion = createSubmission(async () => {
    const answer = await asked(client.call('DELETE /api/events/:id', { params: { id: props.event.id } }));
    if (!answer.ok) return answer.body;
    setOpen(false);
    places.drop(props.event);
    navigate(PAGES.home);
    return undefined;
  });
  const said = words.events;
  return (
    <section class="mt-10 border-t border-line-strong pt-4">
      <Button kind="danger" onClick={() => setOpen(true)}>
        {said.delete}
      </Button>
      <Confirm
        isOpen={isOpen()}
        title={said.deleteTitle(props.event.name)}
        text={said.deleteText}
        typed={{ name: props.event.name, label: said.deleteTyped }}
        safe={said.keep}
        action={said.delete}
        isBusy={deletion.isBusy()}
        onSafe={() => setOpen(false)}
        onAction={() => void deletion.submit()}
      >
        <FormTrouble of={deletion} wrong={deletion.trouble()?.code === 'conflict' ? said.deleteHasSigns : undefined} />
      </Confirm>
    </section>
  );
}

/** An event's name, zone and times, changed. */
export default function EventSettings() {
  const { words, client, places } = useTools();
  const { eventId } = useParams<{ eventId: string }>();
  const params = { id: eventId };
  const [answer, { mutate }] = createResource(() => asked(client.call('GET /api/events/:id', { params })));
  const event = () => {
    const found = answer();
    return found?.ok ? found.body : undefined;
  };
  const trouble = () => {
    const found = answer();
    return found?.ok === false ? { why: found.body } : undefined;
  };

  async function change(body: PatchEventRequest) {
    const changed = await asked(client.call('PATCH /api/events/:id', { params, body }));
    if (!changed.ok) return changed.body;
    places.put(changed.body);
    mutate(changed);
    return undefined;
  }
  async function save(body: CreateEventRequest) {
    const before = event()!;
    const changes = changesOf(before, body);
    if (changes === null) return undefined;
    const why = await change(changes);
    if (why !== undefined) return why;
    const back = Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof Event]]));
    showUndoToast(words, words.events.saved, () => change(back));
    return undefined;
  }
  return (
    <Shell>
      {(me) => (
        <>
          <Show when={trouble()}>
            {(failed) => (
              <Page title={words.events.settingsTitle} lead={errorText(words, failed().why)}>
                <A href={PAGES.home} class={buttonLook({})}>
                  {words.shell.missing.home}
                </A>
              </Page>
            )}
          </Show>
          <Show when={event()}>
            {(known) => {
              const role = () => me().organizations.find(({ id }) => id === known().organizationId)?.role;
              const may = () => role() !== undefined && mayMakeEvents(role()!);
              return (
                <Page title={words.events.settingsTitle} lead={words.events.settingsLead}>
                  <EventForm
                    event={known()}
                    button={words.events.save}
                    locked={may() ? undefined : words.events.onlyAdmins}
                    send={save}
                  >
                    <A href={pathOf('wall', { eventId })} class="max-[700px]:py-3.5">
                      {words.events.toWall}
                    </A>
                  </EventForm>
                  <Show when={may()}>
                    <Delete event={known()} />
                  </Show>
                </Page>
              );
            }}
          </Show>
        </>
      )}
    </Shell>
  );
}
