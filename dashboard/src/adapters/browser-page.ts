import { createAtRest } from './at-rest.ts';
import { browserClock } from './browser-clock.ts';
import { createCalmFrames } from './calm-frames.ts';

/** What a person does. */
const DEEDS = ['pointermove', 'pointerdown', 'pointerup', 'wheel', 'keydown'];

/** Whether this frame answers a person, and when one did something last; from the first question on. */
const acting = (() => {
  let isAnswering = false;
  let lastMs = -Infinity;
  let isWatched = false;
  const note = (): void => {
    lastMs = browserClock.monotonicMs();
    if (isAnswering) return;
    isAnswering = true;
    requestAnimationFrame(() => setTimeout(() => (isAnswering = false)));
  };
  function watch(): void {
    if (isWatched) return;
    isWatched = true;
    for (const deed of DEEDS) addEventListener(deed, note, { capture: true, passive: true });
  }
  return { isAnswering: () => (watch(), isAnswering), lastMs: () => (watch(), lastMs) };
})();
const { isAnswering } = acting;

const atNextFrame = (task: () => void): void => void requestAnimationFrame(task);
const atCalmFrame = createCalmFrames({ atNextFrame, isAnswering });

/** The page in its tab, and its frames. */
export const browserPage = {
  onWorthATry(told: () => void) {
    const look = () => document.visibilityState === 'visible' && told();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', told);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', told);
    };
  },
  atNextFrame,
  isAnswering,
  atCalmFrame,
  atRest: createAtRest({ clock: browserClock, actedMs: acting.lastMs, atCalmFrame }),
};

export const browserChance = (): number => Math.random();
