import type { Command, CommandState } from '@sign-display/contracts/rest/commands';

/** The commands of a sign as they are known: a list that was read, and rows that came since. Pure. */

/** How far each state is. Of two rows of one command the one that is further is the newer. */
const RANK: Record<CommandState, number> = { queued: 0, sent: 1, expired: 2, acked: 3, failed: 3, refused: 3 };

const newerOf = (one: Command, other: Command): Command => (RANK[other.state] > RANK[one.state] ? other : one);

/** Both together, newest first; of a command that is in both, the row that is further. */
export function merged(known: readonly Command[], told: readonly Command[]): Command[] {
  const rows = new Map<string, Command>();
  for (const row of [...known, ...told]) {
    const before = rows.get(row.commandId);
    rows.set(row.commandId, before ? newerOf(before, row) : row);
  }
  return Array.from(rows.values()).toSorted(
    (one, other) =>
      Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.commandId < other.commandId ? 1 : -1),
  );
}

/** Nothing more comes of it, but a late answer. */
export const isOver = ({ state }: Pick<Command, 'state'>): boolean => state !== 'queued' && state !== 'sent';

/** How much of its way a command has behind it, in hundredths. */
export const wayOf = ({ state }: Pick<Command, 'state'>): 0 | 50 | 100 =>
  state === 'acked' ? 100 : state === 'queued' ? 0 : 50;

/** How long it took from the sending to the answer, in ms; null where it has none, or was never sent. */
export function tookMs({ sentAt, finishedAt, state }: Command): number | null {
  if (sentAt === null || finishedAt === null || state !== 'acked') return null;
  return Math.max(0, Date.parse(finishedAt) - Date.parse(sentAt));
}
