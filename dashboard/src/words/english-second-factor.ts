import type { english } from './english.ts';
import { passkeys } from './english/passkeys.ts';
import { secondFactor } from './english/second-factor.ts';

/** The words of two-step sign-in and of passkeys, in English. They are no part of `english`: few visits show them. */
export const englishSecondFactor = { secondFactor, passkeys };

export type SecondFactorWords = typeof english & typeof englishSecondFactor;
