/** What was seen of the page on screen (blank-watch.ts). */
export interface ViewWatch {
  /** Of the page that is being watched. */
  url: string | null;
  /** Samples in a row. */
  blankSamples: number;
  /** What heartbeats say; null: not known yet. */
  blank: boolean | null;
  /** What was last written down. */
  noted: boolean | null;
}

export const UNWATCHED: ViewWatch = { url: null, blankSamples: 0, blank: null, noted: null };
