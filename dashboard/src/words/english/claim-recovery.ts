/** The phone’s claim, where something else than the sign is to blame, or somebody else has it. */
export const recovery = {
  offlineSince: (time: string) =>
    `Your phone has no network (since ${time}). The claim goes on by itself when the network is back.`,
  /** The service started while the sign was asked, or so lately that signs are still coming back. */
  restarted: {
    title: 'We were away, not the sign',
    lead: 'The service started again while this claim was under way.',
    leadFinding: 'The service started a moment ago, and signs are still coming back to it.',
    todo: (seconds: string) => `There is nothing to do at the sign. We try again by ourselves in ${seconds} s.`,
    unknownCode:
      'No sign that has come back has this code. The service started a moment ago, and signs are still coming back to it.',
  },
  /** The reply of the attempt was lost on the way, and then no acknowledgement was found. */
  brokenOff: {
    title: 'The connection to the service broke off',
    lead: 'What the sign answered may not have reached us.',
    todo: (seconds: string) => `There is nothing to do at the sign yet. We try again by ourselves in ${seconds} s.`,
  },
  /** The sign is one of the organization’s own. */
  owned: {
    title: (name: string) => `It is already ${name}`,
    titleHere: (name: string) => `It is already ${name} in this event`,
    lead: (event: string, location: string) => `${event}, ${location}.`,
    leadBy: (event: string, location: string, who: string, time: string) =>
      `${event}, ${location}. ${who} claimed it at ${time}.`,
    leadByYou: (event: string, location: string, time: string) => `${event}, ${location}. You claimed it at ${time}.`,
    todo: 'Look at it on the wall. If this sign’s device is broken, scan another one to take its place.',
  },
  /** Two who want one sign. */
  others: {
    first: 'Somebody else wants this sign too',
    firstLead: 'The last attempts failed, so the other person goes first.',
    yours: 'You are claiming this sign already',
    yoursLead:
      'Another phone or tab of yours has it, or an attempt that you left. It ends within 20 seconds, either way.',
    yoursNow: 'Another phone or tab of yours is claiming this sign now.',
    yoursDone: 'Another phone or tab of yours has claimed this sign.',
  },
};
