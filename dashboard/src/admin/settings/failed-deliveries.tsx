import type { FailedDelivery } from '@sign-display/contracts/rest/notifications';
import { createSignal, For, Match, onMount, Show, Switch } from 'solid-js';
import { useAdminTools } from '../../admin-tools.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { errorText } from '../../features/error-text.ts';
import { useNow } from '../../features/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { seenText } from '../people/seen-text.ts';

/** The messages that did not reach a member, with the reason, and another try. Each reading is noted in the audit log. */
export function FailedDeliveries(props: { organizationId: string; mayRead: boolean }) {
  const { words, client, times } = useAdminTools();
  const said = words.settings.failed;
  const now = useNow(10_000);
  const [known, setKnown] = createSignal<{ items: readonly FailedDelivery[]; nextCursor: string | null }>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const [retryingId, setRetrying] = createSignal<string>();

  async function read(cursor?: string): Promise<void> {
    setTrouble();
    const params = { id: props.organizationId };
    const query = cursor === undefined ? {} : { cursor };
    const answer = await asked(client.call('GET /api/organizations/:id/failed-deliveries', { params, query }));
    if (!answer.ok) return void setTrouble({ why: answer.body });
    const { items, nextCursor } = answer.body;
    setKnown((before) => ({ items: [...(cursor === undefined ? [] : (before?.items ?? [])), ...items], nextCursor }));
  }
  async function retry({ id }: FailedDelivery): Promise<void> {
    if (retryingId() !== undefined) return;
    setRetrying(id);
    setTrouble();
    const params = { id: props.organizationId, deliveryId: id };
    const route = 'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry';
    const answer = await asked(client.call(route, { params }));
    setRetrying();
    // Another admin may have sent it again meanwhile.
    if (!answer.ok && answer.body?.code !== 'not_found') return void setTrouble({ why: answer.body });
    setKnown((before) => before && { ...before, items: before.items.filter((one) => one.id !== id) });
    showToast(said.retried, words.shell.toasts);
  }
  onMount(() => props.mayRead && void read());
  return (
    <section class="mt-[18px] border-t border-line-strong pt-3.5">
      <h2 class="mb-2 text-18 font-[640]">{said.title}</h2>
      <Switch>
        <Match when={!props.mayRead}>
          <p class="text-ink-2">{said.only}</p>
        </Match>
        <Match when={known()}>
          {(all) => (
            <>
              <ul aria-label={said.title}>
                <For each={all().items} fallback={<li class="border-t border-line py-2.5 text-ink-2">{said.none}</li>}>
                  {(delivery) => (
                    <li class="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-[11px]">
                      <div class="min-w-0 wrap-anywhere">
                        <b class="block font-[600]">{delivery.title}</b>
                        <small class="block text-12 leading-[1.4] text-ink-3">
                          {said.channels[delivery.channel] ?? delivery.channel}
                          {'. '}
                          {said.to(
                            delivery.user.name || delivery.user.email,
                            seenText(words, times, delivery.failedAt, now()),
                          )}{' '}
                          {said.tried(delivery.attempts)}
                        </small>
                        <small class="block text-12 leading-[1.4] text-alarm">{delivery.error}</small>
                      </div>
                      <Button
                        aria-label={said.retryOf(said.retry, delivery.title)}
                        aria-disabled={retryingId() === delivery.id}
                        onClick={() => void retry(delivery)}
                      >
                        {said.retry}
                      </Button>
                    </li>
                  )}
                </For>
              </ul>
              <Show when={all().nextCursor}>
                {(cursor) => (
                  <p class="mt-2">
                    <Button onClick={() => void read(cursor())}>{said.more}</Button>
                  </p>
                )}
              </Show>
            </>
          )}
        </Match>
      </Switch>
      <Show when={trouble()}>
        {(failed) => (
          <>
            <Message is="wrong">{errorText(words, failed().why)}</Message>
            <Show when={!known()}>
              <p class="mt-3">
                <Button onClick={() => void read()}>{words.trouble.tryAgain}</Button>
              </p>
            </Show>
          </>
        )}
      </Show>
    </section>
  );
}
