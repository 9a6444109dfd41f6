import { withoutLinks } from '../../mail/mail-name-sanitizer.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { headlineOf, wordsOf } from '../planning/describe-message.ts';
import { phaseOf, type MessagePart } from '../planning/group-message-by-cause.ts';
import { exactTime } from '../planning/format-event-local-time.ts';
import type { NotificationWords } from '../words/english.ts';

/**
 * Makes the sections of a mail, one for each part of a message, for both its text and its HTML. Names and kiosks'
 * details have no links and no line breaks. Pure.
 */
export interface MailSection {
  headline: string;
  /** The common cause of the signs, and what to check; null if there is none. */
  lead: string | null;
  rows: { name: string; what: string }[];
  /** The number of signs that are not listed. */
  more: number;
}

type Clock = (atMs: number) => string;

/** `12 min 36 s`, `45 s`, `2 h 5 min`. */
function exactDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Sorts entries by the second that their row shows. Rows of the same second are sorted by name, with numbers by value:
 * `Sign 2` before `Sign 10`.
 */
function inOrder(entries: readonly MessageEntry[]): MessageEntry[] {
  const secondOf = (entry: MessageEntry): number =>
    Math.floor((phaseOf(entry) === 'ended' ? entry.atMs : (entry.sinceMs ?? entry.atMs)) / 1_000);
  return entries.toSorted(
    (one, other) => secondOf(one) - secondOf(other) || byName.compare(one.signName, other.signName),
  );
}

/** Describes what happened to one sign and when: `last seen 19:38:08`. */
function whatOf(entry: MessageEntry, isNamed: boolean, clock: Clock, words: NotificationWords): string {
  const { times } = words;
  const { kind, atMs, sinceMs, closedAtMs, detail } = entry;
  const because = detail === null ? '' : ` (${withoutLinks(detail)})`;
  const named = isNamed ? `${wordsOf(entry, words).one}, ` : '';
  const from = sinceMs ?? atMs;
  if (closedAtMs !== null) {
    const fromTo = kind === 'sign_offline' ? times.offlineFromTo : times.fromTo;
    return `${fromTo(clock(from), clock(closedAtMs))}${because}`;
  }
  if (kind === 'sign_offline') return `${times.lastSeen(clock(from))}${because}`;
  if (kind === 'sign_unstable') return times.unstable(clock(atMs));
  if (sinceMs === null) return `${named}${times.at(clock(atMs))}${because}`;
  const isBack = phaseOf(entry) === 'ended';
  if (isBack) {
    const ended = kind === 'sign_online' ? times.onlineAgain : times.recovered;
    return ended(clock(atMs), exactDuration(atMs - from));
  }
  return `${named}${times.since(clock(from))}${because}`;
}

/** Describes what signs with a common cause share, and what to check. Null without a common cause. */
function leadOf(
  { cause, of, grown }: MessagePart,
  own: readonly MessageEntry[],
  clock: Clock,
  { lead }: NotificationWords,
): string | null {
  const [first] = own as [MessageEntry, ...MessageEntry[]];
  const times = own.map(({ sinceMs, atMs }) => sinceMs ?? atMs);
  const [fromMs, lastMs] = [Math.min(...times), Math.max(...times)];
  if (cause === null) return null;
  if (phaseOf(first) !== 'open') {
    const untilMs = Math.max(...own.map(({ atMs, closedAtMs }) => closedAtMs ?? atMs));
    // From the first sign that failed to the last that recovered, so no row shows a longer time.
    const ended = cause.kind === 'place' ? lead.placeEnded : lead.hostEnded;
    return ended(clock(fromMs), clock(untilMs), exactDuration(untilMs - fromMs));
  }
  if (cause.kind === 'host') {
    const host = withoutLinks(cause.name);
    return grown ? lead.hostGrown(grown.signs, host, first.kind) : lead.host(host);
  }
  const others = (of ?? own.length) - own.length;
  const secondsApart = Math.max(1, Math.ceil((lastMs - fromMs) / 1_000));
  return lead.place(own.length, others, secondsApart, clock(lastMs));
}

/** `most`: so many signs are listed in all. */
export function sectionsOf(
  message: { parts: readonly MessagePart[]; entries: readonly MessageEntry[]; at: Date; timeZone: string },
  most: number,
  words: NotificationWords,
): MailSection[] {
  const { parts, entries, at, timeZone } = message;
  const clock: Clock = (atMs) => exactTime(atMs, timeZone, at.getTime(), words);
  let left = most;
  return parts.map((part) => {
    const own = part.entries.map((nth) => entries[nth]!);
    const listed = inOrder(own).slice(0, left);
    left -= listed.length;
    // The headline of the others says what is wrong with all of them.
    const isNamed = part.cause?.kind === 'host' && phaseOf(own[0]!) === 'open';
    return {
      headline: withoutLinks(headlineOf(part, entries, words)),
      lead: leadOf(part, own, clock, words),
      rows: listed.map((entry) => ({
        name: withoutLinks(entry.signName),
        what: whatOf(entry, isNamed, clock, words),
      })),
      more: own.length - listed.length,
    };
  });
}
