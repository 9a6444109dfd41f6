import type { JSX } from 'solid-js';
import { Mark } from './status-mark.tsx';

const LOOKS = {
  /** What is seen is old. */
  old: { box: 'border-caution bg-caution-wash', mark: 'text-caution', is: 'unstable' },
  /** We were away: no sign is blamed meanwhile. */
  away: { box: 'border-note bg-note-wash', mark: 'text-note', is: 'held' },
} as const;

/** Something about the page itself, in place of its headline. It is read out once, not each second: `lead` is seen and not announced. */
export const Notice = (props: { is: keyof typeof LOOKS; title: string; lead: JSX.Element; children?: JSX.Element }) => (
  <div class={`flex items-center gap-3.5 rounded-control border-[1.5px] px-3.5 py-2.5 ${LOOKS[props.is].box}`}>
    <span class={`flex ${LOOKS[props.is].mark}`}>
      <Mark is={LOOKS[props.is].is} size={20} />
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
