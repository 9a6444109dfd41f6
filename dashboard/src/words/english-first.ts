import { englishClaiming, type ClaimingWords } from './english-claiming.ts';
import { first } from './english/first.ts';

/** The words of an event's first sign, and those of its claim, in English. They are no part of `english`: few walls are empty. */
export const englishFirst = { ...englishClaiming, first };

export type FirstWords = ClaimingWords & typeof englishFirst;
