/** What happened and what to do, for whatever page it happens on. */
export const trouble = {
  unreachable: 'The service can’t be reached. Check your connection, then try again.',
  unavailable: 'The service is busy. Try again in a moment.',
  internal: 'Something went wrong on our side. The error was logged. Try again.',
  rateLimited: (seconds: number) => `Too many attempts. Wait ${seconds} s, then try again.`,
  fields: (count: number) =>
    count === 1 ? 'Correct the error in one field.' : `Correct the errors in ${count} fields.`,
  refused: {
    forbidden: 'Your role does not allow this. Ask an admin of the organization.',
    not_found: 'This item no longer exists, or you are not allowed to see it.',
    conflict: 'This item was changed in the meantime, or something still depends on it. Reload the page.',
    quota_exceeded:
      'The limit has been reached. Wait until the changes in progress are finished, delete something that is no longer needed, or ask the operator of the service.',
    unauthenticated: 'Your session has ended. Sign in again.',
    mfa_required:
      'This needs a two-step sign-in. Sign in again with a code or a passkey, or turn on two-step sign-in in your account first.',
    password_change_required: 'Choose your own password first. Reload the page.',
    validation_failed: 'The service rejected this request. Check your entries.',
  },
  tryAgain: 'Try again',
};
