/**
 * Timers for the sign. A browser lets a hidden tab's own timers run once a minute, and those of its workers as usual. Takes `{ id, delayMs }`, and answers with the
 * `id` when the time has come; `{ id, delayMs: null }` cancels.
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
