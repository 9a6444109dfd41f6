import { germanClaiming } from './german-claiming.ts';
import { first } from './german/first.ts';
import type { englishFirst } from './english-first.ts';

export const germanFirst: typeof englishFirst = { ...germanClaiming, first };
