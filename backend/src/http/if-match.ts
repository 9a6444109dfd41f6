import type { RestRefusal } from './problem.ts';

const NOT_A_VERSION: RestRefusal = {
  code: 'validation_failed',
  detail: 'If-Match must be the version of the record, such as "7".',
};

/**
 * The version that an `If-Match` asks for; null without the header. A version is one strong tag of digits. `*` and lists would overwrite what their
 * sender has not seen, and a weak tag never matches (promise M4): all of them are `validation_failed`.
 */
export function readIfMatch(header: string | undefined): { version: number | null } | RestRefusal {
  if (header === undefined) return { version: null };
  const tag = /^"(\d+)"$/.exec(header.trim());
  if (!tag) return NOT_A_VERSION;
  // Nine digits: what Postgres holds in an integer. No record has any other version.
  return { version: /^(0|[1-9]\d{0,8})$/.test(tag[1]!) ? Number(tag[1]) : -1 };
}

/** The `ETag` of an answer with one record. */
export const versionTag = ({ version }: { version: number }) => ({ etag: `"${version}"` });
