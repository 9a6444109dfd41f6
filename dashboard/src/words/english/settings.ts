import { isolated } from '../isolate-direction.ts';

/** The settings of an organization. */
export const settings = {
  title: 'Organization settings',
  loading: 'Loading the settings',
  loadingWhat: 'the settings of this organization',
  only: 'Only admins can change the settings.',
  headline: {
    proof: 'Claims wait for proof.',
    noProof: 'Claims do not wait for proof.',
    hosts: (count: number) =>
      count === 0
        ? 'Every public host is allowed.'
        : count === 1
          ? '1 host is allowed.'
          : `${count} hosts are allowed.`,
    lead: 'Only admins can change this. Each change is in the audit log.',
    created: 'organization created',
  },
  fields: {
    name: 'Name',
    language: 'Language of mails',
    handshake: 'A claim waits for proof',
    hosts: 'Hosts a sign may show',
  },
  languageHint: 'For members who chose no language for their account.',
  languages: { '': 'Not set (English)', en: 'English', de: 'Deutsch' } as Record<string, string>,
  proof: {
    lead: 'The sign loads the page first. Only then does it belong to the event.',
    on: 'On',
    off: 'Off',
    onAside: 'proved',
    offAside: 'not proved',
    onPoints: [
      '“Claimed” on the phone means that the page was on the screen.',
      'A page that fails leaves no record, and the sign shows its code again.',
      'The claim takes as long as the page, 20 s at most.',
    ],
    offPoints: [
      '“Claimed” appears immediately, also when the sign is slow.',
      'If the page fails, the sign still counts as claimed.',
      'A person has to check each sign.',
    ],
    follow: (isOn: boolean) => `Same as the service: ${isOn ? 'on' : 'off'}`,
    foot: 'A change affects new claims only. Signs that were claimed with proof keep it.',
    values: { true: 'On', false: 'Off', '': 'Same as the service' } as Record<string, string>,
  },
  hosts: {
    lead: 'With an empty list, every public page is allowed. A page that is on screen stays. The list is checked at the next change.',
    every: 'The list is empty: every public page is allowed.',
    kinds: { host: 'only this host', wild: 'its subdomains', all: 'every public host' },
    use: (hosts: number, signs: number) =>
      `${hosts === 1 ? '1 host in use' : `${hosts} hosts in use`}, ${signs === 1 ? '1 sign' : `${signs} signs`}`,
    unused: 'not in use',
    unsaved: 'not saved yet',
    remove: (host: string) => `Remove ${host}`,
    add: 'Add',
    addLabel: 'Add a host',
    wrong: 'Type a host like menu.example, or *.menu.example for its subdomains.',
    double: 'This host is already in the list.',
    lost: (host: string, signs: number, schedules: number) =>
      `${host} will no longer be allowed: ${signs === 1 ? '1 sign' : `${signs} signs`} and ${schedules === 1 ? '1 schedule' : `${schedules} schedules`} have a page there.`,
    lostFoot: 'These pages stay on screen. The next change to one of them is refused.',
    found: 'In use',
    notAllowed: 'not allowed',
  },
  check: {
    title: 'Would this page be allowed?',
    label: 'Page to check',
    button: 'Check',
    now: 'Now:',
    after: 'After saving:',
    yes: (rule: string | null) => (rule === null ? 'yes.' : `yes, because of ${rule}.`),
    no: (why: string) => `no. ${why}`,
    notListed: (host: string) => `${host} is not in the list.`,
    notPage: 'This is not a web address. It has to start with http:// or https://.',
    everyPublic: 'yes, if the host is public.',
  },
  usage: {
    title: 'Limits and their use',
    signs: 'Signs',
    events: 'Events',
    schedules: 'Schedules',
    storageBytes: 'Screenshots',
    of: (used: string, most: string) => `${used} of ${most}`,
    noLimit: (used: string) => `${used}, no limit`,
    full: 'The limit is reached.',
    lead: 'The operator of the service sets the limits.',
  },
  failed: {
    title: 'Failed messages',
    what: 'the failed messages',
    only: 'Only admins can see messages that were not delivered.',
    none: 'Each message was delivered, or is still being sent.',
    channels: { email: 'E-mail', push: 'Push', inbox: 'Inbox' } as Record<string, string>,
    to: (name: string, time: string) => `To ${isolated(name)}, failed ${time}.`,
    tried: (count: number) => (count === 1 ? 'Tried once.' : `Tried ${count} times.`),
    retry: 'Send again',
    retryOf: (button: string, title: string) => `${button}: ${isolated(title)}`,
    retried: 'The message is being sent again.',
    more: 'Show older ones',
  },
  save: 'Save',
  saved: 'The settings were saved.',
  unchanged: 'There is nothing to save.',
  version: (version: number, name: string | undefined, time: string) =>
    name ? `Version ${version}, ${isolated(name)}, ${time}` : `Version ${version}, ${time}`,
};
