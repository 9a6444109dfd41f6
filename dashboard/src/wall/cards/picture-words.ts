import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { oldBecause } from '../../sign/screenshot-staleness.ts';
import type { Times } from '../../times/time-formats.ts';
import { roughDurationText } from '../../ui/durations.ts';
import type { WallWords } from '../../words/wall-words-loader.ts';

/** What is said of a sign's picture beside it. `isPast`: it is not what the sign shows now. Pure. */
export function pictureText(
  { views }: Pick<WallWords, 'views'>,
  times: Pick<Times, 'said'>,
  atMs: number,
  sign: SignRow,
  nowMs: number,
  timeZone: string,
): { said: string; isPast: boolean } {
  const because = oldBecause(atMs, sign, null, nowMs);
  const said =
    because === 'offline'
      ? views.cards.before(times.said(atMs, 'seconds', timeZone))
      : views.cards.ago(roughDurationText(nowMs - atMs));
  return { said, isPast: because !== null };
}
