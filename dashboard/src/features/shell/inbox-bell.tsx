import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createResource, Show } from 'solid-js';
import { asked } from '../../api/session.ts';
import { resourceValue } from '../resource-value.ts';
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

/** The bell of who is signed in, as it was when the page was opened. */
export function Bell() {
  const { client, words } = useTools();
  const [answer] = createResource(() => asked(client.call('GET /api/notifications', { query: { limit: 1 } })));
  const unread = () => {
    const found = resourceValue(answer);
    return found?.ok ? found.body.unreadCount : 0;
  };
  return <BellLink said={words.shell.inbox(unread())} unread={unread()} />;
}
