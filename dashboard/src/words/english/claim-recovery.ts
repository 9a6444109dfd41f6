/** The phone’s claim, where something else than the sign is to blame, or somebody else has it. */
export const recovery = {
  offlineSince: (time: string) =>
    `Your phone has had no network connection since ${time}. The claim will continue automatically when the connection is back.`,
  /** The service started while the sign was asked, or so lately that signs are still coming back. */
  restarted: {
    title: 'Our service was down, not the sign',
    lead: 'The service restarted while this claim was in progress.',
    leadFinding: 'The service has just started, and some signs have not reconnected yet.',
    todo: (seconds: string) => `You don’t need to do anything at the sign. We will try again in ${seconds} s.`,
    unknownCode:
      'No connected sign has this code. The service has just started, and some signs have not reconnected yet.',
  },
  /** The reply of the attempt was lost on the way, and then no acknowledgement was found. */
  brokenOff: {
    title: 'The connection to the service was lost',
    lead: 'We may not have received the sign’s answer.',
    todo: (seconds: string) => `You don’t need to do anything at the sign yet. We will try again in ${seconds} s.`,
  },
  /** The sign is one of the organization’s own. */
  owned: {
    title: (name: string) => `This sign is already claimed as ${name}`,
    titleHere: (name: string) => `This sign is already claimed as ${name} in this event`,
    lead: (event: string, location: string) => `${event}, ${location}.`,
    leadBy: (event: string, location: string, who: string, time: string) =>
      `${event}, ${location}. ${who} claimed it at ${time}.`,
    leadByYou: (event: string, location: string, time: string) => `${event}, ${location}. You claimed it at ${time}.`,
    todo: 'Open the sign on the wall. If its device is broken, scan another device to replace it.',
  },
  /** Two who want one sign. */
  others: {
    first: 'Someone else is also trying to claim this sign',
    firstLead: 'Your last attempts failed, so the other person can try first.',
    yours: 'You are already claiming this sign',
    yoursLead:
      'You started a claim in another tab or on another phone, or you left an attempt unfinished. That claim ends within 20 seconds.',
    yoursNow: 'You are claiming this sign in another tab or on another phone.',
    yoursDone: 'You claimed this sign in another tab or on another phone.',
  },
};
