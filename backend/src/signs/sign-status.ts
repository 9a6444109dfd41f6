import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { SignStatus } from '@sign-display/contracts/rest/signs';
import type { SignTable } from './tables.ts';

/** What a record's status follows from: what its kiosk says, and not what it was told to show. */
export type StatusFacts = Pick<Selectable<SignTable>, 'deviceSignId' | 'presence' | 'contentState' | 'mode'>;

/**
 * One word for people, derived, never stored (contract, section 3). `showing` is said only where the kiosk says that its page is up; a page
 * that is still on its way is `idle`. Its twin is `statusExpression`.
 */
export function statusOf({ deviceSignId, presence, contentState, mode }: StatusFacts): SignStatus {
  if (deviceSignId === null) return 'unlinked';
  if (presence !== 'online') return 'offline';
  if (contentState === 'unreachable') return 'content_unreachable';
  if (contentState === 'error') return 'content_error';
  if (mode === 'background') return 'background';
  return contentState === 'showing' ? 'showing' : 'idle';
}

/** SQL of the value that a column of `sign` has, or will have. */
type FactColumns = Record<'device_sign_id' | 'presence' | 'content_state' | 'mode', RawBuilder<unknown>>;

/**
 * `statusOf` in SQL, for filters and for what moves `status_since`. Of plain columns it is letter by letter what the indexes of
 * migration 0017 are made of; else they are not used.
 */
export const statusExpression = (columns: Partial<FactColumns> = {}): RawBuilder<SignStatus> => {
  const column = (name: keyof FactColumns) => columns[name] ?? sql.ref(`sign.${name}`);
  return sql<SignStatus>`(case
    when ${column('device_sign_id')} is null then 'unlinked'
    when ${column('presence')} is distinct from 'online' then 'offline'
    when ${column('content_state')} = 'unreachable' then 'content_unreachable'
    when ${column('content_state')} = 'error' then 'content_error'
    when ${column('mode')} = 'background' then 'background'
    when ${column('content_state')} = 'showing' then 'showing'
    else 'idle'
  end)`;
};
