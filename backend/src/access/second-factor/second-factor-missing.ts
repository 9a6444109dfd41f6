/** The SQLSTATE by which the trigger `session_without_second_factor` refuses a session; its `detail` is the person's identifier. */
const REFUSED_BY_TRIGGER = 'SD001';

/** A password was right, but no session is opened without a code (promise A7). Thrown through better-auth, and answered with a challenge. */
export class SecondFactorMissing extends Error {
  override name = 'SecondFactorMissing';
  readonly userId: string;
  constructor(userId: string) {
    super('this account opens no session without its second factor');
    this.userId = userId;
  }
}

/**
 * The person to whom no session was opened because a code is missing; null for any other error. The trigger refuses one where the second factor was
 * turned on a moment ago.
 */
export function personWithoutCode(error: unknown): string | null {
  if (error instanceof SecondFactorMissing) return error.userId;
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
  return code === REFUSED_BY_TRIGGER && typeof detail === 'string' ? detail : null;
}
