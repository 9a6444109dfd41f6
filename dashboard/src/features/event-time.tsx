import { useTools } from '../app-context.ts';
import type { TimeShape } from '../times/time-formats.ts';

/** A time in the event's zone; the viewer's own shows on hover where their clock differs. `at` in ms or ISO; `timeZone` undefined: the viewer's. */
export function EventTime(props: { at: number | string; timeZone?: string | undefined; shape?: TimeShape }) {
  const { times, words } = useTools();
  const atMs = () => (typeof props.at === 'number' ? props.at : Date.parse(props.at));
  const shape = () => props.shape ?? 'time';
  const theirs = () => {
    const own = props.timeZone === undefined ? undefined : times.forViewer(atMs(), shape(), props.timeZone);
    return own === undefined ? undefined : words.shell.yourTime(own);
  };
  return (
    <time datetime={new Date(atMs()).toISOString()} title={theirs()}>
      {times.said(atMs(), shape(), props.timeZone)}
    </time>
  );
}
