import { A } from '@solidjs/router';
import { Show, type JSX } from 'solid-js';

/** A heading within the columns of a sign's page, with a word beside it and the way to more. */
export const SectionTitle = (props: { title: string; aside?: JSX.Element; more?: { href: string; said: string } }) => (
  <h3 class="mb-2 flex flex-wrap items-baseline gap-x-2 text-13 font-[620]">
    <span class="min-w-0 wrap-anywhere">{props.title}</span>
    <Show when={props.aside}>
      <span class="text-12 font-[420] text-ink-3">{props.aside}</span>
    </Show>
    <Show when={props.more}>
      {(more) => (
        <A href={more().href} class="ml-auto text-12 font-[560]">
          {more().said}
        </A>
      )}
    </Show>
  </h3>
);
