import { Show } from 'solid-js';
import type { Seen } from '../event/event-page.tsx';
import { Headline } from '../event/live-notice.tsx';
import { useFirstTools, WithFirstWords } from './first-tools.ts';
import { VirtualSign } from './virtual-sign.tsx';
import { Ways } from './ways.tsx';

interface Props {
  seen: Seen;
  /** Whether the virtual sign is open in this page. */
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  onPrepare(): void;
}

function NoSigns(props: Props) {
  const { words } = useFirstTools();
  const said = words.first;
  return (
    <>
      <Headline isWithoutSigns live={props.seen.live} timeZone={props.seen.event.timeZone}>
        <div class="flex items-center gap-6 max-[700px]:py-3">
          <div class="min-w-0">
            <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%]">
              {said.title}
            </h1>
            <p class="text-ink-2">{said.lead}</p>
          </div>
          <p class="ms-auto text-end max-[700px]:hidden">
            <b class="block text-24 leading-none font-[640]">0</b>
            <span class="text-12 text-ink-2">{said.signs}</span>
          </p>
        </div>
      </Headline>
      <Ways
        seen={props.seen}
        mayClaim={props.seen.role !== 'viewer'}
        onBrowser={() => props.onOpen(true)}
        onPrepare={() => props.onPrepare()}
      />
    </>
  );
}

/**
 * An event without signs: three ways to the first sign. An open virtual sign stays until the operator closes it, also
 * after its claim.
 */
export const FirstSign = (props: Props) => (
  <WithFirstWords>
    <Show when={props.isOpen} fallback={<NoSigns {...props} />}>
      <VirtualSign seen={props.seen} onClose={() => props.onOpen(false)} onPrepare={() => props.onPrepare()} />
    </Show>
  </WithFirstWords>
);
