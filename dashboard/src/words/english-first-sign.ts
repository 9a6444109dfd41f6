import { englishClaiming } from './english-claiming.ts';
import { first } from './english/first-sign.ts';

/**
 * The English texts for the first sign of an event and for its claim. `english` leaves them out, because few walls are
 * empty.
 */
export const englishFirst = { ...englishClaiming, first };
