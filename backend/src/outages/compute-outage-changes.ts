import { hostOf } from '@sign-display/contracts/group-outages-by-cause';
import type { ContentState } from '@sign-display/contracts/kiosk-events';
import type { OutageKind } from '@sign-display/contracts/rest/outages';
import type { Presence } from '@sign-display/contracts/rest/signs';
import type { Database } from '../db/database-types.ts';
import type { NewNotice } from './notice-queue.ts';
import { judgeStability, NEVER_CHANGED, stableAtMs, type Stability } from './judge-stability.ts';
import { OUTAGE_NOTICES } from './notice-types.ts';

/**
 * Which outages begin and end where a sign's facts become others (promises N3 and N5). Pure; invariants:
 *
 * - `offline` begins only where the sign was online before, and ends when it is online again.
 * - What is wrong with its page begins when the kiosk says so, and ends when the page is showing, or none is to be shown. A kiosk that loads it
 *   again, or is away, does not end it; nor does the next thing that is wrong: who was told hears of the end when all is well.
 * - A blank screen is beside that (promise K9): it begins when the kiosk says so, and ends when it says that the screen is not blank, or that no page is to
 *   be shown. Where it is not known (after a restart, in the background, of another page) nothing begins or ends. Older kiosks say nothing of the screen
 *   and have `error` for it: there it is what is wrong with the page.
 * - At most one of a kind is open, and it ends no earlier than it began, whatever the clocks of the nodes say.
 */

/** A record whose facts are other than they were: what they are, and what they were. */
export interface FactsChange {
  id: string;
  organizationId: string;
  eventId: string;
  name: string;
  location: string;
  /** The page that it is to show; null: none. */
  page: string | null;
  wasPresence: Presence | null;
  presence: Presence | null;
  /** Null: nobody has said. */
  contentState: ContentState | null;
  /** Whether the screen is blank, where `tellsBlank`; null: not known. */
  blank: boolean | null;
  /** False: an older kiosk, which says nothing of its screen. */
  tellsBlank: boolean;
  /** What the kiosk has reported to be wrong with its page; null where it is known from its state only. */
  problem: Exclude<OutageKind, 'offline'> | null;
  problemDetail: string | null;
  lastSeenAt: Date | null;
}

export type NewOutage = Omit<
  Database['outage'],
  'placeSigns' | 'address' | 'closedAt' | 'closedBy' | `acknowledged${string}`
>;
export type OpenOutage = Pick<NewOutage, 'id' | 'signRecordId' | 'kind' | 'since' | 'openedAt'>;

/** What is known of the signs, by their records. */
interface KnownSigns {
  open: ReadonlyMap<string, readonly OpenOutage[]>;
  stability: ReadonlyMap<string, Stability>;
}

export interface OutageChanges {
  opened: NewOutage[];
  closed: { id: string; signRecordId: string; closedAt: Date }[];
  /** Of the signs whose verdict changed. */
  stability: { signRecordId: string; stability: Stability }[];
  /** Of those the ones that are unstable, or were until now: until when, if the verdict does not change before; null: stable. */
  unstable: { signRecordId: string; untilMs: number | null }[];
  /** Of one sign in the order in which it happened. */
  notices: NewNotice[];
}

/** The first verdict on a device is none that changed. */
const isVerdictChange = ({ wasPresence, presence }: FactsChange): boolean =>
  wasPresence !== null && presence !== null && wasPresence !== presence;

/** What is wrong with a page, by the kiosk's word for it; null where nothing is, undefined where it does not say. */
function pageProblem(
  { contentState, tellsBlank, problem }: FactsChange,
  open: readonly OpenOutage[],
): OutageKind | null | undefined {
  if (contentState === 'error') return problem ?? (isOldBlank(tellsBlank, open) ? 'blank' : 'error');
  if (contentState === 'unreachable') return contentState;
  return contentState === 'showing' || contentState === 'idle' ? null : undefined;
}

