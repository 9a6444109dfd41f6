import { createResource, createSignal, Index, Show } from 'solid-js';
import type { Trouble } from '../../api/session.ts';
import { FormTrouble } from '../create-form.tsx';
import { resourceValue } from '../resource-value.ts';
import { createSubmission } from '../submission.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../../ui/dialog.tsx';
import { Mark } from '../../ui/status-mark.tsx';
import type { conflict as englishConflict } from '../../words/english/conflict.ts';
import { isolated } from '../../words/isolate-direction.ts';
import { pick, resolved, toSend, type ConflictRow, type Draft } from './compare-and-resolve-edits.ts';

type ConflictWords = typeof englishConflict;

interface SideProps<Field extends string> {
  words: ConflictWords;
  row: ConflictRow<Field>;
  side: 'theirs' | 'mine';
  sayValue(value: string, field: Field): string;
  onPick(): void;
}

/** A value of one of us. Where both have one, it can be picked. */
function Side<Field extends string>(props: SideProps<Field>) {
  const isPicked = () => props.row.picked === props.side;
  const isUntouched = () => (props.side === 'mine' ? props.row.by === 'them' : props.row.by === 'me');
  const text = () => (isUntouched() ? props.words.unchanged : props.sayValue(props.row[props.side], props.row.field));
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

/**
 * Shows the fields that two people set to different values, side by side. Nothing is saved until the person chooses. `who`: resolves with the name of
 * the other person; the dialog shows both versions meanwhile.
 */
export function Conflict<Field extends string>(props: {
  words: ConflictWords;
  version: number;
  current: Draft<Field>;
  rows: readonly ConflictRow<Field>[];
  who(): Promise<string | undefined>;
  nameOf(field: Field): string;
  sayValue(value: string, field: Field): string;
  onTake(): void;
  onSave(wanted: Draft<Field>, fields: Field[]): Promise<Trouble | undefined>;
  onClose(): void;
}) {
  const said = props.words;
  const [rows, setRows] = createSignal(props.rows);
  const [who] = createResource(() => props.who());
  const name = () => resourceValue(who) ?? said.somebody;
  const sayValue = (value: string, field: Field): string => (value === '' ? said.empty : props.sayValue(value, field));
  /** What the record will be, where it differs. */
  const result = () =>
    rows()
      .map((row) => `${props.nameOf(row.field)} ${isolated(sayValue(row[row.picked], row.field))}`)
      .join(', ');
  const saving = createSubmission(() => props.onSave(resolved(props.current, rows()), toSend(props.current, rows())));
  const side = (row: () => ConflictRow<Field>, is: 'theirs' | 'mine') => (
    <Side
      words={said}
      row={row()}
      side={is}
      sayValue={sayValue}
      onPick={() => setRows((all) => pick(all, row().field, is))}
    />
  );
  return (
    <Dialog isOpen onClose={() => props.onClose()} title={said.title(name())}>
      <DialogText>{said.lead}</DialogText>
      <table class="mt-2.5 w-full table-fixed text-start wrap-anywhere">
        <thead>
          <tr class="text-[calc(12.5rem/16)] text-ink-3 [&_th]:py-[5px] [&_th]:pe-2.5 [&_th]:text-start [&_th]:align-top [&_th]:font-[420]">
            <th class="w-1/4">
              <span class="sr-only">{said.field}</span>
            </th>
            <th>{said.theirs(name(), props.version)}</th>
            <th>{said.mine}</th>
          </tr>
        </thead>
        <tbody>
          <Index each={rows()}>
            {(row) => (
              <tr>
                <th class="border-t border-line py-[5px] pe-2.5 text-start align-top text-[calc(12.5rem/16)] font-[420] text-ink-3">
                  {props.nameOf(row().field)}
                </th>
                {side(row, 'theirs')}
                {side(row, 'mine')}
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
