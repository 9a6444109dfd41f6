import type { LoadFailureReason } from '@sign-display/contracts/error-codes';

/** One row of the table of pages: how the content server answers, and what every kind of sign makes of it. */
export interface PageRow {
  /** Completes the sentence "A page …". */
  name: string;
  /** The answers by the part of the path behind the row's own URL; '' is the page itself. */
  answers: Readonly<Record<string, Answer>>;
  verdict: PageVerdict;
  /**
   * Set if a sign in a browser tab reaches another verdict, or can't reach this one. `check`: the verdict of the
   * service's check, if the frame reaches another one.
   */
  tab?: { verdict: PageVerdict; because: string; check?: PageVerdict };
}

export interface Answer {
  /** Each character is one byte. */
  bytes: string | ((places: Places) => string);
  /** What the server does with the connection afterwards; `close` if left out. */
  ending?: 'close' | 'reset' | 'stay';
}

/** The URLs of one row. */
export interface Places {
  /** The page itself, without a slash at its end. */
  here: string;
  /** The same page on the same server under another host name. */
  elsewhere: string;
  /** A URL whose port refuses every connection. */
  refusing: string;
}

export type PageVerdict =
  { shown: true; httpStatus: number | null } | { shown: false; reason: LoadFailureReason; cause: Cause };

/** The words by which a kiosk, real or virtual, and a tab name each cause. */
export const CAUSES = {
  status: { kiosk: /HTTP \d{3}|an error and nothing to show|UNEXPECTED_PROXY_AUTH/, tab: /answered with HTTP \d{3}/ },
  download: { kiosk: /download/, tab: /nothing that a frame can show/ },
  'no content': { kiosk: /not a page/, tab: /nothing that a frame can show/ },
  circle: { kiosk: /redirects in a loop/, tab: /leads on more than/ },
  redirect: { kiosk: /_REDIRECT|UNSAFE_PORT/, tab: /leads to/ },
  unreadable: {
    kiosk: /ERR_(INVALID|RESPONSE_HEADERS|CONTENT_DECODING)/,
    tab: /did not answer as a web server/,
  },
  'broken off': {
    kiosk: /ERR_(CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED|EMPTY_RESPONSE|CONNECTION_RESET)/,
    tab: /closed the connection/,
  },
  refused: { kiosk: /refused the connection/, tab: /refused the connection/ },
  late: { kiosk: /took longer than/, tab: /in time|took longer/ },
  'refuses frames': { kiosk: /^(?!)/, tab: /refuses to be shown in a frame/ },
} as const satisfies Record<string, { kiosk: RegExp; tab: RegExp }>;
export type Cause = keyof typeof CAUSES;
