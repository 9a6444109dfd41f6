import type { JSX } from 'solid-js';
import { useTitle } from './window-title.ts';

/** A page of forms and texts inside the frame: its headline, and what it is for. */
export function Page(props: { title: string; lead?: JSX.Element; children: JSX.Element }) {
  useTitle(() => props.title);
  return (
    <div class="mx-auto max-w-[calc(720rem/16)] px-5 py-8 max-[700px]:py-5">
      <h1 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%]">
        {props.title}
      </h1>
      <p class="mt-1.5 mb-6 max-w-[calc(520rem/16)] leading-normal text-ink-2">{props.lead}</p>
      {props.children}
    </div>
  );
}
