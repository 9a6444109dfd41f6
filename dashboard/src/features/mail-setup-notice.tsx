import type { MeResponse } from '@sign-display/contracts/rest/session';
import { Show } from 'solid-js';
import { useTools } from '../app-context.ts';
import { Icon } from '../ui/icon.tsx';

const COMMAND = 'SMTP_URL=smtps://user:password@mail.example.org:465 MAIL_FROM=signs@example.org npm start';

/** Tells system owners that the service writes its mails to a folder. Other users can't change that. */
export function MailNotice(props: { me: MeResponse }) {
  const { words } = useTools();
  const said = words.shell.mail;
  return (
    <Show when={props.me.mail.outbox}>
      {(outbox) => (
        <section class="my-5 flex gap-3.5 rounded-control border-[1.5px] border-caution bg-caution-wash px-3.5 py-3">
          <Icon is="mail" size={20} class="text-caution" />
          <div class="min-w-0">
            <h2 class="text-15 leading-[1.3] font-[640]">{said.title}</h2>
            <p class="mt-1">
              {said.lead} <code class="font-mono text-12 [overflow-wrap:anywhere]">{outbox()}</code>
            </p>
            <p class="mt-1">
              {said.how} <code class="font-mono text-12 [overflow-wrap:anywhere]">{COMMAND}</code>
            </p>
            <p class="mt-1 text-ink-2">{said.onlyYou}</p>
          </div>
        </section>
      )}
    </Show>
  );
}
