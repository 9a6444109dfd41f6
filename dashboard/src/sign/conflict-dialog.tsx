import type { Sign } from '@sign-display/contracts/rest/signs';
import { createResource, createSignal, Index, Show } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { FormTrouble } from '../features/form.tsx';
import { resourceValue } from '../features/resource-value.ts';
import { createSubmission } from '../features/submission.ts';
import { useWallTools } from '../wall-tools.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../ui/dialog.tsx';
import { Mark } from '../ui/status-mark.tsx';
import { isolated } from '../words/isolate-direction.ts';
import type { WallWords } from '../words/wall-words-loader.ts';
import { pick, resolved, toSend, type ConflictRow } from './conflict.ts';
import { draftOf, type Draft, type FieldName } from './settings-draft.ts';

const LAST_ITEMS = 20;

/** A field's value as it is read. */
const sayValue = ({ sign: { settings, conflict } }: WallWords, value: string): string =>
  ({ true: settings.yes, false: settings.no })[value] ?? (value === '' ? conflict.empty : value);

/** A value of one of us. Where both have one, it can be picked. */
function Side(props: { row: ConflictRow; side: 'theirs' | 'mine'; onPick(): void }) {
  const { words } = useWallTools();
  const said = words.sign.conflict;
  const isPicked = () => props.row.picked === props.side;
  const isUntouched = () => (props.side === 'mine' ? props.row.by === 'them' : props.row.by === 'me');
  const text = () => (isUntouched() ? said.unchanged : sayValue(words, props.row[props.side]));
  const content = () => (
    <>
      <Show when={isPicked() && props.row.by !== 'both'}>
        <Mark is="acked" size={12} />
      </Show>{' '}
      <bdi class="min-w-0">{text()}</bdi>
    </>
  );
  return (
    <td
      class="border-t border-line py-[5px] pe-2.5 align-top text-[calc(12.5rem/16)]"
      classList={{ 'font-[640]': isPicked(), 'text-ink-3': isUntouched() }}
    >
      <Show when={props.row.by === 'both'} fallback={content()}>
        <label class="flex cursor-pointer items-center gap-1.5 max-[700px]:min-h-12">
          <input type="radio" name={`pick-${props.row.field}`} checked={isPicked()} onChange={() => props.onPick()} />
          {content()}
        </label>
      </Show>
    </td>
  );
}

/** What two people made of one record, side by side, only where they differ. Nothing is written before a choice. */
export function Conflict(props: {
  current: Sign;
  rows: readonly ConflictRow[];
  onTake(): void;
  onSave(wanted: Draft, fields: FieldName[]): Promise<Trouble | undefined>;
  onClose(): void;
}) {
  const { words, client } = useWallTools();
  const said = words.sign.conflict;
  const [rows, setRows] = createSignal(props.rows);
  // The record does not say who changed it; its history does.
  const [who] = createResource(async () => {
    const params = { id: props.current.id };
    const answer = await asked(client.call('GET /api/signs/:id/history', { params, query: { limit: LAST_ITEMS } }));
    if (!answer.ok) return undefined;
    return answer.body.items.find(({ kind }) => kind === 'update')?.actor?.name;
  });
  const name = () => resourceValue(who) ?? said.somebody;
  const theirs = () => draftOf(props.current);
  /** What the record will be, where it differs. */
  const result = () =>
    rows()
      .map((row) => `${words.sign.settings.fields[row.field]} ${isolated(sayValue(words, row[row.picked]))}`)
      .join(', ');
  const saving = createSubmission(() => props.onSave(resolved(theirs(), rows()), toSend(theirs(), rows())));
  return (
    <Dialog isOpen onClose={() => props.onClose()} title={said.title(name())}>
      <DialogText>{said.lead}</DialogText>
      <table class="mt-2.5 w-full table-fixed text-start wrap-anywhere">
        <thead>
          <tr class="text-[calc(12.5rem/16)] text-ink-3 [&_th]:py-[5px] [&_th]:pe-2.5 [&_th]:text-start [&_th]:align-top [&_th]:font-[420]">
            <th class="w-1/4">
              <span class="sr-only">{said.field}</span>
            </th>
            <th>{said.theirs(name(), props.current.version)}</th>
            <th>{said.mine}</th>
          </tr>
        </thead>
        <tbody>
          <Index each={rows()}>
            {(row) => (
              <tr>
                <th class="border-t border-line py-[5px] pe-2.5 text-start align-top text-[calc(12.5rem/16)] font-[420] text-ink-3">
                  {words.sign.settings.fields[row().field]}
                </th>
                <Side row={row()} side="theirs" onPick={() => setRows((all) => pick(all, row().field, 'theirs'))} />
                <Side row={row()} side="mine" onPick={() => setRows((all) => pick(all, row().field, 'mine'))} />
              </tr>
            )}
          </Index>
        </tbody>
      </table>
      <p class="mt-2.5 text-[calc(12.5rem/16)] wrap-anywhere text-ink-2" role="status">
        {said.result(result())}
      </p>
      <FormTrouble of={saving} />
      <Actions>
        <Button onClick={() => props.onTake()}>{said.take}</Button>
        <Button kind="primary" aria-disabled={saving.isBusy()} onClick={() => void saving.submit()}>
          {said.save}
        </Button>
      </Actions>
    </Dialog>
  );
}
