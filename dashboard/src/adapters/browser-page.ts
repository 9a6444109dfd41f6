import { createCalmFrames } from './calm-frames.ts';

/** What a person does. */
const DEEDS = ['pointermove', 'pointerdown', 'pointerup', 'wheel', 'keydown'];

/** Whether this frame answers a person; from the first question on. */
const isAnswering = ((): (() => boolean) => {
  let is: boolean | undefined;
  const begin = (): void => {
    if (is) return;
    is = true;
    requestAnimationFrame(() => setTimeout(() => (is = false)));
  };
  return () => {
    if (is === undefined) for (const deed of DEEDS) addEventListener(deed, begin, { capture: true, passive: true });
    return (is ??= false);
  };
})();

const atNextFrame = (task: () => void): void => void requestAnimationFrame(task);

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
  atCalmFrame: createCalmFrames({ atNextFrame, isAnswering }),
};

export const browserChance = (): number => Math.random();
