import type { Event } from '@sign-display/contracts/rest/events';
import { createSignal, Show } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { withScheme } from '../features/add-url-scheme.ts';
import { createForm, FormTrouble } from '../features/create-form.tsx';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/result-message.tsx';

/** Records that wait for their devices (Flow B), one after the other. */
export function PrepareSign(props: { isOpen: boolean; onClose(): void; event: Event }) {
  const { words, client } = useTools();
  const said = words.wall.prepare;
  const [made, setMade] = createSignal<string>();
  const [first, setFirst] = createSignal<HTMLInputElement>();
  /** A page that isn't allowed is a refusal of its own, which names no field. */
  const atUrl = (why: Trouble): Trouble =>
    why?.code === 'invalid_url' ? { ...why, errors: [{ path: '/url', message: why.detail }] } : why;
  const form = createForm({ name: '', location: '', url: '' }, async ({ name, location, url }) => {
    const { id, organizationId } = props.event;
    const page = withScheme(url);
    const body = { organizationId, eventId: id, name, location, ...(page !== '' && { url: page }) };
    setMade();
    const answer = await asked(client.call('POST /api/signs', { body }));
    if (!answer.ok) return atUrl(answer.body);
    setMade(name);
    form.set({ name: '' });
    first()?.focus();
    return undefined;
  });
  return (
    <Dialog isOpen={props.isOpen} onClose={() => props.onClose()} title={said.title}>
      <DialogText>{said.lead}</DialogText>
      <form class="mt-4" onSubmit={form.submit} novalidate>
        <Field ref={setFirst} required maxLength={200} dir="auto" {...form.field('name', said.name)} />
        <Field
          required
          maxLength={200}
          dir="auto"
          hint={said.locationHint}
          {...form.field('location', said.location)}
        />
        <Field inputmode="url" placeholder="https://" {...form.field('url', said.url)} />
        <Show when={made()}>{(done) => <Message is="done">{said.made(done())}</Message>}</Show>
        <FormTrouble of={form} />
        <Actions>
          <Button onClick={() => props.onClose()}>{said.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={form.isBusy()}>
            {said.button}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
