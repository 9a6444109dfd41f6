import type { JSX } from 'solid-js';
import { Mark } from './status-mark.tsx';

/** That what is seen is old, and what is done about it. It is announced once, not each second: `lead` is seen and not read out. */
export const NotLive = (props: { title: string; lead: JSX.Element; children?: JSX.Element }) => (
  <div class="flex items-center gap-3.5 rounded-control border-[1.5px] border-caution bg-caution-wash px-3.5 py-2.5">
    <span class="flex text-caution">
      <Mark is="unstable" size={20} />
    </span>
    <div class="min-w-0">
      <strong class="block text-15 leading-[1.3] font-[640]" role="status">
        {props.title}
      </strong>
      <span class="text-ink-2">{props.lead}</span>
    </div>
    <div class="ml-auto flex-none">{props.children}</div>
  </div>
);
