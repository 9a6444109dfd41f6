import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';
import { findOutages } from '../../outages/acknowledgements-repository.ts';
import { beginsOutage } from '../planning/plan-messages.ts';
import { describeEventStatus, readEventStatus, type EventStatus } from '../planning/count-and-describe-signs.ts';
import type { NotificationWords } from '../words/english.ts';
import type { Message } from './message-cache.ts';
import { describeSince, type CurrentStatus, type Since } from './current-status-text.ts';

/**
 * Reads the present state at the moment at which a mail or a push is sent (promise N11). A message may have waited an
 * hour for a mail server, and its outages may have ended or been acknowledged since.
 */

/** In a storm of mails, the present state is read once a second and not once per mail. */
const MADE_ANEW_AFTER_MS = 1_000;
const MOST_REMEMBERED = 8;

/** The facts that are read once for all readers of a message, whatever their language. */
interface Facts {
  status: EventStatus;
  outages: Since[];
  isOver: boolean;
}

/**
 * The returned function describes the present state, with times on the wall clock of `timeZone`. It rejects if a query
 * does.
 */
export function createCurrentStatus({ db, clock }: { db: Db; clock: Clock }) {
  const made = new Map<string, { atMs: number; facts: Promise<Facts> }>();

  async function read({ eventId, entries }: Message): Promise<Facts> {
    const status = await readEventStatus(db, eventId, clock.now());
    const open = entries.filter((entry) => beginsOutage(entry) && entry.closedAtMs === null);
    const ids = [...new Set(open.map(({ outageId }) => outageId!))];
    const known = new Map((await findOutages(db, ids)).map((outage) => [outage.id, outage]));
    // An outage that is no longer stored is not open.
    const outages = ids.map((id) => {
      const outage = known.get(id);
      return { isOver: outage?.closedAt !== null, knownBy: outage?.acknowledgedName ?? null };
    });
    // A message is over only if it reports nothing but outages: its other entries never end.
    const isOver = open.length > 0 && open.length === entries.length && outages.every((outage) => outage.isOver);
    return { status, outages, isOver };
  }

  function factsOf(message: Message): Promise<Facts> {
    const key = message.id;
    const nowMs = clock.monotonicMs();
    const found = made.get(key);
    if (found && nowMs - found.atMs < MADE_ANEW_AFTER_MS) return found.facts;
    const facts = read(message);
    made.delete(key);
    made.set(key, { atMs: nowMs, facts });
    if (made.size > MOST_REMEMBERED) made.delete(made.keys().next().value!);
    facts.catch(() => void (made.get(key)?.facts === facts && made.delete(key)));
    return facts;
  }

  return async (message: Message, timeZone: string, words: NotificationWords): Promise<CurrentStatus> => {
    const { status, outages, isOver } = await factsOf(message);
    const stand = describeEventStatus(status, timeZone, words);
    const since = describeSince(outages, words);
    return { line: since === null ? stand : `${stand} ${since}`, isOver };
  };
}
