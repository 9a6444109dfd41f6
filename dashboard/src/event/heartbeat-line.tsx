import { For, Show } from 'solid-js';
import type { Strip } from './heartbeat-minutes.ts';

/** The heartbeats of the last hour: what was missed stands up, before the sign was known there is nothing, where no device is there are dots, and our own absence is a band of another hue. As wide as what holds it. */

const WIDTH = 720;
/** Between minutes, of which each is 12 wide. */
const GAP = 2;

/** `height`: in px, and `line`: how thick the line of what was kept is. `strip`: undefined before it is known; the line alone says nothing. `label`: for who hears the page; null where words beside it say as much. */
export function StripLine(props: { strip: Strip | undefined; height: number; line?: number; label: string | null }) {
  const line = () => props.line ?? 2;
  const step = () => WIDTH / (props.strip?.hour.minutes ?? 60);
  const first = () => (props.strip?.first ?? 0) * step();
  const heightOf = (share: number) => Math.round(line() + share * (props.height - line()));
  return (
    <svg
      class="block"
      viewBox={`0 0 ${WIDTH} ${props.height}`}
      width="100%"
      height={props.height}
      preserveAspectRatio="none"
      {...(props.label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': props.label })}
    >
      <Show when={props.strip?.hasDevice === false}>
        <path
          d={`M0 ${props.height - line() / 2}H${WIDTH}`}
          stroke="var(--ink-faint)"
          stroke-width={line()}
          stroke-dasharray="2 10"
        />
      </Show>
      <path d={`M${first()} ${props.height - line()}H${WIDTH}v${line()}H${first()}z`} fill="var(--ink-faint)" />
      <For each={props.strip?.hour.away}>
        {({ from, to }) => (
          <rect
            x={from * step()}
            y="0"
            width={(to - from) * step()}
            height={props.height}
            fill="var(--note)"
            opacity="0.32"
          />
        )}
      </For>
      <For each={props.strip?.missed}>
        {({ minute, share }) => (
          <rect
            x={minute * step()}
            y={props.height - heightOf(share)}
            width={step() - GAP}
            height={heightOf(share)}
            fill={share === 1 ? 'var(--alarm-fill)' : 'var(--ink-3)'}
          />
        )}
      </For>
    </svg>
  );
}
