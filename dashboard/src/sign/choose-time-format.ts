import { createMemo } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import { wallTimeOf } from '../times/convert-wall-time.ts';

/** The day of a moment, where the event is: `2026-11-14`. */
export const dayOf = (atMs: number, timeZone: string): string => wallTimeOf(atMs, timeZone).slice(0, 10);

/** How a moment of the past is said: to the second, for checks come every ten; with its day where that is not `today`. Pure. */
export const timeFormat = (at: string, today: string, timeZone: string): 'seconds' | 'daySeconds' =>
  dayOf(Date.parse(at), timeZone) === today ? 'seconds' : 'daySeconds';

/** The same as long as the component is shown: at midnight all of it is of yesterday. */
export function createTimeFormat(timeZone: string): (at: string) => 'seconds' | 'daySeconds' {
  const now = useNow();
  const today = createMemo(() => dayOf(now(), timeZone));
  return (at) => timeFormat(at, today(), timeZone);
}
