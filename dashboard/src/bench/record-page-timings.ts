import type { Page } from 'playwright-core';

/** What a page notes of itself while it is used. Times are of its own clock, in ms. */
export interface Notes {
  /** Tasks over 50 ms: when they began, and for how long. */
  tasks: [startMs: number, durationMs: number][];
  /** Taps and keys: until the picture after them. */
  taps: number[];
  /** Pictures that the reader of codes read: when the page had its reply, and how long it took the worker. */
  reads: [endMs: number, durationMs: number][];
  /** When the camera's first picture came. */
  cameraMs: number | null;
  /** When the button stood there that confirms the sign. */
  foundMs: number | null;
}

/** The browser names only what takes two of its frames; what is quicker is quick enough. */
const SHORTEST_EVENT_MS = 16;

const script = (found: string): string => `
  const notes = (window.notes = { tasks: [], taps: [], reads: [], cameraMs: null, foundMs: null });
  const note = (type, take, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  note('longtask', ({ startTime, duration }) => notes.tasks.push([startTime, duration]));
  note('event', ({ interactionId, duration }) => interactionId > 0 && notes.taps.push(duration), {
    durationThreshold: ${SHORTEST_EVENT_MS},
  });
  document.addEventListener('playing', () => (notes.cameraMs ??= performance.now()), true);
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...given) {
    const atMs = performance.now();
    const done = ({ data }) => notes.reads.push([performance.now(), data.tookMs ?? performance.now() - atMs]);
    this.addEventListener('message', done, { once: true });
    return post.apply(this, given);
  };
  new MutationObserver(() => {
    const isFound = () => [...document.querySelectorAll('button')].some(({ textContent }) => textContent.trim() === ${JSON.stringify(found)});
    if (notes.cameraMs !== null && notes.foundMs === null && isFound()) notes.foundMs = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

/** Lets the reader's worker add to each reply how long the picture took, without the page's own thread. Its listener comes first: it captures. */
const TIME_READS = `{
  let atMs = 0;
  const post = self.postMessage;
  addEventListener('message', () => void (atMs = performance.now()), true);
  self.postMessage = (reply) => post.call(self, { ...reply, tookMs: performance.now() - atMs });
}`;

/** Lets every document of the page note what it does from now on. `found`: what stands on the button that confirms the sign. */
export async function watch(page: Page, found: string): Promise<void> {
  // One that is closed again before it heard of this has nothing to tell.
  page.on('worker', (worker) => void worker.evaluate(TIME_READS).catch(() => undefined));
  await page.addInitScript(script(found));
}

/** What the present document noted. */
export const notesOf = (page: Page): Promise<Notes> => page.evaluate<Notes>('notes');
