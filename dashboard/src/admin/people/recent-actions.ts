import type { AuditRow } from '@sign-display/contracts/rest/audit';
import type { Member } from '@sign-display/contracts/rest/organizations';
import { nameOf } from './people-list.ts';

/**
 * The name of what an audit row is about; undefined where neither the row nor the list of people has one. A person has the name of now, everything
 * else the name that the action gave. Pure.
 */
export function targetNameOf({ target, detail }: AuditRow, people: readonly Member[]): string | undefined {
  if (target.type === 'member') {
    const member = people.find(({ userId }) => userId === target.id);
    if (member) return nameOf(member);
  }
  const { name, email } = (detail ?? {}) as { name?: unknown; email?: unknown };
  return [name, email].find((text) => typeof text === 'string');
}
