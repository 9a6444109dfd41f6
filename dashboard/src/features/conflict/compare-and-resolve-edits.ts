/** Two people edited one record (412): what each of them changed, side by side, and what comes of the choices. Pure. */

/** The fields of a record as they are written, by their names; each draft of a record has the same ones. */
export type Draft<Field extends string> = Record<Field, string>;

export interface ConflictRow<Field extends string> {
  field: Field;
  theirs: string;
  mine: string;
  /** Null: that one did not touch it. */
  by: 'them' | 'me' | 'both';
  picked: 'theirs' | 'mine';
}

const fieldsOf = <Field extends string>(draft: Draft<Field>) => Object.keys(draft) as Field[];

/** The fields that differ. */
export const changed = <Field extends string>(from: Draft<Field>, to: Draft<Field>): Field[] =>
  fieldsOf(from).filter((field) => from[field] !== to[field]);

/** What stands in the form when the record is another: what was typed since `then` stays, the rest is the record's. */
export const rebased = <Field extends string>(
  draft: Draft<Field>,
  then: Draft<Field>,
  record: Draft<Field>,
): Draft<Field> =>
  Object.fromEntries(
    fieldsOf(draft).map((field) => [field, draft[field] === then[field] ? record[field] : draft[field]]),
  ) as Draft<Field>;

/** A row for each field that one of us changed since `base`, and that is not the same in both. What both changed is picked as I wrote it, until I say otherwise. */
export function conflictOf<Field extends string>(
  base: Draft<Field>,
  mine: Draft<Field>,
  current: Draft<Field>,
): ConflictRow<Field>[] {
  return changed(mine, current).map((field) => {
    const [isMine, isTheirs] = [mine[field] !== base[field], current[field] !== base[field]];
    const by = isMine && isTheirs ? 'both' : isMine ? 'me' : 'them';
    return { field, theirs: current[field], mine: mine[field], by, picked: isMine ? 'mine' : 'theirs' };
  });
}

export const pick = <Field extends string>(
  rows: readonly ConflictRow<Field>[],
  field: Field,
  picked: 'theirs' | 'mine',
): ConflictRow<Field>[] => rows.map((row) => (row.field === field && row.by === 'both' ? { ...row, picked } : row));

/** The record as it will be: theirs, with what is picked of mine. */
export function resolved<Field extends string>(
  current: Draft<Field>,
  rows: readonly ConflictRow<Field>[],
): Draft<Field> {
  const result = { ...current };
  for (const { field, mine, picked } of rows) if (picked === 'mine') result[field] = mine;
  return result;
}

/** What of mine is to be sent under the newer version. */
export const toSend = <Field extends string>(current: Draft<Field>, rows: readonly ConflictRow<Field>[]): Field[] =>
  changed(current, resolved(current, rows));
