import type { Trouble } from '../../api/session.ts';
import { CODE_DIGITS } from '../../ui/code-digits.ts';
import { invalidFields } from '../error-text.ts';

/** The codes of two-step sign-in, and what the service says of them. Pure. */

/** The service takes a code for this long after the password (contract, 3.3). */
export const CHALLENGE_MS = 10 * 60_000;

const isRefusedFor = (why: Trouble | undefined, field: '/code' | '/challenge'): boolean =>
  why?.code === 'unauthenticated' && why.errors?.some(({ path }) => path === field) === true;

/** The service tried the code, and refused it. */
export const isWrongCode = (why: Trouble | undefined): boolean => isRefusedFor(why, '/code');

/** The service tried no code, because the sign-in or the session has ended. Only the password begins a new sign-in. */
export const hasSignInEnded = (why: Trouble | undefined): boolean => isRefusedFor(why, '/challenge');

/** The refusal without the service's own text about its fields, for a page that has better words. */
export function withoutFieldErrors(why: Trouble): Trouble {
  if (why === null) return null;
  const { errors: _errors, ...rest } = why;
  return rest;
}

/** Why six digits are not sent yet; undefined where all six are there. */
export const unfinishedCode = (digits: string): Trouble | undefined =>
  digits.length === CODE_DIGITS
    ? undefined
    : invalidFields([{ path: '/code', message: `must not have fewer than ${CODE_DIGITS} characters` }]);

/** As people read it: `417 203`. */
export const spacedCode = (digits: string): string => `${digits.slice(0, 3)} ${digits.slice(3)}`;

/** The key in an `otpauth:` address, in groups of four to type: `JBSW Y3DP EHPK`. Empty where there is none. */
export const keyOf = (totpUri: string): string =>
  (URL.parse(totpUri)?.searchParams.get('secret') ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The codes as a text to store: the account above, and a code a line. */
export const codesText = (head: string, codes: readonly string[]): string => `${[head, '', ...codes].join('\n')}\n`;
