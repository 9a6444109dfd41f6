import { onOneLine } from '@sign-display/contracts/plain-text';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { OUTAGE_NOTICES, type MessageEntry } from '../../outages/vocabulary.ts';
import { describeStand, type Stand } from './stand.ts';
import { wallTime } from './wall-time.ts';

/** A message in words: its title and a few lines, for the inbox, a push and the head of a mail. Pure. */

/** What is said of one sign and of several. */
interface Words {
  one: string;
  many: string;
}

const WORDS: Record<NotificationKind, Words> = {
  sign_offline: { one: 'is offline', many: 'signs offline' },
  sign_online: { one: 'is back online', many: 'signs back online' },
  content_unreachable: { one: 'can’t reach its page', many: 'signs can’t reach their page' },
  content_recovered: { one: 'shows its page again', many: 'signs show their page again' },
  content_error: { one: 'can’t show its page', many: 'signs can’t show their page' },
  screen_blank: { one: 'shows a blank screen', many: 'signs show a blank screen' },
  claim_completed: { one: 'was claimed', many: 'signs claimed' },
  sign_unregistered: { one: 'was unregistered', many: 'signs unregistered' },
  update_failed: { one: 'failed to update', many: 'signs failed to update' },
  clone_detected: { one: 'has a twin: another machine with its identity', many: 'signs have a twin' },
  sign_unstable: { one: 'is unstable: it keeps going offline and coming back', many: 'signs are unstable' },
};

/** Of what was over before it could be told: nobody is to think that it is so still. */
const OVER: Partial<Record<NotificationKind, Words>> = {
  sign_offline: { one: 'was offline and is back', many: 'signs were offline and are back' },
  content_unreachable: {
    one: 'could not reach its page for a while',
    many: 'signs could not reach their page for a while',
  },
  content_error: { one: 'could not show its page for a while', many: 'signs could not show their page for a while' },
  screen_blank: { one: 'was blank for a while', many: 'signs were blank for a while' },
};

const wordsOf = ({ kind, closedAtMs }: Pick<MessageEntry, 'kind' | 'closedAtMs'>): Words =>
  (closedAtMs === null ? undefined : OVER[kind]) ?? WORDS[kind];

const ENDS: ReadonlySet<NotificationKind> = new Set(Object.values(OUTAGE_NOTICES).map(({ ends }) => ends));

interface MessageContext {
  eventName: string;
  /** The event's: times are told on its wall clock. */
  timeZone: string;
  /** How its signs stand. */
  stand: Stand;
}

const MOST_LINES = 10;

/** `90 s`, `12 min`, `3 h`. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds <= 90) return `${seconds} s`;
  return seconds <= 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** Of entries of one kind that are all over, or all not. */
function titlePart(entries: readonly MessageEntry[], signTotal: number): string {
  const [first] = entries as [MessageEntry, ...MessageEntry[]];
  const signs = new Set(entries.map(({ signId }) => signId)).size;
  if (signs === 1) return `${first.signName} ${wordsOf(first).one}`;
  const isOfAll = first.kind === 'sign_offline' && first.closedAtMs === null && signTotal >= signs;
  return `${signs}${isOfAll ? ` of ${signTotal}` : ''} ${wordsOf(first).many}`;
}

function timesOf({ kind, atMs, sinceMs, closedAtMs }: MessageEntry, wall: (ms: number) => string): string {
  if (closedAtMs !== null) return `from ${wall(sinceMs ?? atMs)} to ${wall(closedAtMs)}`;
  if (sinceMs === null) return `at ${wall(atMs)}`;
  return ENDS.has(kind) ? `at ${wall(atMs)}, after ${duration(atMs - sinceMs)}` : `since ${wall(sinceMs)}`;
}

/** One entry as a line: what, since when, until when. `nowMs`: times of that day are told without the day. */
export function describeEntry(entry: MessageEntry, timeZone: string, nowMs: number): string {
  const { signName, detail } = entry;
  const times = timesOf(entry, (ms) => wallTime(ms, timeZone, nowMs));
  // Names are people's, and what is wrong is a kiosk's own word: neither makes a line of its own (promise A5).
  return onOneLine(`${signName} ${wordsOf(entry).one}, ${times}${detail === null ? '' : ` (${detail})`}`);
}

const isOver = ([first]: readonly MessageEntry[]): boolean => first!.closedAtMs !== null;

/** The first entries as lines. */
export function describeEntries(entries: readonly MessageEntry[], timeZone: string, nowMs: number): string[] {
  const lines = entries.slice(0, MOST_LINES).map((entry) => describeEntry(entry, timeZone, nowMs));
  const more = entries.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])];
}

export function describeMessage(
  entries: readonly MessageEntry[],
  { eventName, timeZone, stand }: MessageContext,
  nowMs: number,
) {
  const alike = Map.groupBy(entries, ({ kind, closedAtMs }) => `${kind} ${closedAtMs === null}`);
  // What is so now before what is over.
  const groups = [...alike.values()].toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)));
  const parts = groups.map((each) => titlePart(each, stand.total));
  const kinds = new Set(entries.map(({ kind }) => kind));
  const [first] = kinds;
  return {
    kind: kinds.size === 1 ? first! : ('digest' as const),
    title: onOneLine(`${parts.join(', ')} – ${eventName}`),
    // How things stand, not only what has changed (promise N11).
    text: [describeStand(stand, timeZone), ...describeEntries(entries, timeZone, nowMs)].join('\n'),
  };
}
