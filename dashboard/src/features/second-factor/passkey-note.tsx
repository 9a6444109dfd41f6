import { Show } from 'solid-js';
import { Icon } from '../../ui/icon.tsx';
import { Message } from '../../ui/result-message.tsx';
import type { PasskeyNote } from './create-passkey-sign-in.ts';

/** What the page says of a passkey: below the button, and read out. */
export const PasskeyNoteLine = (props: { note: PasskeyNote }) => (
  <Show when={props.note.is !== 'wrong'} fallback={<Message is="wrong">{props.note.text}</Message>}>
    <div
      role="status"
      class="mt-[18px] flex gap-2.5 border-l-[3px] border-line-strong bg-sunk px-3.5 py-3 leading-[1.45]"
    >
      <Icon is="passkey" class="mt-0.5" />
      <span class="min-w-0 wrap-anywhere">{props.note.text}</span>
    </div>
  </Show>
);
