import { useWallTools } from '../../wall-context.ts';
import { Mark } from '../../ui/status-mark.tsx';
import { severityOf } from '../sign-looks.ts';
import type { Problem } from '../find-problems.ts';

/** What the signs below it share. */
export function CauseLine(props: { cause: Problem; rowIndex: number; timeZone: string }) {
  const { words, times } = useWallTools();
  const since = () => {
    const { sinceMs } = props.cause;
    return sinceMs === null ? '' : times.said(sinceMs.first, 'seconds', props.timeZone);
  };
  const said = () => {
    const { shared, signs, ofPlace } = props.cause;
    if (shared?.is === 'place')
      return words.views.table.place(shared.called, signs.length, Math.max(ofPlace ?? 0, signs.length), since());
    return words.views.table.host(shared?.called ?? '', signs.length, since());
  };
  const isAlarm = () => severityOf(props.cause.look) === 'alarm';
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      class="flex h-full items-center border-b border-line px-4 font-[600]"
      classList={{ 'bg-alarm-wash': isAlarm(), 'bg-caution-wash': !isAlarm() }}
    >
      <div role="rowheader" class="flex min-w-0 items-center gap-2">
        <span classList={{ 'text-alarm': isAlarm(), 'text-caution': !isAlarm() }} class="flex-none">
          <Mark is={props.cause.look} size={13} />
        </span>
        <span class="truncate" title={said()}>
          {said()}
        </span>
      </div>
    </div>
  );
}
