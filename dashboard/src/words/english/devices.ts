import { isolated } from '../isolate-direction.ts';

/** Clones and replaced devices of an event. */
export const devices = {
  clones: {
    title: 'Clones',
    what: 'the clones',
    one: (name: string) => `Two machines have the identity of ${isolated(name)}.`,
    oneLead:
      'The first machine stays connected until you decide. The newcomer is rejected, but may keep showing the page that was copied with its disk.',
    many: (count: number) => `${count} clones wait for a decision.`,
    manyLead:
      'Each first machine stays connected until you decide. Each newcomer is rejected, but may keep showing the page that was copied with its disk.',
    none: 'No clone waits for a decision.',
    noneLead: 'A clone is a second machine with the identity of a sign, for example after a disk was copied.',
    waiting: (count: number): string => (count === 1 ? 'waits for an admin' : 'wait for an admin'),
    ofSign: (name: string) => `${isolated(name)}: both machines`,
    first: 'First machine',
    firstLead: (name: string) => `connected as ${isolated(name)}`,
    newcomer: 'Newcomer',
    newcomerLead: 'rejected since',
    address: 'Address',
    mac: 'MAC address',
    app: 'App version',
    connected: 'Connected since',
    lastTried: 'Last attempt',
    attempts: 'Attempts',
    unknown: 'unknown',
    choose: 'Your decision',
    preview: (first: string, newcomer: string) => `Afterwards: first machine: ${first}; newcomer: ${newcomer}.`,
    rejected: 'rejected',
    newCode: 'new code',
    effects: { first: 'First machine', newcomer: 'Newcomer', record: 'Record' },
    options: {
      keep_first: {
        action: 'Keep the first machine',
        done: 'The first machine was kept.',
        when: 'The newcomer is a copy, for example a spare that was set up from a copied disk.',
        first: 'Nothing changes.',
        newcomer: 'It stays rejected: it gets no pages and no commands.',
        record: (name: string) => `${isolated(name)} stays as it is.`,
        hint: 'In most cases',
      },
      accept_newcomer: {
        action: 'Accept the newcomer',
        done: 'The newcomer was accepted.',
        when: 'The first machine broke or was moved, and its disk is now in the newcomer.',
        first: 'It is disconnected within 2 seconds and then rejected. It may keep showing its last page.',
        newcomer: 'It becomes the sign, with page, schedule and history.',
        record: (name: string) => `${isolated(name)} gets the MAC address of the newcomer.`,
        hint: 'Asks you to confirm',
      },
      reset_both: {
        action: 'Reset both machines',
        done: 'Both machines were reset.',
        when: 'The disk was copied, or you don’t know which machine is the right one.',
        first: 'It stops showing the page, becomes a new sign and shows a new code.',
        newcomer: 'It becomes a new sign and shows a new code.',
        record: (name: string) => `${isolated(name)} loses its device. Name, page, schedule and history stay.`,
        hint: 'Asks for the name of the sign',
      },
    },
    advice: {
      none: 'A rejected machine keeps the identity. It can connect as this sign while the other machine is off. If a disk was copied, only a reset of both machines keeps the copy out for good.',
      keep_first:
        'The newcomer still has the identity. It can connect as this sign while the first machine is off. If a disk was copied, reset both machines.',
      accept_newcomer:
        'The first machine still has the identity. It can connect as this sign while the newcomer is off. If a disk was copied, reset both machines.',
    },
    confirm: {
      accept: (name: string) => `Accept the newcomer as ${isolated(name)}?`,
      acceptText:
        'The first machine is disconnected within 2 seconds, but may keep showing its last page. The newcomer takes over the sign.',
      reset: (name: string) => `Reset both machines of ${isolated(name)}?`,
      resetText:
        'The sign loses its device. Both machines become new signs and show new codes. Name, page, schedule and history stay. This cannot be undone.',
      typed: 'Type the name of the sign',
      cancel: 'Cancel',
    },
    decided: 'Decided clones',
    decidedBy: (name: string) => `by ${isolated(name)}`,
    more: 'More clones',
    openSign: 'Open the sign',
  },
  replaced: {
    title: 'Replaced devices',
    what: 'the replaced devices',
    headline: (count: number, hasMore: boolean) =>
      hasMore
        ? `More than ${count} devices were replaced.`
        : count === 1
          ? '1 device was replaced.'
          : `${count} devices were replaced.`,
    lead: 'A sign keeps its name, location, page, schedule and history when its device is replaced.',
    none: 'No device was replaced yet.',
    noneLead: 'To replace a device, open its sign and scan the new device.',
    linked: (linked: number, all: number) => `${linked} of ${all}`,
    linkedLead: 'signs have a device',
    when: 'Time',
    sign: 'Sign',
    old: 'Old device',
    new: 'New device',
    who: 'Replaced by',
    why: 'Reason',
    noReason: 'no reason given',
    now: 'State of the old device',
    nobody: 'Unknown',
    unnamed: 'Deleted sign',
    states: {
      unclaimed: 'connected, not claimed',
      disconnected: 'not connected',
      claimed: (name: string) => `claimed as ${isolated(name)}`,
    },
    more: 'Older replacements',
    how: 'To replace a device, one scan is enough. The new device loads the page first; the old one stays connected until then.',
    list: 'Replaced devices',
  },
};
