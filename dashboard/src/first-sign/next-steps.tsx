import { pathOf } from '@sign-display/contracts/page-paths';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { A } from '@solidjs/router';
import { Show, type JSX } from 'solid-js';
import { MailNotice } from '../features/mail-setup-notice.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFirstTools } from './first-sign-context.ts';

const Item = (props: { title: string; isDone?: boolean; lead?: string; children?: JSX.Element }) => (
  <li class="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 border-t border-line py-3.5 max-[700px]:grid-cols-[auto_1fr]">
    <span
      class="grid size-6 place-items-center self-start rounded-full border-[1.5px]"
      classList={{ 'border-good bg-good text-ground': props.isDone, 'border-line-strong': !props.isDone }}
    >
      <Show when={props.isDone}>
        <Icon is="check" size={13} />
      </Show>
    </span>
    <div class="min-w-0">
      <b class="text-15" classList={{ 'font-[420] text-ink-2': props.isDone, 'font-[600]': !props.isDone }}>
        {props.title}
      </b>
      <Show when={props.lead}>
        <p class="leading-[1.45] text-ink-2">{props.lead}</p>
      </Show>
    </div>
    <div class="empty:hidden max-[700px]:col-start-2">{props.children}</div>
  </li>
);

/** The next steps after the first sign; only steps whose page is built. */
export function WhatNext(props: {
  me: MeResponse;
  signId: string;
  /** The address of the claimed sign in a tab of its own. */
  ownTab: string;
  onOwnTab(): void;
  onPrepare(): void;
  onClose(): void;
}) {
  const { words } = useFirstTools();
  const said = words.first.done;
  return (
    <>
      <h2 class="text-18 font-[640]">{said.next}</h2>
      <p class="mb-3 text-ink-2">{said.nextLead}</p>
      <ul class="border-b border-line">
        <Item isDone title={said.madeEvent} />
        <Item isDone title={said.claimedSign} />
        <Item title={said.keep} lead={said.keepLead}>
          <a
            class={buttonLook({ kind: 'primary' })}
            href={props.ownTab}
            target="_blank"
            rel="noopener"
            onClick={() => props.onOwnTab()}
          >
            {words.first.virtual.ownTab}
          </a>
        </Item>
        <Item title={said.page} lead={said.pageLead}>
          <A class={buttonLook({})} href={pathOf('sign', { signId: props.signId })}>
            {said.openSign}
          </A>
        </Item>
        <Item title={said.more} lead={said.moreLead}>
          <Button onClick={() => props.onPrepare()}>{said.moreButton}</Button>
        </Item>
      </ul>
      <MailNotice me={props.me} />
      <button
        type="button"
        class="mt-3 min-h-12 font-[600] underline underline-offset-2"
        onClick={() => props.onClose()}
      >
        {said.toWall}
      </button>
    </>
  );
}
