import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { A, useLocation } from '@solidjs/router';
import { For, Show, type JSX } from 'solid-js';
import { openOrganizations, shutOrganizations } from '../../api/second-factor-access.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTitle } from '../window-title.ts';
import { createPasskeySupport } from './create-passkey-support.ts';
import { PasskeySignInHere } from './passkey-sign-in-here.tsx';
import { useSecondFactorTools, WithSecondFactorWords } from './second-factor-context.ts';

interface Props {
  me: MeResponse;
  /** The organization that requires it; undefined where the address does not say which one. */
  organizationId: string | undefined;
}

const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2.5';

/** The other organizations and the account. */
function StillOpen(props: { me: MeResponse }) {
  const { words } = useSecondFactorTools();
  const said = words.secondFactor.required;
  return (
    <section class="mt-[30px] border-t border-line-strong pt-3.5">
      <h2 class="mb-1.5 text-18 font-[640]">{said.open}</h2>
      <ul>
        <For each={openOrganizations(props.me)}>
          {({ name, role }) => (
            <li class={ROW}>
              <b class="min-w-0 font-[620] wrap-anywhere">
                <bdi>{name}</bdi>
              </b>
              <span class="text-ink-3">{words.common.roles[role]}</span>
              <A href={PAGES.home} class={`${buttonLook({})} ms-auto`}>
                {said.toOrganization}
                <span class="sr-only"> {name}</span>
              </A>
            </li>
          )}
        </For>
        <li class={ROW}>
          <span class="text-ink-2">{said.account}</span>
          <A href={PAGES.account} class={`${buttonLook({})} ms-auto`}>
            {said.toAccount}
          </A>
        </li>
      </ul>
    </section>
  );
}

/** One way to a session with a second factor. `isFirst`: the quickest one. */
const Way = (props: {
  icon: 'phone' | 'passkey';
  isFirst: boolean;
  title: string;
  aside: string | undefined;
  lead: string;
  children: JSX.Element;
}) => (
  <section
    class="max-w-[calc(560rem/16)] rounded-lg border bg-surface px-5 pt-[18px] pb-5"
    classList={{ 'border-[1.5px] border-ink': props.isFirst, 'border-line-strong': !props.isFirst }}
  >
    <div class="mb-1.5 flex flex-wrap items-center gap-x-2.5">
      <Icon is={props.icon} size={20} />
      <h2 class="min-w-0 flex-1 text-18 font-[640] wrap-anywhere">{props.title}</h2>
      <Show when={props.aside}>
        <span class="ms-auto text-end text-12 text-ink-3">{props.aside}</span>
      </Show>
    </div>
    <p class="mb-4 leading-normal text-ink-2">{props.lead}</p>
    {props.children}
  </section>
);

function Required(props: Props) {
  const { words, session } = useSecondFactorTools();
  const said = words.secondFactor.required;
  const own = words.passkeys.required;
  const location = useLocation();
  const organization = () => {
    const shut = shutOrganizations(props.me);
    return shut.find(({ id }) => id === props.organizationId) ?? (shut.length === 1 ? shut[0] : undefined);
  };
  const title = () => {
    const found = organization();
    return found ? said.title(found.name) : said.titleMany;
  };
  useTitle(title);
  const passkeys = createPasskeySupport();
  const hasPasskey = () => props.me.user.passkeys > 0 && passkeys.whyNot() === undefined;
  const next = () => location.pathname + location.search + location.hash;
  return (
    <div class="mx-auto max-w-[calc(900rem/16)] px-4 pt-[52px] pb-10 max-[700px]:pt-7">
      <h1 class="text-36 leading-[1.1] font-[640] tracking-[-0.018em] text-balance wrap-anywhere font-stretch-[106%] max-[700px]:text-24">
        {title()}
      </h1>
      <p class="mt-2.5 mb-[26px] max-w-[calc(700rem/16)] text-15 leading-normal text-ink-2">{said.lead}</p>
      <div
        class="grid grid-cols-[minmax(0,1fr)] gap-3.5"
        classList={{ 'min-[800px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]': hasPasskey() }}
      >
        <Show when={hasPasskey()}>
          <Way icon="passkey" isFirst title={own.title} aside={own.aside} lead={own.lead}>
            <PasskeySignInHere isPrimary />
          </Way>
        </Show>
        <Way
          icon="phone"
          isFirst={!hasPasskey()}
          title={props.me.user.totp ? said.again : said.setUp}
          aside={props.me.user.totp ? undefined : said.setUpAside}
          lead={props.me.user.totp ? said.againLead : said.setUpLead}
        >
          <Show
            when={props.me.user.totp}
            fallback={
              <A href={pathOf('twoStep', { next: next() })} class={buttonLook({ kind: 'primary' })}>
                {said.setUpButton}
              </A>
            }
          >
            {/* Signed out, the person is sent to sign in, and comes back to this address. */}
            <Button kind={hasPasskey() ? 'usual' : 'primary'} onClick={() => void session.signOut()}>
              {said.againButton}
            </Button>
          </Show>
        </Way>
      </div>
      <StillOpen me={props.me} />
    </div>
  );
}

/** In place of a page of an organization that requires a second factor, which this session lacks (A6): signs in with a passkey, or leads to the account, or to signing in again. */
export const SecondFactorRequired = (props: Props) => (
  <WithSecondFactorWords>
    <Required me={props.me} organizationId={props.organizationId} />
  </WithSecondFactorWords>
);
