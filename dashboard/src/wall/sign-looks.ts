import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { SEVERITIES, type Severity } from '../ui/sign-marks-and-severity.ts';

/** How a sign looks from afar: the gravest of what is known of it, as one mark. Near, its three facts say the rest. Pure. */

/** The gravest first; a sign looks like the first that it is. `none`: the place of a sign that is gone, while nothing may move. */
export const LOOKS = [
  'none',
  'offline',
  'content_error',
  'blank',
  'content_unreachable',
  'unstable',
  'background',
  'loading',
  'unlinked',
  'idle',
  'showing',
] as const;
export type Look = (typeof LOOKS)[number];

export const severityOf = (look: Look): Severity => SEVERITIES[look];

type Known = Pick<SignRow, 'status' | 'blank' | 'unstable' | 'contentState'> & { isGone?: true };

export function lookOf({ status, blank, unstable, contentState, isGone }: Known): Look {
  if (isGone) return 'none';
  if (status === 'unlinked' || status === 'offline' || status === 'content_error') return status;
  if (blank === true) return 'blank';
  if (status === 'content_unreachable') return status;
  if (unstable) return 'unstable';
  if (contentState === 'loading' && status !== 'background') return 'loading';
  return status;
}

const CODES = Object.fromEntries(LOOKS.map((look, code) => [look, code])) as Record<Look, number>;
/** A look as a number: `LOOKS[codeOf(look)]` is the look. */
export const codeOf = (look: Look): number => CODES[look];

const TROUBLED = LOOKS.map((look) => ['alarm', 'caution'].includes(severityOf(look)));
/** Whether something is wrong with signs that look so: an alarm or a caution. */
export const isTroubled = (code: number): boolean => TROUBLED[code] ?? false;
