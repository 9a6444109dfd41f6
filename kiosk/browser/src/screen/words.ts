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
      'Open this page in a window that is not private and allow the page to store data. The page checks again every 30 seconds.',
    ],
  },
  taken: {
    title: 'This sign is open in another tab',
    below: [
      'Over HTTP, this browser can show only one sign, and that sign is open in another tab.',
      'Close this tab, or open the page over HTTPS to use a separate sign in each tab. If the other tab is closed, this tab becomes the sign within a few seconds.',
    ],
  },
};

const german: Record<Cause, Message> = {
  no_memory: {
    title: 'Dieser Tab kann kein Schild sein',
    below: [
      'Der Browser erlaubt dieser Seite nicht, Daten zu speichern. Das Schild würde daher seine Identität verlieren.',
      'Öffnen Sie diese Seite in einem nicht privaten Fenster und erlauben Sie der Seite, Daten zu speichern. Die Seite prüft alle 30 Sekunden, ob das möglich ist.',
    ],
  },
  taken: {
    title: 'Dieses Schild ist in einem anderen Tab geöffnet',
    below: [
      'Über HTTP kann dieser Browser nur ein einziges Schild anzeigen, und dieses ist bereits in einem anderen Tab geöffnet.',
      'Schließen Sie diesen Tab oder öffnen Sie die Seite über HTTPS, um in jedem Tab ein eigenes Schild zu nutzen. Wird der andere Tab geschlossen, übernimmt dieser Tab das Schild nach wenigen Sekunden.',
    ],
  },
};

export const WORDS: Record<Language, TabWords> = {
  en: { noSign: english, fullScreen: 'Full screen', untitled: 'Sign' },
  de: { noSign: german, fullScreen: 'Vollbild', untitled: 'Schild' },
};
