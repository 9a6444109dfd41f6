import { onOneLine } from '@sign-display/contracts/allowed-characters';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { OUTAGE_NOTICES, type MessageEntry } from '../../outages/notice-types.ts';
import { phaseOf, type MessagePart } from './group-message-by-cause.ts';
import { describeEventStatus, type EventStatus } from './count-and-describe-signs.ts';
import { wallTime } from './format-event-local-time.ts';

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
  clone_detected: {
    one: 'shares its identity with another machine',
    many: 'signs share their identity with another machine',
  },
  sign_unstable: { one: 'is unstable: it keeps going offline', many: 'signs are unstable' },
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

export const wordsOf = ({ kind, closedAtMs }: Pick<MessageEntry, 'kind' | 'closedAtMs'>): Words =>
  (closedAtMs === null ? undefined : OVER[kind]) ?? WORDS[kind];

const ENDS: ReadonlySet<NotificationKind> = new Set(Object.values(OUTAGE_NOTICES).map(({ ends }) => ends));

interface MessageContext {
  eventName: string;
  /** The event's: times are told on its wall clock. */
  timeZone: string;
  /** How its signs stand. */
  stand: EventStatus;
  parts: readonly MessagePart[];
}

const MOST_LINES = 10;

/** `90 s`, `12 min`, `3 h`. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds <= 90) return `${seconds} s`;
  return seconds <= 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

type Causes = Record<
  NonNullable<MessagePart['cause']>['kind'],
  (signs: string, name: string, kind: NotificationKind) => string
>;

/** What is wrong with the pages of one host: each kind of trouble by itself. */
const FAILS: Partial<Record<NotificationKind, [now: string, then: string]>> = {
  content_unreachable: ['can’t reach pages from', 'could not reach pages from'],
  screen_blank: ['show a single colour instead of pages from', 'showed a single colour instead of pages from'],
};
const failsOf = (kind: NotificationKind): [now: string, then: string] =>
  FAILS[kind] ?? ['can’t show pages from', 'could not show pages from'];
/** `can’t reach pages of menu.example` */
export const failureText = (kind: NotificationKind, host: string): string => `${failsOf(kind)[0]} ${host}`;

/** What is said of signs with a common cause: of what is so, of what has ended, and of what was over before it could be told. */
const CAUSES: Record<'open' | 'ended' | 'over', Causes> = {
  open: {
    place: (signs, name) => `${signs} offline at ${name}`,
    host: (signs, name, kind) => `${signs} ${failureText(kind, name)}`,
  },
  ended: {
    place: (signs, name) => `${signs} at ${name} are back online`,
    host: (signs, name) => `${signs} show pages from ${name} again`,
  },
  over: {
    place: (signs, name) => `${signs} at ${name} were offline and are back`,
    host: (signs, name, kind) => `${signs} ${failsOf(kind)[1]} ${name} for a while`,
  },
};

/** What a part of a message says, in a few words: `6 of 18 signs offline at Foyer Nord`. */
export function headlineOf({ cause, of, entries: nths, grown }: MessagePart, entries: readonly MessageEntry[]): string {
  const own = nths.map((nth) => entries[nth]!);
  const [first] = own as [MessageEntry, ...MessageEntry[]];
  const signs = new Set(own.map(({ signId }) => signId)).size;
  const phase = phaseOf(first);
  if (cause !== null) {
    if (grown) {
      const words = `${signs}${grown.isMore ? ' more' : ''} ${signs === 1 ? 'sign' : 'signs'}`;
      return `${CAUSES[phase][cause.kind](words, cause.name, first.kind)}; ${grown.signs} in all`;
    }
    const isOfAll = cause.kind === 'place' && phase === 'open' && of !== null && of >= signs;
    return CAUSES[phase][cause.kind](`${signs}${isOfAll ? ` of ${of}` : ''} signs`, cause.name, first.kind);
  }
  if (signs === 1) return `${first.signName} ${wordsOf(first).one}`;
  return `${signs}${of !== null && of >= signs ? ` of ${of}` : ''} ${wordsOf(first).many}`;
}

/** What a message says, in one line. */
export const headlinesOf = (parts: readonly MessagePart[], entries: readonly MessageEntry[]): string =>
  onOneLine(parts.map((part) => headlineOf(part, entries)).join(', '));

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

/** The first entries as lines. */
export function describeEntries(entries: readonly MessageEntry[], timeZone: string, nowMs: number): string[] {
  const lines = entries.slice(0, MOST_LINES).map((entry) => describeEntry(entry, timeZone, nowMs));
  const more = entries.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])];
}

export function describeMessage(
  entries: readonly MessageEntry[],
  { eventName, timeZone, stand, parts }: MessageContext,
  nowMs: number,
) {
  const kinds = new Set(entries.map(({ kind }) => kind));
  const [first] = kinds;
  return {
    kind: kinds.size === 1 ? first! : ('digest' as const),
    title: onOneLine(`${headlinesOf(parts, entries)} – ${eventName}`),
    // How things stand, not only what has changed (promise N11).
    text: [describeEventStatus(stand, timeZone), ...describeEntries(entries, timeZone, nowMs)].join('\n'),
  };
}
