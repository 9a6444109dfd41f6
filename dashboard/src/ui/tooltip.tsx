import { Tooltip } from '@kobalte/core/tooltip';
import type { JSX } from 'solid-js';

/** A word about what it stands on, for the pointer and for focus; Escape hides it. What must be known stands on the page instead. */
export const Hint = (props: { said: string; children: JSX.Element }) => (
  <Tooltip gutter={6} openDelay={400}>
    <Tooltip.Trigger as="span" tabIndex={0}>
      {props.children}
    </Tooltip.Trigger>
    <Tooltip.Portal>
      <Tooltip.Content class="z-20 max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-12 leading-[1.4] text-ground shadow-float">
        {props.said}
      </Tooltip.Content>
    </Tooltip.Portal>
  </Tooltip>
);
