import type { PushBrowser } from '@sign-display/contracts/rest/subscriptions';
import { createSignal, For, Show } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/result-message.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { errorText } from '../error-text.ts';
import type { PushList } from '../push/push-list.ts';
import { resourceValue } from '../resource-value.ts';
import { deviceOf } from './parse-user-agent.ts';

/** The browsers that get the person's notifications, this one first; each can be removed. */
export function PushBrowsers(props: { list: PushList }) {
  const { words, client, push, times } = useTools();
  const said = words.account.push;
  /** Why a browser could not be removed. */
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const [removing, setRemoving] = createSignal<string>();
  const timeOf = (at: string): string => times.said(Date.parse(at), 'dateTime');
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
    else setTrouble({ why: answer.body });
    await props.list.refetch();
  }
  return (
    <section class="border-t border-line-strong pt-4 pb-8">
      <h2 class="text-15 font-[640]">{said.title}</h2>
      <p class="pb-2 text-ink-3">{said.lead}</p>
      <Show when={resourceValue(props.list.found)}>
        {(listing) => (
          <ul aria-label={said.title}>
            <For
              each={listing().browsers}
              fallback={<li class="border-t border-line py-2.5 text-ink-2">{said.none}</li>}
            >
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
                      {said.since(timeOf(browser.createdAt))}
                    </small>
                    <small class="block text-12 leading-[1.4] text-ink-3">
                      {browser.lastSentAt === null ? said.notSent : said.lastSent(timeOf(browser.lastSentAt))}
                    </small>
                    <Show when={browser.stoppedAt}>
                      {(at) => (
                        <small class="block text-12 leading-[1.4] font-[600] text-alarm">
                          {said.stopped(timeOf(at()))}
                        </small>
                      )}
                    </Show>
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
      <Show when={trouble()}>{(failed) => <Message is="wrong">{errorText(words, failed().why)}</Message>}</Show>
      <Show when={props.list.trouble()}>
        {(failed) => (
          <>
            <Message is="wrong">{errorText(words, failed().why)}</Message>
            <p class="mt-3">
              <Button onClick={() => void props.list.refetch()}>{words.trouble.tryAgain}</Button>
            </p>
          </>
        )}
      </Show>
    </section>
  );
}
