import type { Outage } from '@sign-display/contracts/rest/outages';
import { createSignal, type Accessor } from 'solid-js';
import type { Trouble } from '../api/session.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { useKeys } from '../features/use-keys.ts';
import { showUndoToast } from '../features/undo-toast.ts';
import { createSubmission } from '../features/submission.ts';
import { showToast } from '../ui/toasts.tsx';
import { useWallTools } from '../wall-context.ts';
import { acknowledge, takeBack, takesOutages } from './acknowledge-outages.ts';
import type { ExpectedAcknowledgement } from './expected-acknowledgement.ts';
import { openOf, type Group } from './outage-groups.ts';

/**
 * Acknowledges, with a note, the group's open outages that have no acknowledgement, or withdraws the acknowledgements
 * of all open outages.
 */
export function createAcknowledgement(seen: Seen, group: Accessor<Group>, expected: ExpectedAcknowledgement) {
  const { words, client, times, clock } = useWallTools();
  const said = words.outages.one;
  const take = takesOutages(seen.live);
  const [note, setNote] = createSignal('');
  async function back(ids: readonly string[]): Promise<Trouble | undefined> {
    const meant = new Set(ids);
    return expected.during(meant, null, () => takeBack(client, seen.event.id, ({ id }) => meant.has(id), take));
  }
  const saying = createSubmission(async () => {
    takingBack.reset();
    const ids = new Set(openOf(group()).flatMap(({ id, acknowledged }) => (acknowledged === null ? id : [])));
    const at = new Date(clock.now()).toISOString();
    const word = { by: { id: seen.me.user.id, name: seen.me.user.name }, at, note: note().trim() || null };
    const isMeant = ({ id }: Outage): boolean => ids.has(id);
    const answer = await expected.during(ids, word, () =>
      acknowledge(client, seen.event.id, { isMeant, note: note(), known: [], take }),
    );
    if (!answer.ok && 'taken' in answer) {
      const { by, at: takenAt } = answer.taken[0]!;
      const since = times.said(Date.parse(takenAt), 'seconds', seen.event.timeZone);
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
