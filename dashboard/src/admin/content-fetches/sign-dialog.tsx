import { createEffect, createSignal, For, on, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { createRepeatedRead } from '../../event/repeated-read.ts';
import { errorText } from '../../features/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/result-message.tsx';

const MOST = 20;
/** Between two searches while somebody types. */
const REST_MS = 200;

/** Finds one sign of the organization, or of one of its events, whose requests are shown. */
export function SignDialog(props: {
  organizationId: string;
  eventId: string | undefined;
  onChoose(signId: string | undefined): void;
  onClose(): void;
}) {
  const { words, client } = useAdminTools();
  const said = words.contentFetches.sign;
  const [text, setText] = createSignal('');
  const found = createRepeatedRead(REST_MS, () => {
    const { organizationId, eventId } = props;
    const q = text().trim();
    return client.call('GET /api/signs', {
      query: { organizationId, ...(eventId !== undefined && { eventId }), ...(q !== '' && { q }), limit: MOST },
    });
  });
  createEffect(on(text, found.want, { defer: true }));
  return (
    <Dialog isOpen title={said.title} onClose={() => props.onClose()}>
      <div class="mt-3">
        <Field
          type="search"
          label={said.find}
          autofocus
          autocomplete="off"
          maxLength={200}
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <p class="mb-1.5 text-12 text-ink-2" role="status">
        {found.value() && said.found(found.value()!.items.length, found.value()!.nextCursor !== null)}
      </p>
      <Show when={found.trouble()}>{(failed) => <Message is="wrong">{errorText(words, failed().why)}</Message>}</Show>
      <ul class="max-h-[min(20rem,40dvh)] overflow-y-auto rounded-control border border-line empty:hidden">
        <For each={found.value()?.items}>
          {(sign) => (
            <li class="border-t border-line first:border-t-0">
              <button
                type="button"
                class="min-h-8 w-full px-3 py-1.5 text-start wrap-anywhere -outline-offset-2 hover:bg-sunk max-[700px]:min-h-12"
                onClick={() => props.onChoose(sign.id)}
              >
                <bdi class="font-[580]">{sign.name}</bdi> <bdi class="text-ink-3">{sign.location}</bdi>
              </button>
            </li>
          )}
        </For>
      </ul>
      <Actions>
        <Button onClick={() => props.onClose()}>{said.cancel}</Button>
        <Button onClick={() => props.onChoose(undefined)}>{said.any}</Button>
      </Actions>
    </Dialog>
  );
}
