import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { For, Show, type JSX } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import { createRefusal, RefusableButton } from '../features/focusable-disabled-button.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Qr } from '../ui/qr.tsx';
import { claimAddress } from './claim-url.ts';
import { CopiedCommand } from './command-with-copy-button.tsx';
import { useFirstTools } from './first-sign-context.ts';
import { kioskCommand } from './kiosk-command.ts';
import { TypedCode } from './typed-code.tsx';
import { InBrowser, OnScreen, WithPhone } from './add-sign-pictures.tsx';

const TALL = 'min-h-[40px] px-[18px] text-15';

/** One of the three ways, with a picture above and a note below. */
const Way = (props: { picture: JSX.Element; title: string; foot: string; children: JSX.Element }) => (
  <section class="flex flex-col border-line px-4 py-5 min-[901px]:border-e min-[901px]:px-6 min-[901px]:first:bg-surface min-[901px]:last:border-e-0 max-[900px]:border-b">
    {props.picture}
    <h2 class="mb-0.5 text-18 font-[640]">{props.title}</h2>
    {props.children}
    <p class="mt-auto pt-6 text-12 leading-[1.45] text-ink-3">{props.foot}</p>
  </section>
);

const Lead = (props: { children: JSX.Element }) => <p class="leading-[1.45] text-ink-2">{props.children}</p>;

const Steps = (props: { steps: readonly string[] }) => (
  <ol class="mt-4 border-t border-line">
    <For each={props.steps}>
      {(step, index) => (
        <li class="flex gap-4 border-b border-line px-0.5 py-2">
          <b class="font-[600]" aria-hidden="true">
            {index() + 1}
          </b>
          {step}
        </li>
      )}
    </For>
  </ol>
);

function PhoneWay(props: { address: string | null }) {
  const { words } = useFirstTools();
  const said = words.first.phone;
  return (
    <Show
      when={props.address}
      fallback={
        <>
          <p class="mt-1 border-s-[3px] border-ink bg-sunk px-3.5 py-2.5 leading-normal">
            {said.onlyHere} <span class="font-mono [overflow-wrap:anywhere]">{location.origin}</span>
          </p>
          <Steps steps={said.steps} />
          <CopiedCommand command="npm start -- --https" />
        </>
      }
    >
      {(address) => (
        <>
          <div class="min-[701px]:hidden">
            <Lead>{said.leadHere}</Lead>
            <A href={PAGES.claim} class={`${buttonLook({ kind: 'primary' })} ${TALL} mt-3.5`}>
              {said.openCamera}
            </A>
          </div>
          <div class="max-[700px]:hidden">
            <Lead>{said.lead}</Lead>
            <div class="mt-3.5 w-[176px] border border-line">
              <Qr text={address()} said={said.qr(address())} />
            </div>
            <p class="mt-2.5 font-mono text-12 font-[500] [overflow-wrap:anywhere]">
              {address().replace(/^https?:\/\//, '')}
            </p>
          </div>
        </>
      )}
    </Show>
  );
}

/** The three ways to the first sign of an event. */
export function Ways(props: { seen: Seen; mayClaim: boolean; onBrowser(): void; onPrepare(): void }) {
  const { words } = useFirstTools();
  const said = words.first;
  const whyNot = () => (props.mayClaim ? undefined : said.onlyOperators);
  const browser = createRefusal(whyNot, () => props.onBrowser());
  const address = () => claimAddress(props.seen.me, location.origin);
  const kiosk = () => kioskCommand(props.seen.me, location.origin);
  return (
    <div class="grid min-h-[calc(100dvh-7rem-1px)] grid-rows-[1fr_auto] border-t border-line">
      <div class="grid min-[901px]:grid-cols-[36fr_32fr_32fr]">
        <Way picture={<InBrowser />} title={said.browser.title} foot={said.browser.foot}>
          <Lead>{said.browser.lead}</Lead>
          <div class="mt-3.5">
            <button
              type="button"
              class={`${buttonLook({ kind: 'primary', isRefused: !props.mayClaim })} ${TALL}`}
              {...browser}
            >
              {said.browser.open}
            </button>
          </div>
          <Show when={!props.mayClaim}>
            <p class="mt-2 text-ink-2">{said.onlyOperators}</p>
          </Show>
          <Steps steps={said.browser.steps} />
        </Way>
        <Way
          picture={<WithPhone />}
          title={said.phone.title}
          foot={address() === null ? said.phone.onlyHereFoot : said.phone.foot}
        >
          <PhoneWay address={address()} />
        </Way>
        <Way picture={<OnScreen />} title={said.screen.title} foot={said.screen.foot}>
          <Lead>{kiosk().isOnlyHere ? said.screen.leadHere : said.screen.lead}</Lead>
          <CopiedCommand command={kiosk().command} />
          <Show when={kiosk().needsAuthority}>
            <Lead>{said.screen.authority}</Lead>
          </Show>
          <Show when={kiosk().isOnlyHere}>
            <Lead>{said.screen.onlyHere}</Lead>
          </Show>
        </Way>
      </div>
      <div class="flex flex-wrap items-center gap-x-8 gap-y-3 border-t border-line px-4 py-3.5">
        <TypedCode eventId={props.seen.event.id} whyNot={whyNot()} />
        <p class="flex flex-wrap items-center gap-2 min-[901px]:ms-auto">
          {said.prepareLead}
          <RefusableButton whyNot={whyNot()} onClick={() => props.onPrepare()}>
            {said.prepare}
          </RefusableButton>
        </p>
      </div>
    </div>
  );
}
