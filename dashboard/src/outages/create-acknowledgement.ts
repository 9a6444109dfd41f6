import { createSignal, type Accessor } from 'solid-js';
import type { Trouble } from '../api/session.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { useKeys } from '../features/use-keys.ts';
import { showUndoToast } from '../features/undo-toast.ts';
import { createSubmission } from '../features/submission.ts';
import { showToast } from '../ui/toasts.tsx';
import { useWallTools } from '../wall-context.ts';
import { acknowledge, takeBack } from './acknowledge-outages.ts';
import { openOf, type Group } from './outage-groups.ts';

/** Says that somebody is at what of the group is open and has nobody, with a note; or takes it back of all that is open. */
export function createAcknowledgement(seen: Seen, group: Accessor<Group>, onChanged: () => void) {
  const { words, client, times } = useWallTools();
  const said = words.outages.one;
  const [note, setNote] = createSignal('');
  async function back(ids: readonly string[]): Promise<Trouble | undefined> {
    const meant = new Set(ids);
    const why = await takeBack(client, seen.event.id, ({ id }) => meant.has(id));
    onChanged();
    return why;
  }
  const saying = createSubmission(async () => {
    takingBack.reset();
    const ids = new Set(openOf(group()).flatMap(({ id, acknowledged }) => (acknowledged === null ? id : [])));
    const answer = await acknowledge(client, seen.event.id, ({ id }) => ids.has(id), note(), []);
    onChanged();
    if (!answer.ok && 'taken' in answer) {
      const { by, at } = answer.taken[0]!;
      const since = times.said(Date.parse(at), 'seconds', seen.event.timeZone);
      return void showToast(words.wallActions.atIt(by.name, since), words.shell.toasts);
    }
    if (!answer.ok) return answer.why;
    if (answer.outageIds.length === 0) showToast(words.wallActions.nothingOpen, words.shell.toasts);
    else showUndoToast(words, said.done, () => back(answer.outageIds));
    return undefined;
  });
  const takingBack = createSubmission(() => {
    saying.reset();
    return back(group().outages.map(({ id }) => id));
  });
  const may = () => seen.role !== 'viewer';
  const isOpen = () => group().untilMs === null;
  const isAsked = () => isOpen() && group().acknowledged === null;
  const say = (): void => void (may() && isAsked() && !saying.isBusy() && saying.submit());
  useKeys({ title: words.outages.title, bindings: [{ key: 'a', said: said.acknowledge, run: say }] });
  return { note, setNote, saying, takingBack, may, isOpen, isAsked, say };
}

export type AcknowledgementState = ReturnType<typeof createAcknowledgement>;
