import { For, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

/** What stands where an event has no signs: how the first gets there, in three pictures. `children`: the buttons. */

const SWITCHED_ON = () => (
  <>
    <path d="M14 6h92v46H14z" />
    <path d="M52 14h8v8h-8zM62 14h8v8h-8zM52 24h8v8h-8zM64 26h4v4h-4z" fill="currentColor" stroke="none" />
    <path d="M44 42h32" stroke-width="5" />
  </>
);
const SCANNED = () => (
  <>
    <path d="M46 4h28v56H46z" />
    <path d="M52 14h6v6M68 14h-6M52 34v-6M68 34h-6v-6" />
    <path d="M52 48h16" stroke-width="5" />
  </>
);
const PROVED = () => (
  <>
    <path d="M14 6h92v46H14z" fill="currentColor" />
    <path d="m48 30 8 9 17-20" stroke="var(--ground)" stroke-width="4" />
  </>
);
const PICTURES = [SWITCHED_ON, SCANNED, PROVED];

export const FirstSigns = (props: {
  title: string;
  /** Where it is all that its page has: then its title is the page's heading. */
  isHeading?: boolean;
  steps: readonly { title: string; text: string }[];
  children: JSX.Element;
}) => (
  <div>
    <Dynamic
      component={props.isHeading ? 'h1' : 'h2'}
      class="text-24 leading-[1.15] font-[640] tracking-[-0.01em] font-stretch-[104%]"
    >
      {props.title}
    </Dynamic>
    <ol class="mt-7 grid gap-5 min-[560px]:grid-cols-3">
      <For each={props.steps}>
        {({ title, text }, index) => (
          <li class="border-t-[1.5px] border-ink pt-2.5">
            <svg
              class="mb-2.5 block"
              width="120"
              height="64"
              viewBox="0 0 120 64"
              fill="none"
              stroke="currentColor"
              stroke-width="2"
              aria-hidden="true"
            >
              {PICTURES[index()]?.()}
            </svg>
            <b class="mb-[3px] block font-[600]">{title}</b>
            <small class="block text-[calc(12.5rem/16)] leading-[1.45] text-ink-2">{text}</small>
          </li>
        )}
      </For>
    </ol>
    <div class="mt-5 flex flex-wrap gap-2">{props.children}</div>
  </div>
);
