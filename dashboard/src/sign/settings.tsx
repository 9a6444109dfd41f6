import type { Sign } from '@sign-display/contracts/rest/signs';
import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js';
import { createStore } from 'solid-js/store';
import { asked, type Trouble } from '../api/session.ts';
import { FormTrouble } from '../features/create-form.tsx';
import { showUndoToast } from '../features/undo-toast.ts';
import { RefusableButton } from '../features/focusable-disabled-button.tsx';
import { createSubmission } from '../features/submission.ts';
import { fieldErrorText } from '../features/error-text.ts';
import { useWallTools } from '../wall-context.ts';
import { Field } from '../ui/field.tsx';
import { showToast } from '../ui/toasts.tsx';
import { Conflict } from '../features/conflict/conflict-dialog.tsx';
import { changed, conflictOf, rebased, type ConflictRow } from '../features/conflict/compare-and-resolve-edits.ts';
import { UnsavedChanges } from '../features/unsaved-changes.tsx';
import type { SignSeen } from './sign-page-context.ts';
import { draftOf, FIELDS, leftOut, patchOf, SWITCHES, TEXTS, type Draft, type FieldName } from './settings-draft.ts';

const CHOICES: Partial<Record<FieldName, readonly string[]>> = {
  rotation: ['0', '90', '180', '270'],
  logLevel: ['debug', 'info', 'warn', 'error'],
  muted: ['true', 'false'],
  showCursor: ['true', 'false'],
};
const LAST_ITEMS = 20;
const NEVER: ReadonlySet<FieldName> = new Set(['reloadEverySeconds', 'screenshotEverySeconds']);
const isText = (field: FieldName): boolean => (TEXTS as readonly string[]).includes(field);
const pathOfField = (field: FieldName): string => (isText(field) ? `/${field}` : `/settings/${field}`);

/** One of a few values; the first stands for what the service takes where nothing is set. `locked`: why it can't be changed. */
function Choice(props: { field: FieldName; value: string; locked: string | undefined; onChange(value: string): void }) {
  const { words } = useWallTools();
  const said = words.sign.settings;
  const isSwitch = () => (SWITCHES as readonly string[]).includes(props.field);
  const name = (value: string): string => (isSwitch() ? (value === 'true' ? said.yes : said.no) : value);
  return (
    <Show
      when={props.locked === undefined}
      fallback={
        <Field
          label={said.fields[props.field]}
          locked={props.locked}
          value={props.value === '' ? said.unset : name(props.value)}
        />
      }
    >
      <label class="mb-3.5 block">
        <span class="mb-[5px] block font-[560]">{said.fields[props.field]}</span>
        <select
          name={props.field}
          class="h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-15"
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          <Show when={props.value === ''}>
            <option value="">{said.unset}</option>
          </Show>
          <For each={CHOICES[props.field]}>{(value) => <option value={value}>{name(value)}</option>}</For>
        </select>
      </label>
    </Show>
  );
}