/** A state of `error` is also an older kiosk's word for a blank screen. */
const isOldBlank = (tellsBlank: boolean, open: readonly OpenOutage[]): boolean =>
  !tellsBlank && open.some(({ kind }) => kind === 'blank');

/** Whether the screen is blank, by the kiosk's word for it; null where it does not say. */
const isBlank = ({ contentState, blank, tellsBlank }: FactsChange): boolean | null =>
  tellsBlank && contentState === 'idle' ? false : blank;

/** The kinds that begin and the outages that end. */
function turn(change: FactsChange, open: readonly OpenOutage[]): { begin: OutageKind[]; end: OpenOutage[] } {
  const begin: OutageKind[] = [];
  const problem = pageProblem(change, open);
  const blank = isBlank(change);
  const beginOnce = (kind: OutageKind): void => {
    if (![...begin, ...open.map((outage) => outage.kind)].includes(kind)) begin.push(kind);
  };
  // Of a device that was never online nothing is told, whatever it has said (N3).
  const wasAlive = change.wasPresence !== null || change.presence === 'online';
  if (problem && wasAlive) beginOnce(problem);
  if (blank && wasAlive) beginOnce('blank');
  if (isVerdictChange(change) && change.presence === 'offline') beginOnce('offline');
  const isOver: Record<OutageKind, boolean> = {
    offline: change.presence === 'online',
    unreachable: problem === null,
    error: problem === null,
    blank: change.tellsBlank ? blank === false : problem === null,
  };
  const end = open.filter(({ kind }) => isOver[kind]);
  return {
    begin,
    end: end.toSorted((one, other) => Number(other.kind === 'offline') - Number(one.kind === 'offline')),
  };
}

/** What the changes of a batch, each of another sign, begin and end at `nowMs`. `makeId` is the identifier of an outage. */
export function changeOutages(
  changes: readonly FactsChange[],
  known: KnownSigns,
  nowMs: number,
  makeId: () => string,
): OutageChanges {
  const made: OutageChanges = { opened: [], closed: [], stability: [], unstable: [], notices: [] };
  const now = new Date(nowMs);
  for (const change of changes) {
    const { id: signRecordId, organizationId, eventId, name: signName } = change;
    const before = known.stability.get(signRecordId) ?? NEVER_CHANGED;
    const stability = isVerdictChange(change) ? judgeStability(before, nowMs) : before;
    if (stability !== before) made.stability.push({ signRecordId, stability });
    const countsAtMs = stableAtMs(stability, nowMs);
    if (stability !== before && (countsAtMs !== null || before.unstableSinceMs !== null))
      made.unstable.push({ signRecordId, untilMs: countsAtMs });
    const of = { organizationId, eventId, signRecordId, signName };
    const stableAt = countsAtMs === null ? null : new Date(countsAtMs);
    const { begin, end } = turn(change, known.open.get(signRecordId) ?? []);
    for (const { id: outageId, kind, since, openedAt } of end) {
      const closedAt = openedAt > now ? openedAt : now;
      made.closed.push({ id: outageId, signRecordId, closedAt });
      made.notices.push({ ...of, kind: OUTAGE_NOTICES[kind].ends, outageId, at: closedAt, since, stableAt });
    }
    for (const kind of begin) {
      const { lastSeenAt, location, page } = change;
      const since = kind === 'offline' && lastSeenAt !== null && lastSeenAt < now ? lastSeenAt : now;
      const outageId = makeId();
      const detail = kind === change.problem ? change.problemDetail : null;
      made.opened.push({ id: outageId, ...of, location, host: hostOf(page), kind, since, openedAt: now });
      made.notices.push({ ...of, kind: OUTAGE_NOTICES[kind].begins, outageId, at: now, since, stableAt, detail });
    }
    if (stability.unstableSinceMs !== null && stability.unstableSinceMs !== before.unstableSinceMs)
      made.notices.push({ ...of, kind: 'sign_unstable', at: now });
  }
  return made;
}
