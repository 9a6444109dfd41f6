import { For } from 'solid-js';
import { MARK_SHAPES } from './mark-shapes.ts';
import { SEVERITIES, type MarkName, type Severity } from './sign-marks-and-severity.ts';

const COLOURS: Record<Severity, string> = {
  alarm: 'text-alarm font-[580]',
  caution: 'text-caution font-[580]',
  note: 'text-note',
  quiet: 'text-ink-2',
  good: 'text-good',
};

/** A shape alone, where its word stands beside it already. `size` in px of usual text, with which it grows. */
export const Mark = (props: { is: MarkName; size?: number }) => (
  <svg
    class="inline-block flex-none"
    width={`${(props.size ?? 12) / 16}rem`}
    height={`${(props.size ?? 12) / 16}rem`}
    viewBox="0 0 16 16"
    data-mark={props.is}
    aria-hidden="true"
  >
    <For each={MARK_SHAPES[props.is]}>
      {({ path, line, dash }) =>
        line === undefined ? (
          <path fill="currentColor" fill-rule="evenodd" d={path} />
        ) : (
          <path fill="none" stroke="currentColor" stroke-width={line} stroke-dasharray={dash?.join(' ')} d={path} />
        )
      }
    </For>
  </svg>
);

/** One status: shape, word and colour, never one of them alone. `said`: its word (`words.marks`). */
export const StatusMark = (props: { is: MarkName; said: string; size?: number }) => (
  <span class={`inline-flex items-center gap-[5px] whitespace-nowrap ${COLOURS[SEVERITIES[props.is]]}`}>
    <Mark is={props.is} size={props.size ?? 12} />
    {props.said}
  </span>
);
