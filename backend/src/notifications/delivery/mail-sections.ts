import { withoutLinks } from '../../mail/mail-name-sanitizer.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { headlineOf, failureText, wordsOf } from '../planning/describe-message.ts';
import { phaseOf, type MessagePart } from '../planning/group-message-by-cause.ts';
import { exactTime } from '../planning/format-event-local-time.ts';

/** What a mail says of each part of a message, for its text and its HTML alike. Names and what kiosks say are without links and on one line. Pure. */
export interface MailSection {
  headline: string;
  /** What its signs have in common, and what to look at; null where nothing is known of that. */
  lead: string | null;
  rows: { name: string; what: string }[];
  /** So many more signs are not listed. */
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

/** The second that a row shows first. Within it nobody sees an order of times, so names make it: `Sign 2` before `Sign 10`. */
function inOrder(entries: readonly MessageEntry[]): MessageEntry[] {
  const secondOf = (entry: MessageEntry): number =>
    Math.floor((phaseOf(entry) === 'ended' ? entry.atMs : (entry.sinceMs ?? entry.atMs)) / 1_000);
  return entries.toSorted(
    (one, other) => secondOf(one) - secondOf(other) || byName.compare(one.signName, other.signName),
  );
}

/** `last seen 19:38:08`: what became of one sign, when. */
function whatOf(entry: MessageEntry, isNamed: boolean, clock: Clock): string {
  const { kind, atMs, sinceMs, closedAtMs, detail } = entry;
  const because = detail === null ? '' : ` (${withoutLinks(detail)})`;
  const words = isNamed ? `${wordsOf(entry).one}, ` : '';
  const from = sinceMs ?? atMs;
  if (closedAtMs !== null)
    return `${kind === 'sign_offline' ? 'offline from' : 'from'} ${clock(from)} to ${clock(closedAtMs)}${because}`;
  if (kind === 'sign_offline') return `last seen ${clock(from)}${because}`;
  if (kind === 'sign_unstable') return `unstable at ${clock(atMs)}`;
  if (sinceMs === null) return `${words}at ${clock(atMs)}${because}`;
  const isBack = phaseOf(entry) === 'ended';
  if (isBack)
    return `${kind === 'sign_online' ? 'online again at' : 'recovered at'} ${clock(atMs)}, after ${exactDuration(atMs - from)}`;
  return `${words}since ${clock(from)}${because}`;
}

const apart = (ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
};

/** Of signs with a common cause: what they share, and what to look at. */
function leadOf({ cause, of, grown }: MessagePart, own: readonly MessageEntry[], clock: Clock): string | null {
  const [first] = own as [MessageEntry, ...MessageEntry[]];
  const times = own.map(({ sinceMs, atMs }) => sinceMs ?? atMs);
  const [fromMs, lastMs] = [Math.min(...times), Math.max(...times)];
  if (cause === null) return null;
  if (phaseOf(first) !== 'open') {
    const untilMs = Math.max(...own.map(({ atMs, closedAtMs }) => closedAtMs ?? atMs));
    // From the first that went to the last that came back: no row lasted longer.
    return `${cause.kind === 'place' ? 'Offline from' : 'From'} ${clock(fromMs)} to ${clock(untilMs)}, ${exactDuration(untilMs - fromMs)}.`;
  }
  if (cause.kind === 'host' && grown)
    return `In total, ${grown.signs} signs ${failureText(first.kind, withoutLinks(cause.name))}, although they are connected. Check that server and the network connection to it.`;
  if (cause.kind === 'host')
    return `All their pages are from ${withoutLinks(cause.name)}, and the signs are connected. Check that server and the network connection to it.`;
  const others = (of ?? own.length) - own.length;
  const look =
    others <= 0
      ? 'No sign there is working, so check what the whole place depends on: power and the network.'
      : `The other ${others === 1 ? 'sign' : `${others} signs`} there ${others === 1 ? 'is' : 'are'} not affected. Check what these ${own.length} have in common, such as a switch or a power strip.`;
  return `They went offline within ${apart(lastMs - fromMs)} of each other at ${clock(lastMs)}. ${look}`;
}

/** `most`: so many signs are listed in all. */
export function sectionsOf(
  message: { parts: readonly MessagePart[]; entries: readonly MessageEntry[]; at: Date; timeZone: string },
  most: number,
): MailSection[] {
  const { parts, entries, at, timeZone } = message;
  const clock: Clock = (atMs) => exactTime(atMs, timeZone, at.getTime());
  let left = most;
  return parts.map((part) => {
    const own = part.entries.map((nth) => entries[nth]!);
    const listed = inOrder(own).slice(0, left);
    left -= listed.length;
    // The headline of the others says what is wrong with all of them.
    const isNamed = part.cause?.kind === 'host' && phaseOf(own[0]!) === 'open';
    return {
      headline: withoutLinks(headlineOf(part, entries)),
      lead: leadOf(part, own, clock),
      rows: listed.map((entry) => ({
        name: withoutLinks(entry.signName),
        what: whatOf(entry, isNamed, clock),
      })),
      more: own.length - listed.length,
    };
  });
}
