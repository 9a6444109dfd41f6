import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { asked, type Trouble } from '../api/session.ts';
import type { WallTools } from '../wall-context.ts';
import type { SignSeen } from './sign-page-context.ts';

/** The longest that a command may wait for its sign. */
const DAY_SECONDS = 86_400;

/** Whether the sign shows a page that a person set by hand (promise M2). Pure. */
export const hasOverride = ({ sign }: Pick<SignSeen, 'sign'>): boolean => sign().shown.source === 'manual';

/** Whether that page has an end, so that it takes precedence over a page that somebody assigns. Pure. */
export const isOverridden = (seen: Pick<SignSeen, 'sign'>): boolean =>
  hasOverride(seen) && seen.sign().shown.until !== null;

export type EndedOverride = { ok: true; undo(): Promise<Trouble | undefined> } | { ok: false; why: Trouble };

/** Ends the manual override of the sign. `undo` sends the same page again, until the same time; a sign that is offline receives it when it is back. */
export async function endOverride({ client }: Pick<WallTools, 'client'>, { sign }: SignSeen): Promise<EndedOverride> {
  const { id, shown } = sign();
  const params = { id };
  const answer = await asked(client.call('DELETE /api/signs/:id/override', { params }));
  if (!answer.ok) return { ok: false, why: answer.body };
  return {
    ok: true,
    async undo() {
      const args = { url: shown.url!, ...(shown.until !== null && { until: shown.until }) };
      const waits = { wait: true, expiresInSeconds: DAY_SECONDS };
      const body: CommandRequest = { command: 'display_content', args, ...waits };
      const undone = await asked(client.call('POST /api/signs/:id/commands', { params, body }));
      return undone.ok ? undefined : undone.body;
    },
  };
}
