import type { english } from './english.ts';
import { claiming } from './english/claiming.ts';
import { recovery } from './english/claim-recovery.ts';

/** The words of the claim on a phone, in English. They are no part of `english`: a wall does not load them. */
export const englishClaiming = { claiming, recovery };

/** The words of that page: its own and everybody's. */
export type ClaimingWords = typeof english & typeof englishClaiming;
