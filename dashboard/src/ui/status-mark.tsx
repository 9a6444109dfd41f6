import type { JSX } from 'solid-js';
import { SEVERITIES, type MarkName, type Severity } from './marks.ts';

/** The shapes, as drawn, in a square of 16. */
const SHAPES: Record<MarkName, () => JSX.Element> = {
  online: () => <circle cx="8" cy="8" r="3.6" fill="currentColor" />,
  offline: () => (
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M8 .8a7.2 7.2 0 1 1 0 14.4A7.2 7.2 0 0 1 8 .8ZM3.6 6.7v2.6h8.8V6.7Z"
    />
  ),
  unlinked: () => (
    <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="2.1 2.1" />
  ),
  unstable: () => (
    <>
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.8" />
      <path d="M3.6 9.6 6.2 6l3.2 4.4 3-4.2" fill="none" stroke="currentColor" stroke-width="1.8" />
    </>
  ),
  held: () => (
    <>
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" />
      <path d="M6.2 5.2v5.6M9.8 5.2v5.6" stroke="currentColor" stroke-width="1.8" />
    </>
  ),
  showing: () => <path fill="currentColor" d="M4.6 2.8h6.8v10.4H4.6z" />,
  idle: () => <path fill="none" stroke="currentColor" stroke-width="1.5" d="M4.6 2.8h6.8v10.4H4.6z" />,
  loading: () => (
    <>
      <path fill="none" stroke="currentColor" stroke-width="1.5" d="M4.6 2.8h6.8v10.4H4.6z" />
      <path fill="currentColor" d="M4.6 8.4h6.8v4.8H4.6z" />
    </>
  ),
  content_unreachable: () => (
    <path fill="currentColor" d="M3.4 1h9.2v5.1L9.9 7.8 6.2 5.4 3.4 7.2Zm0 8.6 2.8-1.8 3.7 2.4 2.7-1.7V15H3.4Z" />
  ),
  content_error: () => (
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M3 .8h10v14.4H3ZM5.6 5.2 7.4 8 5.6 10.8l1.2 1L8 9.6l1.2 2.2 1.2-1L8.6 8l1.8-2.8-1.2-1L8 6.4 6.8 4.2Z"
    />
  ),
  none: () => <path d="M5 8h6" stroke="currentColor" stroke-width="1.4" />,
  foreground: () => <path fill="currentColor" d="M1.8 4.4h12.4v7.2H1.8z" />,
  background: () => (
    <>
      <path fill="none" stroke="currentColor" stroke-width="1.5" d="M1.8 4.2h12.4v7.6H1.8z" />
      <path fill="currentColor" d="M1.8 8h6.2v3.8H1.8z" />
    </>
  ),
  blank: () => <path fill="none" stroke="currentColor" stroke-width="2.4" d="M1.6 3.6h12.8v8.8H1.6zM2 12.2 14 3.8" />,
  unknown: () => (
    <path fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="2 1.8" d="M1.8 4.2h12.4v7.6H1.8z" />
  ),
  queued: () => (
    <circle cx="8" cy="8" r="5.4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="1.6 2" />
  ),
  sent: () => <path d="M8 13V3.4M3.8 7.4 8 3.2l4.2 4.2" fill="none" stroke="currentColor" stroke-width="1.8" />,
  acked: () => <path d="m2.8 8.6 3.4 3.6 7-8" fill="none" stroke="currentColor" stroke-width="2" />,
  failed: () => <path d="m3.6 3.6 8.8 8.8m0-8.8-8.8 8.8" stroke="currentColor" stroke-width="2.2" />,
  expired: () => (
    <>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.6" />
      <path d="M8 4.4V8l2.6 2" fill="none" stroke="currentColor" stroke-width="1.6" />
    </>
  ),
  refused: () => (
    <path
      fill="none"
      stroke="currentColor"
      stroke-width="1.7"
      d="M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2ZM4.8 8h6.4"
    />
  ),
};

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
    aria-hidden="true"
  >
    {SHAPES[props.is]()}
  </svg>
);

/** One status: shape, word and colour, never one of them alone. `said`: its word (`words.marks`). */
export const StatusMark = (props: { is: MarkName; said: string; size?: number }) => (
  <span class={`inline-flex items-center gap-[5px] whitespace-nowrap ${COLOURS[SEVERITIES[props.is]]}`}>
    <Mark is={props.is} size={props.size ?? 12} />
    {props.said}
  </span>
);
