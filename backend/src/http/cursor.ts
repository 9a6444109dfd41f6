import type { RestRefusal } from './problem.ts';

/** Where a page begins: after the row with these values of the columns that the list is sorted by. */
type CursorValues = readonly string[];

const REFUSAL: RestRefusal = {
  code: 'validation_failed',
  detail: 'The cursor belongs to a different list.',
  errors: [{ path: '/cursor', message: 'is not one that this list gave' }],
};

/** The text of a cursor: opaque to a client, who hands it back as it is. */
export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Whether a text can be compared with the column. */
export type CursorForm = (text: string) => boolean;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** better-auth's own identifiers: text, not always a UUID. */
const USER_ID = /^[A-Za-z0-9_-]{1,100}$/;

function isTimestamp(text: string): boolean {
  const time = new Date(text);
  // The years that Postgres and the contract agree on.
  return /^[12]\d{3}-/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Forms of the values that our lists are sorted by. */
export const CURSOR_FORMS = {
  uuid: (text: string) => UUID.test(text),
  timestamp: isTimestamp,
  userId: (text: string) => USER_ID.test(text),
  seq: (text: string) => /^[1-9]\d{0,14}$/.test(text),
} as const;

/**
 * Reads a cursor back: as many texts as `forms`, each of which must match its form, so that what goes on to the database is what the column
 * can be compared with. Null without a cursor; a refusal (`validation_failed`) for anything that this list did not give.
 */
export function decodeCursor(
  cursor: string | undefined,
  forms: readonly CursorForm[],
): { after: string[] | null } | { refusal: RestRefusal } {
  if (cursor === undefined) return { after: null };
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return { refusal: REFUSAL };
  }
  if (!Array.isArray(values) || values.length !== forms.length) return { refusal: REFUSAL };
  const fits = forms.every((form, index) => typeof values[index] === 'string' && form(values[index]));
  return fits ? { after: values as string[] } : { refusal: REFUSAL };
}
