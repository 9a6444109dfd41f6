import { conflict } from './conflict.ts';
import { leave } from './unsaved-changes.ts';
import { isolated } from '../isolate-direction.ts';

/** What stands on the other tabs of a sign’s page, and before what ends something. */
export const signTabs = {
  settings: {
    title: 'Settings',
    save: 'Save',
    saved: 'Saved.',
    unchanged: 'There is nothing to save.',
    fields: {
      name: 'Name',
      location: 'Location',
      zoom: 'Zoom',
      rotation: 'Rotation',
      reloadEverySeconds: 'Reload every (seconds)',
      screenshotEverySeconds: 'Screenshot every (seconds)',
      reachabilityIntervalMs: 'Check the page every (ms)',
      muted: 'Muted',
      showCursor: 'Show the pointer',
      idleMessage: 'Text when no page is set',
      logLevel: 'Log level',
    },
    hints: { zoom: '0.25 to 4', never: '0 means never' } as Record<string, string>,
    unset: 'default',
    stays: (fields: string) => `These settings can be changed but not removed: ${fields}.`,
    yes: 'Yes',
    no: 'No',
    only: 'Only operators and admins can change settings.',
    leave,
  },
  conflict,
  end: {
    replace: 'Replace device',
    link: 'Link a device',
    unregister: 'Unregister',
    unregisterTitle: (name: string) => `Unregister ${isolated(name)}?`,
    unregisterText: {
      now: 'The device shows its code again within a second and can be claimed by any event. Name, location, schedule and history are kept, and you can link another device.',
      away: 'The device is offline. It is unregistered immediately and shows its code when it reconnects. Any event can claim it then. Name, location, schedule and history are kept, and you can link another device.',
    },
    keep: 'Cancel',
    unregistered: (name: string) => `${isolated(name)} no longer has a device.`,
    /** Before a command that has no undo. */
    askTitle: (what: string, name: string) => `Send “${what}” to ${isolated(name)}?`,
    askText: {
      on: 'This takes the page off the screen. Visitors can’t see the page until you bring the sign to the foreground again. Page, settings and schedule are kept.',
      reboot: 'This cannot be undone. The sign shows no page for a few seconds. Page, settings and schedule are kept.',
      reboot_device:
        'This cannot be undone. The screen stays dark for about a minute until the device has restarted. Page, settings and schedule are kept.',
    },
    askAway:
      'The device is offline and can’t be reached. The command is not sent later. Try again when the device is online.',
    leave: 'Cancel',
    delete: 'Delete',
    deleteTitle: (name: string) => `Delete ${isolated(name)}?`,
    deleteText: {
      now: 'This deletes the sign along with its page and schedule. The device will show its code again. The history is kept. This cannot be undone.',
      away: 'This deletes the sign along with its page and schedule. The device is offline and will show its code when it reconnects. The history is kept. This cannot be undone.',
      none: 'This deletes the sign along with its page and schedule. It has no device. The history is kept. This cannot be undone.',
    },
    /** Said on the wall, where one lands. */
    deleted: (name: string) => `${isolated(name)} was deleted. You are now on the wall of its event.`,
    deleteTyped: 'Type the name of the sign',
  },
  clones: {
    title: 'Two machines with the same identity',
    lead: 'The first machine stays connected, and the new one is rejected. Decide which machine is the sign.',
    first: 'First machine with this identity',
    newcomer: 'New machine with this identity',
    tried: (count: number, time: string) =>
      count === 1 ? `tried to connect once, at ${time}` : `tried to connect ${count} times, last at ${time}`,
    decisions: {
      keep_first: 'Keep the first machine',
      accept_newcomer: 'Use the new machine',
      reset_both: 'Give each a new identity',
    },
    advice: {
      none: 'The machine that you don’t choose keeps this identity, so it can connect as this sign while the chosen machine is off. If a disk was copied, give each machine a new identity instead.',
      keep_first:
        'The new machine still has the identity and can take the place of the sign while the first one is off. If a disk was copied, give each machine a new identity.',
      accept_newcomer:
        'The first machine still has the identity and can take the place of the sign while the new one is off. If a disk was copied, give each machine a new identity.',
    },
    resetTitle: 'Give each machine a new identity?',
    resetText:
      'The sign loses its device. Each machine appears as a new sign and shows a code when it reconnects. Name, location, schedule and history are kept.',
    keep: 'Not now',
    decided: 'Your decision was saved.',
    what: 'the other machines',
    all: 'Effects of each decision, and all clones of the event',
  },
  logs: {
    title: 'Logs',
    fetch: 'Fetch logs',
    live: 'Live',
    liveHint: 'updates every 10 s',
    none: 'No log lines have been fetched yet.',
    noneFits: 'No log line matches the search.',
    find: 'Find in these lines',
    level: 'Level',
    levels: 'All levels',
    older: 'Older',
    what: 'the logs',
    lines: 'Log lines',
    kept: (count: number) => `Only the newest ${count.toLocaleString('en')} lines are stored.`,
  },
  fetches: {
    title: 'Loaded content',
    none: 'The sign has not reported loading any content.',
    what: 'the loaded content',
    at: 'Time',
    page: 'URL',
    answer: 'Answer',
    took: 'Took',
    size: 'Size',
    cache: 'from the cache',
    log: 'Filter and export',
  },
  schedule: {
    title: 'Schedule',
    now: 'On screen now',
    ofSign: 'This sign',
    ofEvent: 'Event',
    none: 'Nothing is scheduled.',
    what: 'the schedule',
    priority: (priority: number) => `priority ${priority}`,
    off: 'turned off',
    repeats: (rule: string) => `repeats: ${rule}`,
    exceptDays: (count: number) => (count === 1 ? 'except on 1 day' : `except on ${count} days`),
    order:
      'The entry with the higher priority is shown. If two entries have the same priority, the entry of this sign is shown. A page that was set manually takes precedence over all entries.',
  },
};
