import { Show, type JSX } from 'solid-js';
import { Icon } from './icon.tsx';
import { Mark } from './status-mark.tsx';

const LOOKS = {
  /** What is seen is old. */
  old: { box: 'border-caution bg-caution-wash py-2.5', lead: '', mark: 'text-caution', is: 'unstable', end: '' },
  /** We were away: no sign is blamed meanwhile. */
  away: {
    // On a phone what stands at the end stands below.
    box: 'border-note bg-note-wash py-2 max-[700px]:grid max-[700px]:grid-cols-[auto_1fr] max-[700px]:content-center max-[700px]:gap-y-2',
    lead: 'text-12',
    mark: 'text-note',
    is: 'held',
    end: 'max-[700px]:col-start-2 max-[700px]:ml-0',
  },
  /** Mail is not set up. */
  mail: {
    box: 'min-h-[52px] border-caution bg-caution-wash py-1.5 max-[700px]:grid max-[700px]:grid-cols-[auto_1fr] max-[700px]:gap-y-2',
    lead: 'text-12',
    mark: 'text-caution',
    is: null,
    end: 'max-[700px]:col-span-2 max-[700px]:ml-0',
  },
} as const;

export interface NoticeProps {
  is: keyof typeof LOOKS;
  title: string;
  lead: JSX.Element;
  /** Where it stands in the heading's place, which is hidden meanwhile. */
  isHeading?: boolean;
  children?: JSX.Element;
}

/** Something about the page itself, before anything else on it. It is read out once, not each second: `lead` is seen and not announced. */
export const Notice = (props: NoticeProps) => (
  <div class={`flex items-center gap-3.5 rounded-control border-[1.5px] px-3.5 ${LOOKS[props.is].box}`}>
    <span class={`flex ${LOOKS[props.is].mark}`}>
      <Show when={LOOKS[props.is].is} fallback={<Icon is="mail" size={20} />}>
        {(mark) => <Mark is={mark()} size={20} />}
      </Show>
    </span>
    <div class="min-w-0">
      <strong class="block text-15 leading-[1.3] font-[640]" role="status">
        <span role={props.isHeading ? 'heading' : undefined} aria-level={props.isHeading ? 1 : undefined}>
          {props.title}
        </span>
      </strong>
      <span class={`text-ink-2 ${LOOKS[props.is].lead}`}>{props.lead}</span>
    </div>
    <div class={`ml-auto flex-none empty:hidden ${LOOKS[props.is].end}`}>{props.children}</div>
  </div>
);
