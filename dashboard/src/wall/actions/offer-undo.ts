import { UNDOABLE_MS } from '@sign-display/contracts/limits';
import type { Trouble } from '../../api/session.ts';
import { showUndoToast } from '../../features/undo-toast.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { WallTools } from '../../wall-context.ts';
import { progressOf, undoableUntilOf, type Run } from './bulk-run-progress.ts';
import type { WallActions } from './wall-actions.tsx';
import { bulkText } from './bulk-text.ts';

/** One notice: an older one would hold the place of all that is to be said. */
const DEED = 'bulk closed';

const closedAs = ({ action }: Run): 'undo' | 'override' | 'set' => {
  if (action === 'undo') return 'undo';
  return 'override' in action ? 'override' : 'set';
};

/** What is left of a run whose card is closed: a notice with undo, which stays as long as there is one, or until it is closed as well. */
export function offerUndo(tools: WallTools, wallActions: Pick<WallActions, 'bulk' | 'seen' | 'tell'>, run: Run): void {
  const { words, times, clock } = tools;
  const { bulk, seen, tell } = wallActions;
  const nowMs = clock.now();
  const untilMs = undoableUntilOf(run, nowMs);
  if (untilMs === null) return;
  const said = words.wallActions.bulk.closed[closedAs(run)];
  async function undo(): Promise<Trouble | undefined> {
    const why = await bulk.undo(run);
    // Whose wall is left has no card to look at.
    if (why === undefined && bulk.isGone())
      showToast(words.wallActions.bulk.undone(progressOf(run).total), words.shell.toasts);
    if (why !== 'busy') return why;
    tell(why);
    offerUndo(tools, wallActions, run);
    return undefined;
  }
  const { title } = bulkText(words, run);
  const time = times.said(untilMs, 'time', seen.event.timeZone);
  // The service's clock may be another than ours.
  showUndoToast(words, said(title, time), undo, DEED, Math.min(untilMs - nowMs, UNDOABLE_MS));
}
