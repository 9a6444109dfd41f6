import { isolated } from '../isolate-direction.ts';
import { signTabs } from './sign-tabs.ts';

const times = (count: number): string => (count === 1 ? 'the last check failed' : `the last ${count} checks failed`);

/** The page of one sign. */
export const sign = {
  gone: 'This sign no longer exists',
  goneLead: 'The sign was deleted, or you are not a member of its organization.',
  loadingWhat: 'the sign',
  back: 'Back to the wall',
  nth: (nth: number, count: number, place: string) => `Sign ${nth} of ${count} in ${isolated(place)}`,
  previous: 'Previous sign',
  next: 'Next sign',
  more: 'More',
  tabs: {
    label: 'Sign',
    sign: 'Overview',
    signSchedule: 'Schedule',
    signHistory: 'History',
    signLogs: 'Logs',
    signContentFetches: 'Loaded content',
    signSettings: 'Settings',
  },
  chain: {
    label: 'From the service to the screen',
    service: 'Service',
    notRead: (time: string) => `The data of this sign has not been updated since ${time}.`,
    ours: 'Source of this data',
    content: { content_unreachable: 'Unreachable', content_error: 'Error' },
    nodes: (nodes: number, age: string) => `${nodes} ${nodes === 1 ? 'node' : 'nodes'}, up ${age}`,
    held: 'Checking status because our service was down',
    connection: 'Connection',
    lastHeartbeat: 'Last heartbeat',
    address: 'Address',
    device: 'Device',
    noDevice: 'not linked yet',
    restarting: 'Restart',
    restartingUntil: (time: string) => `restarting, expected back by ${time}`,
    contentLabel: 'Content',
    says: 'Reported by the sign',
    failures: times,
    also: 'Also',
    /** Where this sign fails; where it does not. */
    sameHost: (count: number) =>
      count === 1 ? '1 other sign with the same host fails too' : `${count} other signs with the same host fail too`,
    sameHostFails: (count: number) =>
      count === 1 ? '1 other sign with the same host fails' : `${count} other signs with the same host fail`,
    was: (what: string) => `was ${String(what).toLowerCase()}`,
    screen: 'Screen',
    goodPage: (time: string) => `last good page, on screen since ${time}`,
    blankCheck: 'Screen check',
    blank: 'single colour',
    notBlank: 'not blank',
    size: 'Size',
    pixels: (width: number, height: number, rotation: number) => `${width} × ${height}, rotation ${rotation}`,
    sinceTime: (time: string) => `since ${time}`,
    since: (time: string, age: string) => `since ${time}, ${age}`,
    ago: (age: string) => `${age} ago`,
    notKnown: 'unknown',
  },
  picture: {
    alt: (name: string) => `Screenshot of ${isolated(name)}`,
    none: 'No picture yet',
    noneLead: 'The sign sends a screenshot on request, or at the interval in its settings.',
    age: (time: string, age: string) => `${time}, ${age} ago`,
    because: {
      unlinked: (age: string) =>
        `This picture is ${age} old and was taken on the previous device. No device is linked now.`,
      offline: (age: string) => `This picture is ${age} old. The sign is offline, and its current content is unknown.`,
      page: (age: string) => `This picture is ${age} old and shows the previous page.`,
      old: (age: string) => `This picture is ${age} old. The sign may be showing something else by now.`,
    },
    failed: 'The picture could not be loaded.',
  },
  shows: {
    nothing: 'No page is set. The sign shows that it is ready.',
    nothingYet: 'No page is set.',
    noDevice: 'No device is linked.',
    assigned: 'assigned',
    schedule: 'set by the schedule',
    manual: 'set manually',
    until: (time: string) => `until ${time}`,
    end: 'End now',
    manualPage: 'Manual page',
    endPage: 'End manual page',
    endTitle: 'End the page that was set manually',
    /** What the sign shows after it; `page`: the assigned one. */
    after: {
      assigned: (page: string | null) =>
        page === null
          ? 'No page is assigned. The sign then shows that it is ready.'
          : `The sign then shows its assigned page, ${isolated(page)}.`,
      schedule: (page: string | null) =>
        page === null
          ? 'The sign then follows its schedule. While no schedule is active, it shows that it is ready.'
          : `The sign then follows its schedule. While no schedule is active, it shows its assigned page, ${isolated(page)}.`,
    },
    endAway: 'The sign is not connected. It changes when it reconnects.',
    ended: (name: string) => `You ended the manual page of ${isolated(name)}.`,
  },
  heartbeats: {
    title: 'Heartbeats',
    last: (kept: number, expected: number) => `${kept} of ${expected} in the last hour`,
    away: 'our service was down',
    noDevice: 'no heartbeats are expected because no device is linked',
    label: (kept: number, expected: number) => `${kept} of ${expected} heartbeats were received in the last hour`,
  },
  plots: {
    title: 'Measurements of the last hour',
    cpu: 'CPU load',
    cpuUnit: 'share of all cores, 0 to 100 %',
    memory: 'Memory used',
    memoryUnit: (most: string) => `0 to ${most} GB`,
    temperature: 'Temperature',
    temperatureUnit: (most: number) => `0 to ${most} °C`,
    page: 'Page check',
    pageUnit: (most: number) => `response time, 0 to ${most} s`,
    nothing: 'No measurements are available.',
    /** The last value of a sign that is not heard. */
    was: (value: string) => `last known: ${value}`,
    what: 'the measurements',
  },
  commands: {
    title: 'Commands',
    none: 'No commands have been sent yet.',
    what: 'the commands',
    by: 'the service',
    until: (time: string) => `until ${time}`,
    names: {
      refresh: 'Refresh',
      reboot: 'Restart app',
      reboot_device: 'Restart device',
      set_background_mode: 'Background mode',
      update: 'Update app',
      fetch_logs: 'Fetch logs',
      screenshot: 'Screenshot',
      display_content: 'Show page',
      identify: 'Identify',
    } as Record<string, string>,
    background: { on: 'Send to background', off: 'Bring to foreground' },
    onlyOperators: 'Only operators and admins can send commands.',
    notSupported: 'The app of this sign does not support this command.',
    noneSupports: 'None of these signs supports this command.',
    onlyAdmins: 'Only admins can do this.',
    /** Why one was not done, by the code. */
    why: {
      sign_not_connected: 'The sign is not connected.',
      sign_not_linked: 'No device is linked.',
    },
    notConnected: 'The sign is not connected.',
    /** There is no other trace of it. */
    notSent: (what: string) =>
      `“${what}” was not sent because the sign is not connected. Check the sign’s power and network.`,
  },
  history: {
    title: 'History',
    none: (time: string) => `Nothing has happened since the sign was created (${time}).`,
    what: 'the history',
    all: 'All',
    outages: 'Outages of this sign',
    older: 'Older',
    /** Of what happened again and again; `first`: when it did first. */
    times: (count: number, first: string) => `${count} times since ${first}`,
    by: (what: string, name: string) => `${what} by ${isolated(name)}`,
    kinds: {
      claim: 'Claimed',
      link: 'Device linked',
      replace: 'Device replaced',
      unregister: 'Unregistered',
      delete: 'Deleted',
      update: 'Changed',
      command: 'Command',
      command_late: 'Late answer',
      content_displayed: 'Page shown',
      content_unreachable: 'Content unreachable',
      content_recovered: 'Content recovered',
      content_error: 'Content error',
      clone_detected: 'Another machine used this sign’s identity',
      status: 'Reported by the kiosk',
    } as Record<string, string>,
    /** What a kiosk says of its screen, by its word. */
    screen: {
      screen_blank: 'Screen blank',
      screen_recovered: 'The screen is no longer blank',
      changes_at_every_request: 'The page changes at every request',
    } as Record<string, string>,
    failed: {
      claim: 'Claim failed',
      link: 'Linking failed',
      replace: 'Replacing the device failed',
    } as Record<string, string>,
    proved: (seconds: string) => `page loaded in ${seconds} s`,
    attempt: (id: string) => `attempt ${id}`,
  },
  content: {
    button: 'Set content',
    title: 'What should the sign show?',
    url: 'Web page',
    urlHint: 'If you leave this empty, the sign shows that it is ready.',
    long: 'Duration',
    forGood: 'Until another page is set',
    untilTime: 'Until',
    untilLabel: 'End time',
    schedule: 'A schedule is active. It takes precedence over a page without an end time.',
    override: 'A page that was set manually with an end time is active. It takes precedence until it ends.',
    send: 'Set content',
    cancel: 'Cancel',
    close: 'Close',
    /** What failed. */
    change: 'Change the address',
    putBack: 'Restore the old page',
    steps: { told: 'Sent', loading: 'Loading', proved: 'Loaded', picture: 'Picture' },
    /** The state of a step, for screen readers. */
    states: { done: ': done', failed: ': failed', underWay: ': in progress', waiting: ': not yet' },
    waits: 'The sign is not connected. It will receive the page when it reconnects.',
    same: 'The sign is already showing this page.',
    failed: 'The sign can’t show this page. It keeps showing the last good page.',
    proof: 'This is the page that the sign loaded.',
    done: (name: string) => `You set the page of ${isolated(name)}.`,
    /** The field is empty. */
    takesAway: (page: string) =>
      `This removes ${isolated(page)}. After that, the sign only shows that it is ready. Press “Set content” to continue.`,
    overtaken: (page: string | null) =>
      page === null
        ? 'Someone has removed the page in the meantime. Press “Set content” to set your page.'
        : `Someone has set ${isolated(page)} in the meantime. Press “Set content” to replace it with your page.`,
  },
  ...signTabs,
};
