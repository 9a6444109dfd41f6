import type { englishClaiming } from './english-claiming.ts';
import { claiming } from './german/claiming.ts';
import { recovery } from './german/claim-recovery.ts';

/** The words of the claim on a phone, in German. */
export const germanClaiming: typeof englishClaiming = { claiming, recovery };
