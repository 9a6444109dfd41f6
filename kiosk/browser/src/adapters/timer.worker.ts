/**
 * Timers for the sign. A browser throttles the timers of a hidden tab to one a minute, but not those of its workers.
 * Takes `{ id, delayMs }` and posts the `id` after the delay; `{ id, delayMs: null }` cancels.
 */
interface Order {
  id: number;
  delayMs: number | null;
}

const timers = new Map<number, ReturnType<typeof setTimeout>>();

addEventListener('message', ({ data: { id, delayMs } }: MessageEvent<Order>) => {
  if (delayMs === null) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    return;
  }
  const fire = (): void => {
    timers.delete(id);
    postMessage(id);
  };
  timers.set(id, setTimeout(fire, delayMs));
});
