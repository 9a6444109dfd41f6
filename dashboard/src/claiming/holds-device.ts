import type { ClaimState } from './claim-state.ts';

/**
 * True while a found device waits for its claim: on its own screen, in the form, or while a prepared sign is picked for
 * it. Meanwhile its hold may run out, and somebody else may claim it. Pure.
 */
export const holdsDevice = ({ place, found }: ClaimState): boolean =>
  found !== null && (place.is === 'found' || place.is === 'form' || place.is === 'prepared');
