import { onOneLine } from '@sign-display/contracts/allowed-characters';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { OUTAGE_NOTICES, type MessageEntry } from '../../outages/notice-types.ts';
import { english, type KindWords, type NotificationWords } from '../words/english.ts';
import { phaseOf, type MessagePart } from './group-message-by-cause.ts';
import { describeEventStatus, type EventStatus } from './count-and-describe-signs.ts';
import { wallTime } from './format-event-local-time.ts';

/** Writes the title and the lines of a message, for the inbox, a push and the head of a mail. Pure. */

export const wordsOf = (
  { kind, closedAtMs }: Pick<MessageEntry, 'kind' | 'closedAtMs'>,
  { kinds, kindsOver }: NotificationWords,
): KindWords => (closedAtMs === null ? undefined : kindsOver[kind]) ?? kinds[kind];

const ENDS: ReadonlySet<NotificationKind> = new Set(Object.values(OUTAGE_NOTICES).map(({ ends }) => ends));

interface MessageContext {
  eventName: string;
  /** The event's time zone, in which the text gives all times. */
  timeZone: string;
  /** The state of the event's signs. */
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

/** Sums up a part of a message in a few words: `6 of 18 signs offline at Foyer Nord`. */
export function headlineOf(
  { cause, of, entries: nths, grown }: MessagePart,
  entries: readonly MessageEntry[],
  words: NotificationWords,
): string {
  const own = nths.map((nth) => entries[nth]!);
  const [first] = own as [MessageEntry, ...MessageEntry[]];
  const signs = new Set(own.map(({ signId }) => signId)).size;
  const phase = phaseOf(first);
  if (cause !== null) {
    const isOfAll = !grown && cause.kind === 'place' && phase === 'open' && of !== null && of >= signs;
    const counted = { count: signs, of: isOfAll ? of : null, isMore: grown?.isMore === true };
    const headline =
      cause.kind === 'place'
        ? words.atPlace[phase](counted, cause.name)
        : words.onHost[phase](counted, cause.name, first.kind);
    return grown ? words.inAll(headline, grown.signs) : headline;
  }
  if (signs === 1) return `${first.signName} ${wordsOf(first, words).one}`;
  return words.several({ count: signs, of: of !== null && of >= signs ? of : null }, wordsOf(first, words));
}

/** Sums up a message in one line. */
export const headlinesOf = (
  parts: readonly MessagePart[],
  entries: readonly MessageEntry[],
  words: NotificationWords,
): string => onOneLine(parts.map((part) => headlineOf(part, entries, words)).join(', '));

/** Makes the title of a message, with its event: `6 of 18 signs offline at Foyer Nord – Opera`. */
export const titleOf = (
  message: { parts: readonly MessagePart[]; entries: readonly MessageEntry[]; eventName: string },
  words: NotificationWords,
): string => onOneLine(`${headlinesOf(message.parts, message.entries, words)} – ${message.eventName}`);

function timesOf(
  { kind, atMs, sinceMs, closedAtMs }: MessageEntry,
  wall: (ms: number) => string,
  { times }: NotificationWords,
): string {
  if (closedAtMs !== null) return times.fromTo(wall(sinceMs ?? atMs), wall(closedAtMs));
  if (sinceMs === null) return times.at(wall(atMs));
  return ENDS.has(kind) ? times.endedAt(wall(atMs), duration(atMs - sinceMs)) : times.since(wall(sinceMs));
}

/**
 * Describes an entry in one line: the problem, its start and its end. Times on the day of `nowMs` are written without
 * the day.
 */
export function describeEntry(entry: MessageEntry, timeZone: string, nowMs: number, words: NotificationWords): string {
  const { signName, detail } = entry;
  const times = timesOf(entry, (ms) => wallTime(ms, timeZone, nowMs, words), words);
  // People choose the names and kiosks the details, so line breaks in them are removed (promise A5).
  return onOneLine(`${signName} ${wordsOf(entry, words).one}, ${times}${detail === null ? '' : ` (${detail})`}`);
}

/** Describes the first entries, one per line. */
export function describeEntries(
  entries: readonly MessageEntry[],
  timeZone: string,
  nowMs: number,
  words: NotificationWords,
): string[] {
  const lines = entries.slice(0, MOST_LINES).map((entry) => describeEntry(entry, timeZone, nowMs, words));
  const more = entries.length - lines.length;
  return [...lines, ...(more > 0 ? [words.andMore(more)] : [])];
}

/** Makes the text that the inbox stores: in English, because all readers of the message share one text. */
export function describeMessage(
  entries: readonly MessageEntry[],
  { eventName, timeZone, stand, parts }: MessageContext,
  nowMs: number,
) {
  const kinds = new Set(entries.map(({ kind }) => kind));
  const [first] = kinds;
  return {
    kind: kinds.size === 1 ? first! : ('digest' as const),
    title: titleOf({ parts, entries, eventName }, english),
    // The text begins with the state of the event, not only with the changes (promise N11).
    text: [describeEventStatus(stand, timeZone, english), ...describeEntries(entries, timeZone, nowMs, english)].join(
      '\n',
    ),
  };
}
