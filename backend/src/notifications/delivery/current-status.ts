import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';
import { findOutages } from '../../outages/acknowledgements-repository.ts';
import { beginsOutage } from '../planning/plan-messages.ts';
import { describeEventStatus, readEventStatus } from '../planning/count-and-describe-signs.ts';
import type { Message } from './message-cache.ts';
import { describeSince, type CurrentStatus } from './current-status-text.ts';

/**
 * How things stand at the moment at which a mail or a push is sent (promise N11): it may have waited for a mail server for an hour, and what it tells of may be over,
 * or somebody may be at it.
 */

/** A storm of mails is said once a second how things stand, not two hundred times. */
const MADE_ANEW_AFTER_MS = 1_000;
const MOST_REMEMBERED = 8;

/** The returned function says it on the wall clock of `timeZone`. It rejects where the database does. */
export function createCurrentStatus({ db, clock }: { db: Db; clock: Clock }) {
  const made = new Map<string, { atMs: number; said: Promise<CurrentStatus> }>();

  async function make({ eventId, entries }: Message, timeZone: string): Promise<CurrentStatus> {
    const stand = describeEventStatus(await readEventStatus(db, eventId, clock.now()), timeZone);
    const open = entries.filter((entry) => beginsOutage(entry) && entry.closedAtMs === null);
    const ids = [...new Set(open.map(({ outageId }) => outageId!))];
    const known = new Map((await findOutages(db, ids)).map((outage) => [outage.id, outage]));
    // Of what was removed long ago nothing is open.
    const outages = ids.map((id) => {
      const outage = known.get(id);
      return { isOver: outage?.closedAt !== null, knownBy: outage?.acknowledgedName ?? null };
    });
    const since = describeSince(outages);
    // Of what it tells beside them nothing can be over.
    const isOver = open.length > 0 && open.length === entries.length && outages.every((outage) => outage.isOver);
    return { line: since === null ? stand : `${stand} ${since}`, isOver };
  }

  return (message: Message, timeZone: string): Promise<CurrentStatus> => {
    const key = `${message.id} ${timeZone}`;
    const nowMs = clock.monotonicMs();
    const found = made.get(key);
    if (found && nowMs - found.atMs < MADE_ANEW_AFTER_MS) return found.said;
    const said = make(message, timeZone);
    made.delete(key);
    made.set(key, { atMs: nowMs, said });
    if (made.size > MOST_REMEMBERED) made.delete(made.keys().next().value!);
    said.catch(() => void (made.get(key)?.said === said && made.delete(key)));
    return said;
  };
}
