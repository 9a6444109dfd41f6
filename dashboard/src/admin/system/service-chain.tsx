import type { SystemResponse } from '@sign-display/contracts/rest/system';
import { createMemo, Index, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { Mark } from '../../ui/status-mark.tsx';
import { chainOfSystem, type ChainLink } from './chain-of-system.ts';

const BROKEN = 'bg-[repeating-linear-gradient(90deg,var(--alarm)_0_6px,transparent_6px_12px)]';

function LinkView(props: { link: ChainLink; isNextBroken: boolean; isLast: boolean }) {
  return (
    <li class="min-w-0 py-3.5 pe-3.5 max-[62.5rem]:border-b max-[62.5rem]:border-line max-[62.5rem]:px-4 max-[700px]:px-3.5 min-[62.5rem]:first:ps-4">
      <div class="flex min-h-7 items-center gap-2.5" classList={{ 'text-alarm': props.link.isBroken }}>
        <Show when={props.link.mark}>{(mark) => <Mark is={mark()} size={18} />}</Show>
        <h2 class="text-18 font-[640] min-[62.5rem]:whitespace-nowrap">{props.link.title}</h2>
        <Show when={!props.isLast}>
          <span
            class="-me-1.5 h-0.5 flex-1 max-[62.5rem]:hidden"
            classList={{ 'bg-ink opacity-75': !props.isNextBroken, [BROKEN]: props.isNextBroken }}
          />
        </Show>
      </div>
      <dl class="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-[3px] text-12">
        <Index each={props.link.facts}>
          {(fact) => (
            <>
              <dt class="text-ink-3">{fact().label}</dt>
              <dd
                class="min-w-0 wrap-anywhere"
                classList={{
                  'font-[600] text-alarm': fact().tone === 'alarm',
                  'text-caution': fact().tone === 'caution',
                }}
              >
                {fact().said}
              </dd>
            </>
          )}
        </Index>
      </dl>
    </li>
  );
}

/**
 * Shows the service as a chain from the signs to the messages, with the facts of each link. A broken link interrupts
 * the line in front of it.
 */
export function ServiceChain(props: { system: SystemResponse }) {
  const { words } = useAdminTools();
  const links = createMemo(() => chainOfSystem(words, props.system));
  return (
    <ol
      aria-label={words.system.chain.label}
      class="grid border-b border-line bg-surface min-[44rem]:max-[62.5rem]:grid-cols-2 min-[62.5rem]:grid-cols-5"
    >
      <Index each={links()}>
        {(link, index) => (
          <LinkView
            link={link()}
            isLast={index === links().length - 1}
            isNextBroken={links()[index + 1]?.isBroken ?? false}
          />
        )}
      </Index>
    </ol>
  );
}
