import type { ClaimingWords } from '../../words/claiming-words-loader.ts';
import { englishClaiming } from '../../words/english-claiming.ts';
import { english as everybodys } from '../../words/english.ts';
import { germanClaiming } from '../../words/german-claiming.ts';
import { german as everybodysInGerman } from '../../words/german.ts';

/** All that a phone says while it claims. */
export const english: ClaimingWords = { ...everybodys, ...englishClaiming };
export const german: ClaimingWords = { ...everybodysInGerman, ...germanClaiming };
