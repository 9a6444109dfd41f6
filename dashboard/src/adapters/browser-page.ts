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
};

export const browserChance = (): number => Math.random();
