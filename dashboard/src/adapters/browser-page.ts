/** What a person does. */
const DEEDS = ['pointermove', 'pointerdown', 'pointerup', 'wheel', 'keydown'];
/** Who never stops moving the pointer sees the signs change all the same. */
const CALM_WITHIN_FRAMES = 3;

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
  atNextFrame: (task: () => void) => void requestAnimationFrame(task),
  atCalmFrame(task: () => void): void {
    let frames = 0;
    const look = (): void => {
      frames += 1;
      if (frames <= CALM_WITHIN_FRAMES && isAnswering()) requestAnimationFrame(look);
      else task();
    };
    requestAnimationFrame(look);
  },
};

export const browserChance = (): number => Math.random();
