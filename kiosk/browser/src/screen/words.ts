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
      'The browser does not allow this page to store data, so the sign would lose its identity.',
      'Open the page in a window that is not private and allow it to store data. The page checks again every 30 seconds.',
    ],
  },
  taken: {
    title: 'This sign is open in another tab',
    below: [
      'Over http, this browser can show only one sign, and that sign is open in another tab.',
      'Close this tab, or open the page over https to use a sign in each tab. If the other tab is closed, this tab becomes the sign within a few seconds.',
    ],
  },
};

const german: Record<Cause, Message> = {
  no_memory: {
    title: 'Dieser Tab kann kein Schild sein',
    below: [
      'Der Browser erlaubt dieser Seite nicht, Daten zu speichern. Das Schild würde daher seine Identität verlieren.',
      'Öffnen Sie die Seite in einem nicht privaten Fenster und erlauben Sie ihr, Daten zu speichern. Die Seite prüft das alle 30 Sekunden erneut.',
    ],
  },
  taken: {
    title: 'Dieses Schild ist in einem anderen Tab geöffnet',
    below: [
      'Über http kann dieser Browser nur ein Schild anzeigen. Dieses Schild ist in einem anderen Tab geöffnet.',
      'Schließen Sie diesen Tab oder öffnen Sie die Seite über https, um in jedem Tab ein Schild zu nutzen. Wird der andere Tab geschlossen, übernimmt dieser Tab das Schild nach wenigen Sekunden.',
    ],
  },
};

export const WORDS: Record<Language, TabWords> = {
  en: { noSign: english, fullScreen: 'Full screen', untitled: 'Sign' },
  de: { noSign: german, fullScreen: 'Vollbild', untitled: 'Schild' },
};
