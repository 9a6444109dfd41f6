import { instantOf, wallTimeOf } from '../../times/convert-wall-time.ts';

/** The filters that the audit log and the log of content fetches have in their URLs. Pure. */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The first moment of a date in a zone, in ISO 8601. A day whose midnight a clock change skips begins an hour later. */
function startOf(day: string, timeZone: string): string | undefined {
  const ms = instantOf(`${day}T00:00`, timeZone) ?? instantOf(`${day}T01:00`, timeZone);
  return ms === null ? undefined : new Date(ms).toISOString();
}

/** The date of a moment in a zone: `2026-11-20`. */
export const dayOf = (atMs: number, timeZone: string): string => wallTimeOf(atMs, timeZone).slice(0, 10);

/** A day as a range. */
export function rangeOf(day: string, timeZone: string): { from?: string; to?: string } {
  const [from, to] = [startOf(day, timeZone), startOf(nextDay(day), timeZone)];
  return { ...(from && { from }), ...(to && { to }) };
}

/** A time of the URL in ISO 8601; undefined where the text is no time. */
export const timeIn = (text: string | undefined): string | undefined =>
  text !== undefined && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;

/** A text of the URL that is an ID of a record. */
export const idIn = (text: string | undefined): string | undefined =>
  text !== undefined && UUID.test(text) ? text : undefined;

/** `?outcome=denied&who=…`, or an empty text. */
export function searchText(search: object): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** The object without the fields that are undefined. */
export const definedOf = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
