import type { MeResponse } from '@sign-display/contracts/rest/session';
import { useNavigate, useSearchParams } from '@solidjs/router';
import { createSignal, Match, Show, Switch } from 'solid-js';
import { Button } from '../../../ui/button.tsx';
import { afterSignIn } from '../../return-url.ts';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';
import { useTitle } from '../../window-title.ts';
import { ACCOUNT_ASIDE, ACCOUNT_MAIN, ACCOUNT_PANES, AccountHead } from '../account-tabs.tsx';
import { Enrolment, type Offer } from './enrolment.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnedOn } from './turned-on.tsx';
import { WhatChanges } from './what-changes.tsx';

/** Recovery codes that are on screen. `isFirst`: two-step sign-in was turned on a moment ago. */
interface ShownCodes {
  codes: readonly string[];
  isFirst: boolean;
}

/** The tab of two-step sign-in: turns it on and off, and shows recovery codes once. The address's `next` is where to go on to. */
export function TwoStepPage(props: { me: MeResponse }) {
  const { words } = useSecondFactorTools();
  const said = words.secondFactor;
  useTitle(() => said.title);
  const navigate = useNavigate();
  const [search] = useSearchParams<{ next?: string }>();
  const [offer, setOffer] = createSignal<Offer>();
  const [shown, setShown] = createSignal<ShownCodes>();
  /** It was turned on, but this page may not have the right recovery codes. */
  const [hasNoCodes, setNoCodes] = createSignal(false);
  const isOn = () => props.me.user.totp;

  const sentence = () => {
    const codes = shown();
    if (codes) return codes.isFirst ? said.headline.codes : said.headline.newCodes;
    if (isOn()) return said.headline.on;
    return offer() ? said.headline.scan : said.headline.off;
  };
  const lead = () => {
    if (shown())
      return (
        <>
          {said.headline.codesLead} <b class="text-ink">{said.headline.codesOnce}</b>
        </>
      );
    return isOn() ? said.headline.onLead : said.headline.offLead;
  };
  function finish(): void {
    setShown();
    if (search.next !== undefined) navigate(afterSignIn(search.next));
  }
  function showNewCodes(codes: readonly string[]): void {
    setNoCodes(false);
    setShown({ codes, isFirst: false });
  }
  const state = () => <TurnedOn me={props.me} onNewCodes={showNewCodes} />;
  return (
    <>
      <AccountHead tab="twoStep" sentence={sentence()} lead={lead()}>
        <Show when={offer() && !isOn() && !shown()}>
          <Button onClick={() => setOffer()}>{said.cancel}</Button>
        </Show>
      </AccountHead>
      <Switch
        fallback={
          <div class={ACCOUNT_PANES}>
            <section class={ACCOUNT_MAIN}>
              <Enrolment
                email={props.me.user.email}
                offer={offer()}
                onOffer={setOffer}
                onElsewhere={() => setNoCodes(true)}
                onRight={() => {
                  setNoCodes(false);
                  setShown({ codes: offer()!.backupCodes, isFirst: true });
                  setOffer();
                }}
              />
            </section>
            <aside class={ACCOUNT_ASIDE}>
              <WhatChanges />
            </aside>
          </div>
        }
      >
        <Match when={shown()} keyed>
          {({ codes }) => (
            <div class={ACCOUNT_PANES}>
              <section class={ACCOUNT_MAIN}>
                <RecoveryCodes email={props.me.user.email} codes={codes} onDone={finish} />
              </section>
              <aside class={ACCOUNT_ASIDE}>{state()}</aside>
            </div>
          )}
        </Match>
        <Match when={isOn()}>
          <section class={`${ACCOUNT_MAIN} max-w-[calc(560rem/16)]`}>
            <Show when={hasNoCodes()}>
              <p role="status" class="mb-4 border-s-[3px] border-ink ps-3 leading-normal">
                {said.state.noCodes}
              </p>
            </Show>
            {state()}
          </section>
        </Match>
      </Switch>
    </>
  );
}
