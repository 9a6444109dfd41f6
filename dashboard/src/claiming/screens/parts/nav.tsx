import { Index } from 'solid-js';
import type { Link } from '../../screen-model-types.ts';

/** Links to other pages in a row of 48 px above the screen. They wrap into a second row. */
export const Nav = (props: { label: string; links: readonly Link[] }) => (
  <nav aria-label={props.label} class="flex flex-none flex-wrap border-b border-line px-1.5">
    <Index each={props.links}>
      {(link) => (
        <a
          class="flex min-h-12 min-w-12 items-center justify-center px-2.5 text-ink-2 no-underline last:ms-auto"
          href={link().href}
        >
          {link().label}
        </a>
      )}
    </Index>
  </nav>
);
