import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { Refusal } from '@sign-display/contracts/error-codes';
import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { checkQuota, type Quotas } from '../access/check-quotas.ts';
import type { Db } from '../db/database-types.ts';
import { checkPageForm } from '../urls/url-policy.ts';
import type { RestRefusal } from '../http/problem.ts';

type Order = Pick<CommandRequest, 'command'> & { args?: unknown };

/** What no schema says of a command, and holds for every organization. `under`: where the command is in the body, as a JSON pointer. */
export function checkOrder({ command, args }: Order, nowMs: number, under = ''): RestRefusal | null {
  if (command !== 'display_content') return null;
  const { url, until } = args as { url: string; until?: string };
  if (until !== undefined && Date.parse(until) <= nowMs) {
    const errors = [{ path: `${under}/args/until`, message: FIELD_MESSAGES.passed }];
    return { code: 'validation_failed', detail: 'The end time of this page has passed.', errors };
  }
  return checkPageForm(url);
}

/** The page that a command wants on the screen; null where it wants none. */
export const urlOf = ({ command, args }: Order): string | null =>
  command === 'display_content' ? (args as { url: string }).url : null;

/** `quota_exceeded` for a screenshot where the organization has used up its bytes of them (contract, 3.2); null for all else. */
export const checkStorage = async (
  db: Db,
  quotas: Quotas,
  organizationId: string,
  order: object,
): Promise<Refusal | null> =>
  'command' in order && order.command === 'screenshot'
    ? await checkQuota(db, quotas, organizationId, 'storageBytes', 1)
    : null;
