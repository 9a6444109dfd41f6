import { Show } from 'solid-js';
import { phaseOf, spanOf } from '../../times/event-phase.ts';
import { useTools } from '../../app-context.ts';
import { useNow } from '../use-now.ts';

/** The time where the event is, and how long until it starts or ends. */
export function EventClock(props: { event: { timeZone: string; startsAt: string | null; endsAt: string | null } }) {
  const { times, words } = useTools();
  const now = useNow();
  const phase = () => phaseOf(props.event, now());
  const said = () => {
    const found = phase();
    return found.is === 'before' ? words.shell.startsIn : found.is === 'during' ? words.shell.endsIn : undefined;
  };
  const left = () => {
    const found = phase();
    if (!('leftMs' in found)) return '';
    const { count, unit } = spanOf(found.leftMs);
    return words.common.span(count, unit);
  };
  const theirs = () => {
    const own = times.forViewer(now(), 'seconds', props.event.timeZone);
    return own === undefined ? undefined : words.shell.yourTime(own);
  };
  return (
    <span class="text-12 whitespace-nowrap text-ink-2 max-[700px]:me-2 min-[701px]:text-13" title={theirs()}>
      <span class="max-[900px]:hidden">
        <b class="text-15 font-[640]">{times.said(now(), 'seconds', props.event.timeZone)}</b>{' '}
        {times.zoneName(now(), props.event.timeZone)}
        {'\u2002'}
      </span>
      <Show when={said()} fallback={phase().is === 'after' ? words.shell.ended : undefined}>
        <span class="max-[379px]:hidden">{said()} </span>
        <b class="text-15 font-[640]">{left()}</b>
      </Show>
    </span>
  );
}