/** Name, place and settings of a sign, saved under the version that was read. Where somebody was quicker, both stand side by side. */
export function Settings(props: { seen: SignSeen }) {
  const { words, client } = useWallTools();
  const said = words.sign.settings;
  const mayEdit = () => props.seen.may.command;
  const locked = () => (mayEdit() ? undefined : said.only);
  /** The record that the form was opened with. */
  const [base, setBase] = createSignal<Sign>(props.seen.record());
  const [draft, setDraft] = createStore<Draft>(draftOf(base()));
  const [conflict, setConflict] = createSignal<{ current: Sign; rows: ConflictRow<FieldName>[] }>();
  const touched = createMemo(() => changed(draftOf(base()), { ...draft }));
  const open = (record: Sign, then: Draft = { ...draft }): void => {
    setBase(record);
    setDraft(rebased({ ...draft }, then, draftOf(record)));
  };
  // Who has typed nothing sees what others saved; who has is asked when they save.
  createEffect(on(props.seen.record, (record) => touched().length === 0 && open(record), { defer: true }));

  async function save(wanted: Draft, fields: readonly FieldName[], from: Sign): Promise<Trouble | undefined> {
    const body = patchOf(wanted, fields);
    const sent = { ...draft };
    const kept = leftOut(wanted, fields).map((field) => said.fields[field]);
    if (body === null) {
      if (kept.length > 0) showToast(said.stays(kept.join(', ')), words.shell.toasts);
      setConflict();
      return void open(from);
    }
    const params = { id: from.id };
    const answer = await asked(client.call('PATCH /api/signs/:id', { params, body, ifMatch: from.version }));
    if (!answer.ok) {
      const { body: problem } = answer;
      if (problem?.code !== 'precondition_failed' || !problem.current) return problem;
      props.seen.take(problem.current);
      const rows = conflictOf(draftOf(base()), { ...draft }, draftOf(problem.current));
      setConflict({ current: problem.current, rows });
      return undefined;
    }
    props.seen.take(answer.body);
    const before = draftOf(from);
    open(answer.body, sent);
    setConflict();
    const done = kept.length > 0 ? `${said.saved} ${said.stays(kept.join(', '))}` : said.saved;
    showUndoToast(words, done, () => putBack(before, fields, answer.body), `settings ${from.id}`);
    return undefined;
  }
  /** A setting that was not there before stays: the contract can't take one away. */
  async function putBack(before: Draft, fields: readonly FieldName[], after: Sign): Promise<Trouble | undefined> {
    const body = patchOf(before, fields);
    if (body === null) return undefined;
    const answer = await asked(
      client.call('PATCH /api/signs/:id', { params: { id: after.id }, body, ifMatch: after.version }),
    );
    if (!answer.ok) return answer.body;
    props.seen.take(answer.body);
    open(answer.body, draftOf(base()));
    return undefined;
  }
  /** The record does not say who changed it; its history does. */
  async function whoChanged(id: string): Promise<string | undefined> {
    const query = { limit: LAST_ITEMS };
    const answer = await asked(client.call('GET /api/signs/:id/history', { params: { id }, query }));
    return answer.ok ? answer.body.items.find(({ kind }) => kind === 'update')?.actor?.name : undefined;
  }
  const submission = createSubmission(() => save({ ...draft }, touched(), base()));
  const error = (field: FieldName): string | undefined => {
    const message = submission.error(pathOfField(field));
    return message === undefined ? undefined : fieldErrorText(words, message, said.fields[field]);
  };
  const fields = FIELDS.filter((field) => !CHOICES[field]);
  return (
    <div class="max-w-[560px] p-4">
      <Show when={!mayEdit()}>
        <p class="mb-4 text-ink-2">{said.only}</p>
      </Show>
      <form onSubmit={(event) => void submission.submit(event)}>
        <For each={fields}>
          {(field) => (
            <Field
              label={said.fields[field]}
              name={field}
              locked={locked()}
              dir="auto"
              required={isText(field)}
              inputmode={isText(field) || field === 'idleMessage' ? 'text' : 'decimal'}
              placeholder={isText(field) || field === 'idleMessage' ? undefined : said.unset}
              hint={field === 'zoom' ? said.hints['zoom'] : NEVER.has(field) ? said.hints['never'] : undefined}
              value={draft[field]}
              onInput={(event) => setDraft(field, event.currentTarget.value)}
              error={error(field)}
            />
          )}
        </For>
        <For each={FIELDS.filter((field) => CHOICES[field])}>
          {(field) => (
            <Choice field={field} value={draft[field]} locked={locked()} onChange={(value) => setDraft(field, value)} />
          )}
        </For>
        <FormTrouble of={submission} />
        <div class="mt-4 flex items-center gap-3">
          <RefusableButton
            kind="primary"
            type="submit"
            whyNot={locked() ?? (touched().length === 0 ? said.unchanged : undefined)}
            isBusy={submission.isBusy()}
          >
            {said.save}
          </RefusableButton>
          <Show when={mayEdit() && touched().length === 0}>
            <span class="text-ink-3">{said.unchanged}</span>
          </Show>
        </div>
      </form>
      <UnsavedChanges words={said.leave} fields={touched().map((field) => said.fields[field])} />
      <Show when={conflict()} keyed>
        {({ current, rows }) => (
          <Conflict
            words={words.sign.conflict}
            version={current.version}
            current={draftOf(current)}
            rows={rows}
            who={() => whoChanged(current.id)}
            nameOf={(field) => said.fields[field]}
            sayValue={(value) => ({ true: said.yes, false: said.no })[value] ?? value}
            onTake={() => {
              setConflict();
              open(current);
            }}
            onSave={(wanted, sent) => save(wanted, sent, current)}
            onClose={() => setConflict()}
          />
        )}
      </Show>
    </div>
  );
}
