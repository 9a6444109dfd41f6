/** What a feed needs of the page that it is on. */
export interface Page {
  /** Tells when trying again may help: the browser's network is back, or somebody looks at the page again. Returns how to stop. */
  onWorthATry(told: () => void): () => void;
  /** Runs `task` before the next picture of the page is drawn; of a page that nobody sees, when somebody sees it. */
  atNextFrame(task: () => void): void;
  /** The same for what nobody waits for: one task a frame, and none in a frame that answers a person, for a few frames at most. */
  atIdleFrame(task: () => void): void;
  /** The same, asked for once a person rests, at most 700 ms later: for what goes on in the frames after. */
  atRest(task: () => void): void;
  /** Whether this frame answers what a person did. */
  isAnswering(): boolean;
}
