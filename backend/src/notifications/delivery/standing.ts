import type { Clock } from '@sign-display/contracts/ports';
import type { Db } from '../../db/database.ts';
import { withoutLinks } from '../../mail/names-in-mails.ts';
import { findOutages } from '../../outages/acknowledgements.ts';
import { beginsOutage } from '../planning/plan-messages.ts';
import { describeStand, readStand } from '../planning/stand.ts';
import type { Message } from './message-memo.ts';

/**
 * How things stand at the moment at which a mail or a push is sent (promise N11): it may have waited for a mail server for an hour, and what it tells of may be over,
 * or somebody may be at it.
 */

/** Of the outages that a message tells of as open: what each is now. */
interface Since {
  isOver: boolean;
  /** Who is at it, where it is open. */
  knownBy: string | null;
}

/** What has become of what is told, in a line; null where all of it is as it is told. Pure. */
export function describeSince(outages: readonly Since[]): string | null {
  const count = outages.length;
  const over = outages.filter(({ isOver }) => isOver).length;
  const known = outages.filter(({ isOver, knownBy }) => !isOver && knownBy !== null);
  const [name, ...others] = new Set(known.map(({ knownBy }) => withoutLinks(knownBy!)));
  const who = others.length === 0 ? name : 'Somebody';
  const sentences: string[] = [];
  if (over > 0)
    sentences.push(
      count === 1 ? 'It is over.' : over === count ? 'All are over.' : `${over} ${over === 1 ? 'is' : 'are'} over.`,
    );
  if (known.length > 0) {
    const what = count === 1 ? 'it' : known.length === count ? 'all of them' : `${known.length} of them`;
    sentences.push(`${who} is at ${what}.`);
  }
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** A storm of mails is said once a second how things stand, not two hundred times. */
const MADE_ANEW_AFTER_MS = 1_000;
const MOST_REMEMBERED = 8;

/** The returned function says it in one line, on the wall clock of `timeZone`. It rejects where the database does. */
export function createStanding({ db, clock }: { db: Db; clock: Clock }) {
  const made = new Map<string, { atMs: number; line: Promise<string> }>();

  async function make({ eventId, entries }: Message, timeZone: string): Promise<string> {
    const stand = describeStand(await readStand(db, eventId, clock.now()), timeZone);
    const open = entries.filter((entry) => beginsOutage(entry) && entry.closedAtMs === null);
    const ids = [...new Set(open.map(({ outageId }) => outageId!))];
    const known = new Map((await findOutages(db, ids)).map((outage) => [outage.id, outage]));
    // Of what was removed long ago nothing is open.
    const since = describeSince(
      ids.map((id) => {
        const outage = known.get(id);
        return { isOver: outage?.closedAt !== null, knownBy: outage?.acknowledgedName ?? null };
      }),
    );
    return since === null ? stand : `${stand} ${since}`;
  }

  return (message: Message, timeZone: string): Promise<string> => {
    const key = `${message.id} ${timeZone}`;
    const nowMs = clock.monotonicMs();
    const found = made.get(key);
    if (found && nowMs - found.atMs < MADE_ANEW_AFTER_MS) return found.line;
    const line = make(message, timeZone);
    made.delete(key);
    made.set(key, { atMs: nowMs, line });
    if (made.size > MOST_REMEMBERED) made.delete(made.keys().next().value!);
    line.catch(() => void (made.get(key)?.line === line && made.delete(key)));
    return line;
  };
}
