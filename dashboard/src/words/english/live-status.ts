/** How fresh what is shown is: “Not live since …”, and what the service says of itself. */
export const live = {
  live: 'Live',
  notLive: 'Not live',
  connecting: 'Connecting',
  verdictsWait: 'Verdicts wait',
  since: (time: string) => `Not live since ${time}`,
  age: (age: string) => `What you see is ${age} old.`,
  never: 'Not live yet',
  neverLead: 'Nothing could be read so far.',
  again: (seconds: number) => `Trying again in ${seconds} s.`,
  now: 'Trying again.',
  tryNow: 'Try now',
  busy: 'The service is busy.',
  often: 'We asked too often.',
  ourFault: 'The service made a mistake.',
  /** The two causes: this device has no network, or the service does not answer. */
  noNetwork: 'You are offline: this device has no network.',
  unreachable: 'The service can’t be reached.',
  ended: {
    not_found: 'This event is gone, or you don’t belong to it any more.',
    forbidden: 'Your role can’t see these signs any more.',
    other: 'The service no longer reports changes. Reload the page.',
  },
  /** The service blames itself for silence. `reason` as in the contract. */
  away: {
    start: 'We were away and are listening again. That was us, not your signs.',
    mass_silence: 'Too many signs fell silent at once for all of them to be at fault. We listen first.',
    lead: 'No sign is called offline until we have listened.',
    heard: (heard: number, of: number) => `${heard} of ${of} ${of === 1 ? 'sign' : 'signs'} sent a heartbeat again.`,
    until: (time: string) => `Verdicts again at ${time}.`,
  },
};
