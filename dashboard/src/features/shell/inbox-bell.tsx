import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { Show } from 'solid-js';
import { useTools } from '../../app-context.ts';
import { Icon } from '../../ui/icon.tsx';

/** The way to the inbox, with how much of it is unread. */
export const BellLink = (props: { said: string; unread: number }) => (
  <A
    href={PAGES.inbox}
    aria-label={props.said}
    title={props.said}
    class="relative grid size-[calc(1rem+16px)] place-items-center rounded-control max-[700px]:size-[calc(1.5rem+24px)]"
  >
    <Icon is="bell" size={18} />
    <Show when={props.unread > 0}>
      <b class="absolute top-px -right-[3px] h-[calc(15rem/16)] min-w-[calc(15rem/16)] rounded-lg bg-ink px-1 text-center text-10 leading-[calc(15rem/16)] font-[640] text-ground max-[700px]:top-2 max-[700px]:right-1.5">
        {props.unread > 99 ? '99+' : props.unread}
      </b>
    </Show>
  </A>
);

/** The bell of who is signed in. Its count is live, also where the page has no feed of signs. */
export function Bell() {
  const { personal, words } = useTools();
  personal.use();
  return <BellLink said={words.shell.inbox(personal.unread())} unread={personal.unread()} />;
}
