import type { englishSecondFactor } from './english-second-factor.ts';
import { passkeys } from './german/passkeys.ts';
import { secondFactor } from './german/second-factor.ts';

export const germanSecondFactor: typeof englishSecondFactor = { secondFactor, passkeys };
