import { LIMITS } from '@sign-display/contracts/limits';
import { CURSOR_FORMS, decodeCursor, encodeCursor, type CursorForm } from './cursor.ts';

/** How a list is sorted: the values that its cursors hold, and the place in the list that they mean. */
interface Order<Row, Place> {
  forms: readonly CursorForm[];
  valuesOf(row: Row): string[];
  placeOf(values: string[]): Place;
}

/** A place in a list by time: after the row of this moment and identifier. */
export interface TimePosition {
  at: Date;
  id: string;
}

export const BY_ID: Order<{ id: string }, string> = {
  forms: [CURSOR_FORMS.uuid],
  valuesOf: ({ id }) => [id],
  placeOf: ([id]) => id!,
};
/** People have better-auth's identifiers. */
export const BY_USER_ID: typeof BY_ID = { ...BY_ID, forms: [CURSOR_FORMS.userId] };
export const BY_SEQ: Order<{ seq: number }, number> = {
  forms: [CURSOR_FORMS.seq],
  valuesOf: ({ seq }) => [String(seq)],
  placeOf: ([seq]) => Number(seq),
};
export const BY_TIME: Order<{ at: Date }, Date> = {
  forms: [CURSOR_FORMS.timestamp],
  valuesOf: ({ at }) => [at.toISOString()],
  placeOf: ([at]) => new Date(at!),
};
export const BY_TIME_AND_ID: Order<{ at: Date | string; id: string }, TimePosition> = {
  forms: [CURSOR_FORMS.timestamp, CURSOR_FORMS.uuid],
  valuesOf: ({ at, id }) => [new Date(at).toISOString(), id],
  placeOf: ([at, id]) => ({ at: new Date(at!), id: id! }),
};

/** The page that a query asks for, of a list in this order; `validation_failed` for a cursor that the list did not give. */
export function openPage<Row, Place>(
  { forms, valuesOf, placeOf }: Order<Row, Place>,
  query: { cursor?: string | undefined; limit?: number | undefined },
) {
  const decoded = decodeCursor(query.cursor, forms);
  if ('refusal' in decoded) return decoded.refusal;
  const limit = query.limit ?? LIMITS.pageSize;
  return {
    /**
     * Reads the page by `list`, which gives up to `most` rows after a place, null at the list's start: one row more than the page may hold says
     * that there is a next one.
     */
    async read<Found extends Row, Item>(
      list: (after: Place | null, most: number) => Promise<readonly Found[]>,
      view: (row: Found) => Item,
    ) {
      const rows = await list(decoded.after && placeOf(decoded.after), limit + 1);
      const shown = rows.slice(0, limit);
      const nextCursor = rows.length > limit ? encodeCursor(valuesOf(shown.at(-1)!)) : null;
      return { items: shown.map((row) => view(row)), nextCursor };
    },
  };
}

/** The view of rows that are what the client is told. */
export const asItIs = <Row>(row: Row): Row => row;
