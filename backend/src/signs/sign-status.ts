import { sql, type RawBuilder } from 'kysely';
import type { SignStatus } from '@sign-display/contracts/rest/signs';
import type { SignRow } from './sign-view.ts';

/** What a record's status follows from. `shownUrl` is the page of a schedule or an override while there is one; then it is what is shown. */
export type StatusFacts = Pick<SignRow, 'deviceSignId' | 'presence' | 'contentState' | 'mode' | 'url' | 'shownUrl'>;

/** One word for people, derived, never stored (contract, section 3). Its twin is `statusExpression`. */
export function statusOf({ deviceSignId, presence, contentState, mode, url, shownUrl }: StatusFacts): SignStatus {
  if (deviceSignId === null) return 'unlinked';
  if (presence !== 'online') return 'offline';
  if (contentState === 'unreachable') return 'content_unreachable';
  if (contentState === 'error') return 'content_error';
  if (mode === 'background') return 'background';
  return (shownUrl ?? url) === null ? 'idle' : 'showing';
}

/** SQL of the value that a column of `sign` has, or will have. */
type FactColumns = Record<
  'device_sign_id' | 'presence' | 'content_state' | 'mode' | 'url' | 'shown_url',
  RawBuilder<unknown>
>;

/**
 * `statusOf` in SQL, for filters and for what moves `status_since`. Of plain columns it is letter by letter what the indexes of
 * migration 0013 are made of; else they are not used.
 */
export const statusExpression = (columns: Partial<FactColumns> = {}): RawBuilder<SignStatus> => {
  const column = (name: keyof FactColumns) => columns[name] ?? sql.ref(`sign.${name}`);
  return sql<SignStatus>`(case
    when ${column('device_sign_id')} is null then 'unlinked'
    when ${column('presence')} is distinct from 'online' then 'offline'
    when ${column('content_state')} = 'unreachable' then 'content_unreachable'
    when ${column('content_state')} = 'error' then 'content_error'
    when ${column('mode')} = 'background' then 'background'
    when coalesce(${column('shown_url')}, ${column('url')}) is null then 'idle'
    else 'showing'
  end)`;
};
