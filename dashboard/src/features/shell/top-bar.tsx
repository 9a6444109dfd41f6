import { A } from '@solidjs/router';
import { For, Show, type JSX } from 'solid-js';
import { Logo } from '../../ui/logo.tsx';

export interface Tab {
  href: string;
  said: string;
  isCurrent: boolean;
}

/** Where no tab is cut off, however large the text is. */
const PHONE_ROW =
  'max-[700px]:col-span-full max-[700px]:row-start-2 max-[700px]:h-auto max-[700px]:flex-wrap max-[700px]:gap-0 max-[700px]:border-t max-[700px]:border-line max-[700px]:px-1.5';

/** The bar of 48 px above every page. On a phone the tabs are a second row of it, and each target is 48 px. */
export const TopBar = (props: {
  home: { href: string; said: string };
  switcher: JSX.Element;
  tabs: { label: string; all: readonly Tab[] } | undefined;
  end: JSX.Element;
}) => (
  <header class="flex h-[calc(1.5rem+24px)] items-center gap-[18px] border-b border-line bg-ground px-4 whitespace-nowrap max-[700px]:grid max-[700px]:h-auto max-[700px]:grid-cols-[auto_minmax(0,1fr)_auto] max-[700px]:gap-0 max-[700px]:px-0">
    <A
      href={props.home.href}
      aria-label={props.home.said}
      class="grid flex-none place-items-center max-[700px]:size-12"
    >
      <Logo size={22} />
    </A>
    {props.switcher}
    <Show when={props.tabs}>
      {(tabs) => (
        <nav aria-label={tabs().label} class={`flex h-full gap-0.5 ${PHONE_ROW}`}>
          <For each={tabs().all}>
            {({ href, said, isCurrent }) => (
              <A
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                activeClass=""
                inactiveClass=""
                class="relative flex items-center px-2.5 no-underline min-[701px]:max-[900px]:px-1.5 max-[700px]:min-h-[calc(1.5rem+24px)] max-[700px]:min-w-12 max-[700px]:justify-center max-[700px]:text-15"
                classList={{
                  'text-ink-2': !isCurrent,
                  'text-ink font-[600] after:absolute after:inset-x-2.5 min-[701px]:max-[900px]:after:inset-x-1.5 after:-bottom-px after:h-0.5 after:bg-ink':
                    isCurrent,
                }}
              >
                {said}
              </A>
            )}
          </For>
        </nav>
      )}
    </Show>
    <div class="ms-auto flex flex-none items-center gap-4 max-[700px]:gap-0">{props.end}</div>
  </header>
);

/** Where one is, inside the switcher's button: `Nordlicht Events / Lichterfest 2026`. On a phone the nearer of both. */
export const Crumb = (props: { organization: string | undefined; event: string | undefined }) => (
  <>
    <Show when={props.organization !== undefined && props.event !== undefined}>
      <bdi class="max-w-[24ch] truncate font-[420] text-ink-3 max-[1100px]:hidden">{props.organization}</bdi>
      <span class="font-[420] text-ink-3 max-[1100px]:hidden">/</span>
    </Show>
    <bdi class="min-w-0 truncate min-[701px]:max-w-[28ch]">{props.event ?? props.organization}</bdi>
  </>
);
