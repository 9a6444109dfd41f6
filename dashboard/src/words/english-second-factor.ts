import type { english } from './english.ts';
import { secondFactor } from './english/second-factor.ts';

/** The words of two-step sign-in, in English. They are no part of `english`: few visits show them. */
export const englishSecondFactor = { secondFactor };

export type SecondFactorWords = typeof english & typeof englishSecondFactor;
