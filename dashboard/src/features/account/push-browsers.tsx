import type { PushBrowser } from '@sign-display/contracts/rest/subscriptions';
import { createResource, createSignal, For, Show, untrack } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/result-message.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { errorText } from '../error-text.ts';
import { resourceValue } from '../resource-value.ts';
import { deviceOf } from './parse-user-agent.ts';

type Listed = PushBrowser & { isThis: boolean };

/** The browsers that get the person's notifications, this one first; each can be removed. Read again when `changes` grows. */
export function PushBrowsers(props: { changes: number }) {
  const { words, client, push, times } = useTools();
  const said = words.account.push;
  /** Why the list could not be read, or a browser not be removed. */
  const [trouble, setTrouble] = createSignal<{ why: Trouble; isOfRead: boolean }>();
  const [removing, setRemoving] = createSignal<string>();
  const [found, { refetch }] = createResource<readonly Listed[] | undefined, number>(
    () => props.changes,
    async (_, { value }) => {
      const [list, own] = await Promise.all([asked(client.call('GET /api/push-subscriptions')), push.endpoints()]);
      if (!list.ok) {
        setTrouble({ why: list.body, isOfRead: true });
        return value;
      }
      if (untrack(trouble)?.isOfRead) setTrouble();
      const isThis = ({ endpoint }: PushBrowser) => own.includes(endpoint);
      const items = list.body.items.map((browser) => ({ ...browser, isThis: isThis(browser) }));
      return items.toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
    },
  );
  const nameOf = ({ userAgent, endpoint }: PushBrowser): string => {
    const device = deviceOf(userAgent);
    return device ? words.account.device(device.browser, device.system) : said.at(new URL(endpoint).host);
  };

  async function remove({ endpoint }: PushBrowser): Promise<void> {
    if (removing() !== undefined) return;
    setRemoving(endpoint);
    setTrouble();
    const answer = await asked(client.call('DELETE /api/push-subscriptions', { body: { endpoint } }));
    if (answer.ok) await push.unsubscribe(endpoint);
    setRemoving();
    if (answer.ok) showToast(said.removed, words.shell.toasts);
    else setTrouble({ why: answer.body, isOfRead: false });
    await refetch();
  }
  return (
    <section class="border-t border-line-strong pt-4 pb-8">
      <h2 class="text-15 font-[640]">{said.title}</h2>
      <p class="pb-2 text-ink-3">{said.lead}</p>
      <Show when={resourceValue(found)}>
        {(browsers) => (
          <ul aria-label={said.title}>
            <For each={browsers()} fallback={<li class="border-t border-line py-2.5 text-ink-2">{said.none}</li>}>
              {(browser) => (
                <li class="grid grid-cols-[1fr_auto] items-center gap-x-3 border-t border-line py-[11px]">
                  <div class="min-w-0">
                    <b class="block wrap-anywhere font-[600]">
                      {nameOf(browser)}
                      <Show when={browser.isThis}>
                        <span class="ms-2 font-[420] text-ink-3">{said.thisOne}</span>
                      </Show>
                    </b>
                    <small class="block text-12 leading-[1.4] text-ink-3" title={browser.userAgent ?? undefined}>
                      {said.since(times.said(Date.parse(browser.createdAt), 'dateTime'))}
                    </small>
                    <small class="block text-12 leading-[1.4] text-ink-3">
                      {browser.lastSentAt === null
                        ? said.notSent
                        : said.lastSent(times.said(Date.parse(browser.lastSentAt), 'dateTime'))}
                    </small>
                  </div>
                  <Button
                    aria-label={said.removeOne(nameOf(browser))}
                    aria-disabled={removing() === browser.endpoint}
                    onClick={() => void remove(browser)}
                  >
                    {said.remove}
                  </Button>
                </li>
              )}
            </For>
          </ul>
        )}
      </Show>
      <Show when={trouble()}>
        {(failed) => (
          <>
            <Message is="wrong">{errorText(words, failed().why)}</Message>
            <Show when={failed().isOfRead}>
              <p class="mt-3">
                <Button onClick={() => void refetch()}>{words.trouble.tryAgain}</Button>
              </p>
            </Show>
          </>
        )}
      </Show>
    </section>
  );
}
