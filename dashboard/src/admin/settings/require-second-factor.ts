import type { Role } from '@sign-display/contracts/roles';

/** Why this person can't change the rule: only owners can, in a session with a second factor (contract, 3.3). */
export function whyNotRequire(
  words: { owners: string; turnOn: string; signInAgain: string },
  role: Role,
  me: { mfa: boolean; user: { totp: boolean } },
): { said: string; isOfAccount: boolean } | undefined {
  if (role !== 'owner') return { said: words.owners, isOfAccount: false };
  if (me.mfa) return undefined;
  return { said: me.user.totp ? words.signInAgain : words.turnOn, isOfAccount: true };
}
