import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { For, type JSX } from 'solid-js';
import { useSecondFactorTools } from '../second-factor/second-factor-context.ts';

const TABS = ['account', 'twoStep', 'passkeys'] as const;
export type AccountTab = (typeof TABS)[number];

/** The head of a page of the account: a sentence, what follows from it, and the tabs. */
export function AccountHead(props: { tab: AccountTab; sentence: string; lead: JSX.Element; children?: JSX.Element }) {
  const { words } = useSecondFactorTools();
  const said = words.secondFactor.tabs;
  return (
    <>
      <div class="flex min-h-16 items-center gap-6 px-4 py-2 max-[700px]:block max-[700px]:px-3.5 max-[700px]:pt-3.5 max-[700px]:pb-3">
        <div class="min-w-0">
          <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]">
            {props.sentence}
          </h1>
          <p class="mt-[3px] leading-normal wrap-anywhere text-ink-2">{props.lead}</p>
        </div>
        <div class="ms-auto flex-none empty:hidden max-[700px]:mt-3">{props.children}</div>
      </div>
      <nav aria-label={said.label} class="flex flex-wrap gap-0.5 border-b border-line px-4 max-[700px]:px-2">
        <For each={TABS}>
          {(name) => (
            <A
              href={pathOf(name)}
              end
              activeClass=""
              inactiveClass=""
              aria-current={props.tab === name ? 'page' : undefined}
              class="flex min-w-0 items-center px-2.5 pt-2.5 pb-[9px] wrap-anywhere no-underline max-[700px]:min-h-12"
              classList={{
                'font-[600] text-ink shadow-[inset_0_-2px_0_var(--ink)]': props.tab === name,
                'text-ink-2': props.tab !== name,
              }}
            >
              {said[name]}
            </A>
          )}
        </For>
      </nav>
    </>
  );
}

/** What is done here, and what belongs to it: side by side where there is room. */
export const ACCOUNT_PANES =
  'grid min-[1100px]:min-h-[calc(100dvh/var(--page-scale,1)-9.5rem)] min-[1100px]:grid-cols-[minmax(0,1fr)_minmax(0,calc(472rem/16))]';
export const ACCOUNT_MAIN = 'min-w-0 px-4 pt-5 pb-7 max-[700px]:px-3.5';
export const ACCOUNT_ASIDE =
  'min-w-0 border-line bg-surface px-5 pt-5 pb-7 max-[1099px]:border-t min-[1100px]:border-s max-[700px]:px-3.5';
