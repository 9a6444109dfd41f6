/** What happened and what to do, for whatever page it happens on. */
export const trouble = {
  unreachable: 'The service can’t be reached. Check your connection, then try again.',
  unavailable: 'The service is busy. Try again in a moment.',
  internal: 'We made a mistake, and it is recorded. Try again.',
  rateLimited: (seconds: number) => `Too many tries. Wait ${seconds} s, then try again.`,
  fields: (count: number) => (count === 1 ? 'One field needs another look.' : `${count} fields need another look.`),
  refused: {
    forbidden: 'Your role doesn’t allow this. An admin of the organization can.',
    not_found: 'It isn’t there any more, or you may not see it.',
    conflict: 'It was changed meanwhile, or something still depends on it. Reload the page.',
    quota_exceeded:
      'There can’t be more of these now. Wait for the changes in progress, delete what nobody needs, or ask the person who runs the service.',
    unauthenticated: 'Your session has ended. Sign in again.',
    validation_failed: 'The service didn’t accept this. Check what you typed.',
  },
  tryAgain: 'Try again',
};
