import { changed, FIELDS, type Draft, type FieldName } from './settings-draft.ts';

/** Two people edited one record (412): what each of them changed, side by side, and what comes of the choices. Pure. */

export interface ConflictRow {
  field: FieldName;
  theirs: string;
  mine: string;
  /** Null: that one did not touch it. */
  by: 'them' | 'me' | 'both';
  picked: 'theirs' | 'mine';
}

/** A row for each field that one of us changed since `base`, and that is not the same in both. What both changed is picked as I wrote it, until I say otherwise. */
export function conflictOf(base: Draft, mine: Draft, current: Draft): ConflictRow[] {
  return FIELDS.filter((field) => mine[field] !== current[field]).map((field) => {
    const [isMine, isTheirs] = [mine[field] !== base[field], current[field] !== base[field]];
    const by = isMine && isTheirs ? 'both' : isMine ? 'me' : 'them';
    return { field, theirs: current[field], mine: mine[field], by, picked: isMine ? 'mine' : 'theirs' };
  });
}

export const pick = (rows: readonly ConflictRow[], field: FieldName, picked: ConflictRow['picked']): ConflictRow[] =>
  rows.map((row) => (row.field === field && row.by === 'both' ? { ...row, picked } : row));

/** The record as it will be: theirs, with what is picked of mine. */
export function resolved(current: Draft, rows: readonly ConflictRow[]): Draft {
  const result = { ...current };
  for (const { field, mine, picked } of rows) if (picked === 'mine') result[field] = mine;
  return result;
}

/** What of mine is to be sent under the newer version. */
export const toSend = (current: Draft, rows: readonly ConflictRow[]): FieldName[] =>
  changed(current, resolved(current, rows));
