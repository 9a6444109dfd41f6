/** All UI texts of this package. */

/** Why this tab can't be a sign: the browser refuses storage, or another tab is the only sign of this browser. */
export type Cause = 'no_memory' | 'taken';

interface Message {
  title: string;
  below: string[];
}

export const NO_SIGN: Record<Cause, Message> = {
  no_memory: {
    title: 'This tab can’t be a sign',
    below: [
      'The browser does not let this page store anything, so the sign would forget who it is.',
      'Open the page in a window that is not private, and allow it to store data.',
    ],
  },
  taken: {
    title: 'Another tab is this sign',
    below: [
      'Opened by http, this browser can be one sign only, and that sign is in another tab.',
      'Close this tab, or open the page by https to have a sign in each tab.',
    ],
  },
};

export const FULL_SCREEN = 'Full screen';
