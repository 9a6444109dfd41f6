/** How fresh what is shown is: “Not live since …”, and what the service says of itself. */
export const live = {
  live: 'Live',
  notLive: 'Not live',
  connecting: 'Connecting',
  verdictsWait: 'Checking status',
  since: (time: string) => `Not live since ${time}`,
  age: (age: string) => `The data on this page is ${age} old.`,
  never: 'Not live yet',
  neverLead: 'No data could be loaded so far.',
  again: (seconds: number) => `Retrying in ${seconds} s.`,
  now: 'Retrying.',
  tryNow: 'Try now',
  busy: 'The service is busy.',
  often: 'Too many requests were sent.',
  ourFault: 'The service had an internal error.',
  /** The two causes: this device has no network, or the service does not answer. */
  noNetwork: 'You are offline because this device has no network.',
  unreachable: 'The service can’t be reached.',
  ended: {
    not_found: 'This event no longer exists, or you no longer have access to it.',
    forbidden: 'Your role no longer allows you to see these signs.',
    mfa_required:
      'This organization requires two-step sign-in. Sign in again with a code or a passkey, or turn on two-step sign-in in your account.',
    other: 'The service is not sending updates to this page. Reload the page.',
  },
  /** The service blames itself for silence. `reason` as in the contract. */
  away: {
    start: 'Our service was down and is running again. Your signs were not the cause.',
    mass_silence:
      'So many signs went silent at the same time that they are probably not the cause. We are checking first.',
    lead: 'No sign is reported as offline until this check is finished.',
    heard: (heard: number, of: number) =>
      of === 1
        ? `${heard} of 1 sign has sent a heartbeat again.`
        : `${heard} of ${of} signs have sent a heartbeat again.`,
    until: (time: string) => `Offline status resumes at ${time}.`,
  },
};
