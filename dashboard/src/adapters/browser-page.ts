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

/** What waits for a frame that answers nobody, the longest first. */
const calm: { task: () => void; frames: number }[] = [];
/** One task a frame: several that waited for the same person would make one long frame of it. */
function lookForCalm(): void {
  for (const one of calm) one.frames += 1;
  const isTurn = !isAnswering() || calm[0]!.frames > CALM_WITHIN_FRAMES;
  const [next] = isTurn ? calm.splice(0, 1) : [];
  if (calm.length > 0) requestAnimationFrame(lookForCalm);
  next?.task();
}

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
    calm.push({ task, frames: 0 });
    if (calm.length === 1) requestAnimationFrame(lookForCalm);
  },
};

export const browserChance = (): number => Math.random();
