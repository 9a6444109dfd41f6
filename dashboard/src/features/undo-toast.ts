import type { Trouble } from '../api/session.ts';
import { showToast } from '../ui/toasts.tsx';
import type { Words } from '../words/words.ts';
import { errorText } from './error-text.ts';

/** Says in a toast what was done, with undo. Where undo fails, another toast says that what was done stays, and why. `action`: a later toast of the same takes their place. `forMs`: how long it can be undone, where the toast stays that long. */
export function showUndoToast(
  words: Words,
  said: string,
  undo: () => Promise<Trouble | undefined>,
  action = said,
  forMs?: number,
): void {
  const { toasts } = words.shell;
  async function takeBack(): Promise<void> {
    const why = await undo();
    if (why !== undefined) showToast(`${toasts.notUndone} ${errorText(words, why)}`, toasts, undefined, action);
  }
  showToast(said, toasts, () => void takeBack(), action, forMs);
}
