import { isBuilt } from '@sign-display/contracts/page-paths';
import { For, onCleanup, onMount, Show, type JSX } from 'solid-js';
import { CopiedCommand } from '../../first-sign/command-with-copy-button.tsx';
import { WithFirstWords } from '../../first-sign/first-sign-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/status-mark.tsx';
import { useWallTools } from '../../wall-context.ts';

const SMTP_URL = 'smtps://user:password@mail.example.org:465';
const COMMAND = `SMTP_URL=${SMTP_URL} MAIL_FROM=signs@example.org npm start`;

const Way = (props: { channel: string; isReached?: boolean; children: JSX.Element }) => (
  <div class="flex border-t border-line py-2 leading-[1.4]">
    <dt class="w-[74px] flex-none font-[600]">{props.channel}</dt>
    <dd class="flex min-w-0 items-start gap-1.5" classList={{ 'font-[620] text-caution': !props.isReached }}>
      <span class="mt-0.5 flex" classList={{ 'text-good': props.isReached }}>
        <Mark is={props.isReached ? 'acked' : 'held'} size={14} />
      </span>
      <span class="min-w-0">{props.children}</span>
    </dd>
  </div>
);

/** How a system owner sets up mail, beside the signs. Escape closes it, and the focus returns to where it was. */
export function MailSheet(props: { outbox: string; onClose(): void }) {
  const { words } = useWallTools();
  const said = words.mail;
  const { channels } = words.outages.one;
  let title: HTMLElement | undefined;
  const before = document.activeElement as HTMLElement | null;
  onMount(() => title?.focus());
  onCleanup(() => before?.focus());
  const steps = () => [
    { title: said.ask, lead: said.askLead, below: <code class="font-mono [overflow-wrap:anywhere]">{SMTP_URL}</code> },
    {
      title: said.start,
      lead: said.startLead,
      below: (
        <WithFirstWords>
          <CopiedCommand command={COMMAND} />
        </WithFirstWords>
      ),
    },
  ];
  return (
    <aside
      aria-label={said.setUp}
      class="flex-none overflow-y-auto border-line bg-surface px-5 pt-[18px] pb-6 min-[1101px]:w-[472px] min-[1101px]:border-s max-[1100px]:fixed max-[1100px]:inset-y-0 max-[1100px]:end-0 max-[1100px]:z-40 max-[1100px]:w-[min(472px,100%)] max-[1100px]:shadow-float"
      on:keydown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.onClose();
      }}
    >
      <div class="mb-1.5 flex items-center">
        <h2 ref={(heading) => (title = heading)} tabindex="-1" class="text-18 font-[640] outline-none">
          {said.setUp}
        </h2>
        <button
          type="button"
          class="ms-auto grid size-7 place-items-center rounded-control max-[700px]:size-12"
          aria-label={said.close}
          title={said.close}
          onClick={() => props.onClose()}
        >
          <Icon is="close" />
        </button>
      </div>
      <dl class="mb-3">
        <Way channel={channels.inbox} isReached>
          {said.inbox}
        </Way>
        <Show when={isBuilt('subscription')}>
          <Way channel={channels.push} isReached>
            {said.push}
          </Way>
        </Show>
        <Way channel={channels.email}>
          {said.files}
          <code class="mt-0.5 block font-mono text-11 font-[500] text-ink-3 [overflow-wrap:anywhere]">
            {props.outbox}
          </code>
        </Way>
      </dl>
      <ol>
        <For each={steps()}>
          {(step, index) => (
            <li class="grid grid-cols-[26px_minmax(0,1fr)] gap-x-1.5 border-t border-line py-3">
              <span
                class="grid size-5 place-items-center rounded-full border-[1.5px] border-line-strong text-11 font-[640]"
                aria-hidden="true"
              >
                {index() + 1}
              </span>
              <div class="min-w-0">
                <b class="block font-[620]">{step.title}</b>
                <p class="mt-0.5 leading-[1.45] text-ink-2">{step.lead}</p>
                {step.below}
              </div>
            </li>
          )}
        </For>
      </ol>
    </aside>
  );
}
