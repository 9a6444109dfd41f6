/** What was seen of the page on screen (view-watch.ts). */
export interface ViewWatch {
  /** Of the page that is being watched. */
  url: string | null;
  /** Samples in a row. */
  blankSamples: number;
  /** Told as blank. */
  blank: boolean;
  /** Monotonic, of the first blank sample. */
  sinceMs: number;
  /** What was last written down. */
  noted: boolean | null;
}

export const UNWATCHED: ViewWatch = { url: null, blankSamples: 0, blank: false, sinceMs: 0, noted: null };
