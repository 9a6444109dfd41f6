import { SIGN_PAGES } from '@sign-display/contracts/page-paths';
import { createSignal, onCleanup, Show } from 'solid-js';
import type { Done } from '../claiming/claim-state.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { Headline } from '../event/live-notice.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { spaced } from '../ui/code-and-url-format.ts';
import { ClaimPane } from './claim-pane.tsx';
import { useFirstTools } from './first-sign-context.ts';
import { watchFramedSign, type FramedSign } from './watch-framed-sign.ts';
import { WhatNext } from './next-steps.tsx';

/**
 * A virtual sign in this page, with its claim beside it, then the next steps. The sign runs as long as this component
 * is mounted.
 */
export function VirtualSign(props: { seen: Seen; onOtherWays(): void; onClose(): void; onPrepare(): void }) {
  const { words, times, clock } = useFirstTools();
  const said = words.first;
  const [code, setCode] = createSignal<string | null>(null);
  const [framed, setFramed] = createSignal<FramedSign>();
  const [tries, setTries] = createSignal(0);
  const [done, setDone] = createSignal<Done & { atMs: number }>();
  let unwatch = () => {};
  onCleanup(() => unwatch());
  function watch(frame: HTMLIFrameElement): void {
    unwatch();
    // A pending claim clears the code; keep the last code, so that the claim continues.
    unwatch = watchFramedSign(frame, (sign) => {
      setFramed(sign);
      if (sign.code !== null) setCode(sign.code);
    });
  }
  /** Opens this sign, and not an older one that is closed. */
  const ownTab = () => {
    const number = framed()?.number;
    return number ? `${SIGN_PAGES.browserSign}?sign=${number}` : SIGN_PAGES.browserSign;
  };
  const waiting = () => {
    if (framed()?.isRefused) return [said.virtual.refused, said.virtual.refusedLead] as const;
    if (code() === null) return [said.virtual.connecting, said.virtual.connectingLead] as const;
    return [said.virtual.ready, said.virtual.readyLead] as const;
  };
  const row = () => props.seen.live.feed().signs?.get(done()?.sign.id ?? '');
  const headline = () => {
    const claimed = done();
    if (!claimed) return waiting()[0];
    const { name, status } = row() ?? claimed.sign;
    return status === 'showing' ? said.done.showing(name) : said.done.claimed(name);
  };
  const lead = () => {
    const claimed = done();
    if (!claimed) return waiting()[1];
    const time = times.said(claimed.atMs, 'seconds', props.seen.event.timeZone);
    if (claimed.provedInMs === null || claimed.sign.url === null) return said.done.at(time);
    const seconds = new Intl.NumberFormat(words.common.language, { maximumFractionDigits: 1 });
    return said.done.proved(time, seconds.format(Math.max(0.1, claimed.provedInMs / 1_000)));
  };
  return (
    <>
      <Headline isWithoutSigns live={props.seen.live} timeZone={props.seen.event.timeZone}>
        <div class="flex flex-wrap items-center gap-x-6 gap-y-2 max-[700px]:py-3">
          <div class="min-w-0">
            <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%]">
              {headline()}
            </h1>
            <p class="text-ink-2">{lead()}</p>
            <p class="sr-only" role="status">
              {headline()}
            </p>
          </div>
          <Show when={!done()}>
            <div class="ms-auto">
              <Button onClick={() => props.onOtherWays()}>{said.virtual.otherWays}</Button>
            </div>
          </Show>
        </div>
      </Headline>
      <div class="grid border-t border-line min-[901px]:min-h-[calc(100dvh-7rem-1px)] min-[901px]:grid-cols-[1fr_minmax(380px,36%)]">
        <section class="min-w-0 p-4">
          <iframe
            class="block aspect-video w-full rounded-mark bg-black"
            src={`${SIGN_PAGES.browserSign}?unclaimed`}
            title={said.virtual.frame}
            allow="fullscreen; screen-wake-lock"
            onLoad={(event) => watch(event.currentTarget)}
          />
          <div class="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2">
            <Show when={done()} fallback={<p class="me-auto text-ink-2">{said.virtual.under}</p>}>
              {(claimed) => (
                <p class="me-auto min-w-0 wrap-anywhere">
                  <bdi class="text-15 font-[600]">{(row() ?? claimed().sign).name}</bdi>{' '}
                  <bdi class="text-ink-3">{(row() ?? claimed().sign).location}</bdi>{' '}
                  <span class="font-mono text-ink-2">{spaced(code() ?? '')}</span>
                </p>
              )}
            </Show>
            <Show when={!done()}>
              <a class={buttonLook({})} href={ownTab()} target="_blank" rel="noopener" onClick={() => props.onClose()}>
                {said.virtual.ownTab}
              </a>
              <Button onClick={() => props.onClose()}>{said.virtual.close}</Button>
            </Show>
          </div>
        </section>
        <section class="border-line bg-surface p-4 min-[901px]:border-s min-[901px]:px-5 max-[900px]:border-t">
          <Show
            when={done()}
            fallback={
              <Show when={code() !== null && { code: code()!, tries: tries() }} keyed>
                {(claim) => (
                  <ClaimPane
                    seen={props.seen}
                    code={claim.code}
                    onDone={(claimed) => setDone({ ...claimed, atMs: clock.now() })}
                    onAgain={() => setTries(tries() + 1)}
                  />
                )}
              </Show>
            }
          >
            {(claimed) => (
              <WhatNext
                me={props.seen.me}
                signId={claimed().sign.id}
                ownTab={ownTab()}
                onOwnTab={() => props.onClose()}
                onPrepare={() => props.onPrepare()}
                onClose={() => props.onClose()}
              />
            )}
          </Show>
        </section>
      </div>
    </>
  );
}
