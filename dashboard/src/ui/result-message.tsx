import type { JSX } from 'solid-js';

/** What came of something that was tried, below it: read out at once. */
export const Message = (props: { is: 'wrong' | 'done'; children: JSX.Element }) => (
  <div
    class="mt-[18px] flex gap-2.5 border-l-[3px] border-ink bg-sunk px-3.5 py-3 leading-[1.45]"
    role={props.is === 'wrong' ? 'alert' : 'status'}
  >
    <svg class="size-4 flex-none" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor">
      {props.is === 'wrong' ? (
        <path d="m3.6 3.6 8.8 8.8m0-8.8-8.8 8.8" stroke-width="2.2" />
      ) : (
        <path d="m2.8 8.6 3.4 3.6 7-8" stroke-width="2" />
      )}
    </svg>
    <span class="min-w-0 wrap-anywhere">{props.children}</span>
  </div>
);
