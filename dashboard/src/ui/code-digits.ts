/** The six digits of an authenticator app, as people type or paste them. Pure. */

export const CODE_DIGITS = 6;

/** The digits of what was typed or pasted, at most six: `417 203` → `417203`. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, CODE_DIGITS);
