import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { Temporal } from 'temporal-polyfill';
import type { MessageEntry } from './vocabulary.ts';

/** A message in words: its title and a few lines, for the inbox, a push and the head of a mail. Pure. */

/** What is said of one sign and of several. */
const WORDS: Record<NotificationKind, { one: string; many: string }> = {
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

export interface MessageContext {
  eventName: string;
  /** The event's: times are told on its wall clock. */
  timeZone: string;
  /** How many signs of the event have a device. */
  signTotal: number;
}

export interface MessageText {
  /** Of all its entries, or `digest`. */
  kind: NotificationKind | 'digest';
  title: string;
  text: string;
}

const MOST_LINES = 10;

/** Names are people's, and what is wrong is a kiosk's own word: neither makes a line that looks as if this service had written it (promise A5). */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** `19:04`, or `20 Nov 19:04` where it is another day than `thanMs`. */
export function wallTime(atMs: number, timeZone: string, thanMs: number): string {
  const [at, than] = [atMs, thanMs].map((ms) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' });
  if (at.toPlainDate().equals(than.toPlainDate())) return time;
  return `${at.toLocaleString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}

function titlePart(kind: NotificationKind, entries: readonly MessageEntry[], signTotal: number): string {
  const signs = new Set(entries.map(({ signId }) => signId)).size;
  if (signs === 1) return `${entries[0]!.signName} ${WORDS[kind].one}`;
  const total = kind === 'sign_offline' && signTotal >= signs ? ` of ${signTotal}` : '';
  return `${signs}${total} ${WORDS[kind].many}`;
}

/** One entry as a line: what, since when, until when. `nowMs`: times of that day are told without the day. */
export function describeEntry(entry: MessageEntry, timeZone: string, nowMs: number): string {
  const { kind, signName, atMs, sinceMs, closedAtMs, detail } = entry;
  const when = wallTime(sinceMs ?? atMs, timeZone, nowMs);
  const times =
    closedAtMs === null
      ? `${sinceMs === null ? 'at' : 'since'} ${when}`
      : `from ${when} to ${wallTime(closedAtMs, timeZone, nowMs)}`;
  const what = closedAtMs === null ? WORDS[kind].one : WORDS[kind].one.replace(/^is\b/, 'was');
  return oneLine(`${signName} ${what}, ${times}${detail === null ? '' : ` (${detail})`}`);
}

export function describeMessage(
  entries: readonly MessageEntry[],
  { eventName, timeZone, signTotal }: MessageContext,
  nowMs: number,
): MessageText {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  const parts = Array.from(byKind, ([kind, each]) => titlePart(kind, each, signTotal));
  const lines = entries.slice(0, MOST_LINES).map((entry) => describeEntry(entry, timeZone, nowMs));
  const more = entries.length - lines.length;
  const [first] = byKind.keys();
  return {
    kind: byKind.size === 1 ? first! : 'digest',
    title: oneLine(`${parts.join(', ')} – ${eventName}`),
    text: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}
