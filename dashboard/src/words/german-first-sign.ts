import { germanClaiming } from './german-claiming.ts';
import { first } from './german/first-sign.ts';
import type { englishFirst } from './english-first-sign.ts';

export const germanFirst: typeof englishFirst = { ...germanClaiming, first };
