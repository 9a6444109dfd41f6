import type { JSX } from 'solid-js';
import { Icon } from '../../ui/icon.tsx';

export const SWITCHER_BUTTON = 'flex h-[calc(1.5rem+24px)] min-w-0 items-center gap-2 font-[580] max-[700px]:pe-2';

/** The content of the button that opens the event switcher. */
export const SwitcherLabel = (props: { crumb: JSX.Element; action: string }) => (
  <>
    {props.crumb}
    <span class="sr-only">{props.action}</span>
    <Icon is="down" size={14} class="text-ink-3" />
  </>
);
