import type { FailedDelivery } from '@sign-display/contracts/rest/notifications';
import { createSignal, For, Match, onMount, Switch } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked } from '../../api/session.ts';
import { createPagedList, PagedListEnd } from '../../features/paged-list.tsx';
import { useNow } from '../../features/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { seenText } from '../people/seen-text.ts';

/** The messages that did not reach a member, with the reason, and another try. Each reading is noted in the audit log. */
export function FailedDeliveries(props: { organizationId: string; mayRead: boolean }) {
  const { words, client, times } = useAdminTools();
  const said = words.settings.failed;
  const now = useNow(10_000);
  const list = createPagedList((cursor) => {
    const params = { id: props.organizationId };
    return client.call('GET /api/organizations/:id/failed-deliveries', {
      params,
      query: { ...(cursor && { cursor }) },
    });
  });
  const [retryingId, setRetrying] = createSignal<string>();

  async function retry(delivery: FailedDelivery): Promise<void> {
    if (retryingId() !== undefined) return;
    setRetrying(delivery.id);
    list.setTrouble();
    const params = { id: props.organizationId, deliveryId: delivery.id };
    const route = 'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry';
    const answer = await asked(client.call(route, { params }));
    setRetrying();
    // Another admin may have sent it again meanwhile.
    if (!answer.ok && answer.body?.code !== 'not_found') return void list.setTrouble({ why: answer.body });
    list.remove(delivery);
    showToast(said.retried, words.shell.toasts);
  }
  onMount(() => props.mayRead && void list.read());
  return (
    <section class="mt-[18px] border-t border-line-strong pt-3.5">
      <h2 class="mb-2 text-18 font-[640]">{said.title}</h2>
      <Switch>
        <Match when={!props.mayRead}>
          <p class="text-ink-2">{said.only}</p>
        </Match>
        <Match when={list.items()}>
          {(items) => (
            <>
              <ul aria-label={said.title}>
                <For each={items()} fallback={<li class="border-t border-line py-2.5 text-ink-2">{said.none}</li>}>
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
            </>
          )}
        </Match>
      </Switch>
      <PagedListEnd list={list} more={said.more} />
    </section>
  );
}
