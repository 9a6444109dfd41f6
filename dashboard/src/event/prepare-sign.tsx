import type { Event } from '@sign-display/contracts/rest/events';
import { createSignal, Show } from 'solid-js';
import { asked } from '../api/session.ts';
import { createSubmission } from '../features/submission.ts';
import { fieldError, sayField, sayTrouble } from '../features/troubles.ts';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/message.tsx';

/** Records that wait for their devices (Flow B), one after the other. */
export function PrepareSign(props: { isOpen: boolean; onClose(): void; event: Event }) {
  const { words, client } = useTools();
  const said = words.wall.prepare;
  const [name, setName] = createSignal('');
  const [location, setLocation] = createSignal('');
  const [url, setUrl] = createSignal('');
  const [made, setMade] = createSignal<string>();
  const [first, setFirst] = createSignal<HTMLInputElement>();
  const { isBusy, trouble, submit } = createSubmission(async () => {
    const { id, organizationId } = props.event;
    const page = url().trim();
    const body = { organizationId, eventId: id, name: name(), location: location(), ...(page !== '' && { url: page }) };
    setMade();
    const answer = await asked(client.call('POST /api/signs', { body }));
    if (!answer.ok) return answer.body;
    setMade(name());
    setName('');
    first()?.focus();
    return undefined;
  });
  const urlError = () =>
    trouble()?.code === 'invalid_url'
      ? sayField(words, trouble()!.detail, said.url)
      : fieldError(words, trouble(), '/url', said.url);
  const hasFieldError = () => trouble()?.errors !== undefined || trouble()?.code === 'invalid_url';
  return (
    <Dialog isOpen={props.isOpen} onClose={() => props.onClose()} title={said.title}>
      <DialogText>{said.lead}</DialogText>
      <form class="mt-4" onSubmit={submit}>
        <Field
          ref={setFirst}
          label={said.name}
          name="name"
          required
          maxLength={200}
          dir="auto"
          value={name()}
          onInput={(event) => setName(event.currentTarget.value)}
          error={fieldError(words, trouble(), '/name', said.name)}
        />
        <Field
          label={said.location}
          name="location"
          required
          maxLength={200}
          dir="auto"
          hint={said.locationHint}
          value={location()}
          onInput={(event) => setLocation(event.currentTarget.value)}
          error={fieldError(words, trouble(), '/location', said.location)}
        />
        <Field
          label={said.url}
          name="url"
          inputmode="url"
          placeholder="https://"
          value={url()}
          onInput={(event) => setUrl(event.currentTarget.value)}
          error={urlError()}
        />
        <Show when={made()}>{(done) => <Message is="done">{said.made(done())}</Message>}</Show>
        <Show when={trouble() !== undefined && !hasFieldError()}>
          <Message is="wrong">{sayTrouble(words, trouble() ?? null)}</Message>
        </Show>
        <Actions>
          <Button onClick={() => props.onClose()}>{said.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={isBusy()}>
            {said.button}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
