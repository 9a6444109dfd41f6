import type { englishSecondFactor } from './english-second-factor.ts';
import { secondFactor } from './german/second-factor.ts';

export const germanSecondFactor: typeof englishSecondFactor = { secondFactor };
