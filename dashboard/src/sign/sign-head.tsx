import { pathOf } from '@sign-display/contracts/page-paths';
import { A, useNavigate } from '@solidjs/router';
import { createMemo, createSignal, onMount, Show } from 'solid-js';
import { NoticeOver } from '../event/live-notice.tsx';
import { NO_ORDER, ordered, type Order } from '../event/sign-order.ts';
import { useKeys } from '../features/use-keys.ts';
import { RefusableButton } from '../features/focusable-disabled-button.tsx';
import { useWallTools } from '../wall-context.ts';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import { spaced } from '../ui/code-and-url-format.ts';
import { showToast } from '../ui/toasts.tsx';
import { MoreMenu } from './more-menu.tsx';
import { neighboursOf } from './neighbour-signs.ts';
import type { SignSeen, TabName } from './sign-page-context.ts';
import { SetContent } from './set-content.tsx';
import { isSupported } from './supported-commands.ts';

/** Which sign this is, the ones beside it, and what can be done with it. `first`: of `createWhatFirst`. */
export function SignHead(props: { seen: SignSeen; tab: TabName; first: 'old' | 'away' | null }) {
  const { words, page, walls } = useWallTools();
  const navigate = useNavigate();
  const [isSetting, setSetting] = createSignal(false);
  const sign = () => props.seen.sign();
  const wall = () => walls.addressOf(pathOf('wall', { eventId: props.seen.event.id }));
  /** Keys go on at this sign there. */
  const goBack = (): void => {
    walls.comeFrom(sign().id);
    navigate(wall());
  };
  const inOrder = createMemo<Order>((before) => {
    const { signs } = props.seen.live.feed();
    return signs ? ordered(signs, before) : NO_ORDER;
  }, NO_ORDER);
  const all = () => inOrder().rows;
  const beside = createMemo(() => neighboursOf(all(), sign().id));
  const go = (signId: string | null | undefined): void => {
    if (signId) navigate(pathOf(props.tab, { signId }));
  };
  const covered = () => ({ 'min-[1101px]:opacity-0': props.first !== null });
  const why = () => (props.seen.may.command ? undefined : words.sign.commands.onlyOperators);
  const whyNoOrder = (command: 'refresh' | 'screenshot') => {
    const { notConnected, notSupported } = words.sign.commands;
    if (sign().device === null) return why() ?? notConnected;
    return why() ?? (isSupported(command, sign().device, props.seen.commands()) ? undefined : notSupported);
  };
  /** A key can't be seen to be disabled, as a button can: it says why. */
  const order = (command: 'refresh' | 'screenshot'): void => {
    const whyNot = whyNoOrder(command);
    if (whyNot === undefined) void props.seen.send({ command });
    else showToast(whyNot, words.shell.toasts);
  };
  // What somebody came here with is gone with the page before. Who has pressed nothing yet has the page from its top.
  const [title, setTitle] = createSignal<HTMLElement>();
  onMount(() =>
    page.atNextFrame(() => {
      if (document.activeElement === document.body && navigator.userActivation?.hasBeenActive)
        title()?.focus({ preventScroll: true });
    }),
  );
  useKeys({
    title: words.sign.tabs.label,
    bindings: [
      { key: 'r', said: words.sign.commands.names['refresh']!, run: () => order('refresh') },
      { key: 'p', said: words.sign.commands.names['screenshot']!, run: () => order('screenshot') },
      { key: 'j', said: words.sign.next, run: () => go(beside()?.next) },
      { key: 'k', said: words.sign.previous, run: () => go(beside()?.previous) },
      { key: 'Escape', said: words.sign.back, run: goBack },
    ],
  });
  return (
    <div class="flex items-center gap-3.5 px-4 pt-3.5 pb-3 max-[1100px]:flex-wrap max-[700px]:gap-2">
      <A
        href={wall()}
        aria-label={words.sign.back}
        class="grid size-8 flex-none place-items-center max-[700px]:size-12"
      >
        <Icon is="back" size={18} />
      </A>
      <h1
        ref={setTitle}
        tabindex="-1"
        class="min-w-0 truncate text-24 leading-[1.1] font-[640] tracking-[-0.012em] font-stretch-[104%]"
        dir="auto"
        title={sign().name}
      >
        {sign().name}
      </h1>
      {/* What is to be known first stands in its place. */}
      <div class="relative contents items-center gap-3.5 min-[1101px]:flex min-[1101px]:min-w-96 min-[1101px]:flex-none min-[1101px]:grow">
        <span
          class="min-w-0 truncate text-15 text-ink-2 min-[1101px]:max-w-[min(16rem,14vw)] min-[1101px]:flex-none"
          classList={covered()}
          dir="auto"
          title={sign().location}
        >
          {sign().location}
        </span>
        <Show when={sign().device}>
          {(device) => (
            <span
              class="font-mono text-[calc(14rem/16)] font-[500] tracking-[0.01em] whitespace-nowrap text-ink-3"
              classList={covered()}
            >
              {spaced(device().shortCode)}
            </span>
          )}
        </Show>
        <Show when={beside()}>
          {(found) => (
            <span
              class="ml-auto flex min-w-0 items-center gap-2 max-[700px]:hidden min-[1101px]:-mr-1.5 min-[1101px]:flex-none"
              classList={covered()}
            >
              <span class="min-w-0 truncate text-ink-3 min-[1101px]:max-w-56" title={found().place}>
                {words.sign.nth(found().nth, found().count, found().place)}
              </span>
              <span class="flex flex-none gap-1">
                <Key>J</Key>
                <Key>K</Key>
              </span>
            </span>
          )}
        </Show>
        <NoticeOver is={props.first} live={props.seen.live} timeZone={props.seen.event.timeZone} />
      </div>
      <div class="ml-auto flex min-w-0 items-center gap-2 min-[1101px]:flex-none max-[1100px]:w-full max-[1100px]:flex-wrap max-[700px]:grid max-[700px]:grid-cols-2">
        <RefusableButton kind="primary" whyNot={why()} onClick={() => setSetting(true)}>
          {words.sign.content.button}
        </RefusableButton>
        <RefusableButton whyNot={whyNoOrder('refresh')} onClick={() => order('refresh')}>
          {words.sign.commands.names['refresh']}
        </RefusableButton>
        <RefusableButton whyNot={whyNoOrder('screenshot')} onClick={() => order('screenshot')}>
          {words.sign.commands.names['screenshot']}
        </RefusableButton>
        <MoreMenu seen={props.seen} />
      </div>
      <SetContent seen={props.seen} isOpen={isSetting()} onClose={() => setSetting(false)} />
    </div>
  );
}
