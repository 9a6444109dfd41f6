/** Who never stops moving the pointer sees the signs change all the same. */
export const IDLE_WITHIN_FRAMES = 3;

interface Frames {
  atNextFrame(look: () => void): void;
  /** Whether this frame answers a person. */
  isAnswering(): boolean;
}

/**
 * Runs what nobody waits for, the longest waiting first, in frames that answer nobody; the longest waiting also in one that does, once it has let three of those pass. One task a frame: several that
 * waited for the same person would make one long frame of it. A task that fails holds no other.
 */
export function createIdleFrames({ atNextFrame, isAnswering }: Frames): (task: () => void) => void {
  const waiting: { task: () => void; passed: number }[] = [];
  function look(): void {
    const isCalm = !isAnswering();
    const isTurn = isCalm || waiting[0]!.passed >= IDLE_WITHIN_FRAMES;
    if (!isCalm) for (const one of waiting) one.passed += 1;
    const [next] = isTurn ? waiting.splice(0, 1) : [];
    if (waiting.length > 0) atNextFrame(look);
    next?.task();
  }
  return (task) => {
    waiting.push({ task, passed: 0 });
    if (waiting.length === 1) atNextFrame(look);
  };
}
