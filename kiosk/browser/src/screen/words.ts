import type { Language } from '@sign-display/kiosk-screen/bridge';

/** All UI texts of this package. */

/** Why this tab can't be a sign: the browser refuses storage, or another tab is the only sign of this browser. */
export type Cause = 'no_memory' | 'taken';

interface Message {
  title: string;
  below: string[];
}

interface TabWords {
  noSign: Record<Cause, Message>;
  fullScreen: string;
  /** The title of a tab whose sign has no name; a code may follow. */
  untitled: string;
}

const english: Record<Cause, Message> = {
  no_memory: {
    title: 'This tab can’t be a sign',
    below: [
      'The browser does not let this page store anything, so the sign would forget who it is.',
      'Open the page in a window that is not private, and allow it to store data. The page tries again every 30 seconds.',
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

const german: Record<Cause, Message> = {
  no_memory: {
    title: 'Dieser Tab kann kein Schild sein',
    below: [
      'Der Browser lässt diese Seite nichts speichern, darum würde das Schild vergessen, wer es ist.',
      'Öffnen Sie die Seite in einem Fenster, das nicht privat ist, und erlauben Sie ihr, Daten zu speichern. Die Seite versucht es alle 30 Sekunden wieder.',
    ],
  },
  taken: {
    title: 'Ein anderer Tab ist dieses Schild',
    below: [
      'Über http kann dieser Browser nur ein einziges Schild sein, und dieses Schild ist in einem anderen Tab.',
      'Schließen Sie diesen Tab, oder öffnen Sie die Seite über https, um in jedem Tab ein Schild zu haben.',
    ],
  },
};

export const WORDS: Record<Language, TabWords> = {
  en: { noSign: english, fullScreen: 'Full screen', untitled: 'Sign' },
  de: { noSign: german, fullScreen: 'Vollbild', untitled: 'Schild' },
};
