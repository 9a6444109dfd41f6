/** What happened and what to do, for whatever page it happens on. */
export const trouble = {
  unreachable: 'The service can’t be reached. Check your connection, then try again.',
  unavailable: 'The service is busy. Try again in a moment.',
  internal: 'We made a mistake, and it is recorded. Try again.',
  rateLimited: (seconds: number) => `That was often. Wait ${seconds} s, then try again.`,
  field: 'One field needs another look.',
  tryAgain: 'Try again',
};
