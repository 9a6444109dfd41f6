import { createUserIdle } from './run-when-user-idle.ts';
import { browserClock } from './browser-clock.ts';
import { createIdleFrames } from './idle-frames.ts';

/** What a person does. Of fingers that scroll the page there are no moves but these. */
const DEEDS = ['pointermove', 'pointerdown', 'pointerup', 'wheel', 'keydown', 'touchmove'];

/** Whether this frame answers a person, and when one did something last. */
const acting = { isNow: false, lastMs: -Infinity };
function note(): void {
  acting.lastMs = browserClock.monotonicMs();
  if (acting.isNow) return;
  acting.isNow = true;
  requestAnimationFrame(() => setTimeout(() => (acting.isNow = false)));
}
for (const action of DEEDS) addEventListener(action, note, { capture: true, passive: true });
const isAnswering = (): boolean => acting.isNow;

const atNextFrame = (task: () => void): void => void requestAnimationFrame(task);
const atIdleFrame = createIdleFrames({ atNextFrame, isAnswering });

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
  atIdleFrame,
  atRest: createUserIdle({ clock: browserClock, actedMs: () => acting.lastMs, atIdleFrame }),
};

export const browserChance = (): number => Math.random();
