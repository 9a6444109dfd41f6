import { addressOf, isBuilt, pathOf } from '@sign-display/contracts/page-paths';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { HUES, button, foot, heading, kicker, list, page, paragraph } from '../../mail/mail-html.ts';
import type { Mail } from '../../mail/message.ts';
import { quoted, withoutLinks } from '../../mail/mail-name-sanitizer.ts';
import { wrapped } from '../../mail/wrap-text.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { headlinesOf } from '../planning/describe-message.ts';
import { partsOf, phaseOf, type MessagePart } from '../planning/group-message-by-cause.ts';
import { exactTime, zoneName } from '../planning/format-event-local-time.ts';
import type { NotificationWords } from '../words/english.ts';
import { titleNow, type CurrentStatus } from './current-status-text.ts';
import { sectionsOf, type MailSection } from './mail-sections.ts';

/**
 * A mail lists this many signs and only counts the others. Some mail programs show no more than 102 kB, and the button
 * and the links come last.
 */
const MOST_LISTED = 300;

interface MailedMessage {
  eventId: string;
  eventName: string;
  /** The event's time zone, in which the mail gives all times. */
  timeZone: string;
  at: Date;
  entries: readonly MessageEntry[];
  /** Null if it is not known what the signs have in common. */
  parts: readonly MessagePart[] | null;
  publicUrl: string;
  /** The texts in the reader's language. */
  words: NotificationWords;
}

/** The reader of a mail, with the link that ends such mails. */
interface MailAddressee {
  id: string;
  to: string;
  unsubscribeUrl: string;
  /** Mutes the event for an hour. */
  snoozeUrl: string;
  /** The state of the event when the mail is sent (promise N11). */
  standing: CurrentStatus;
}

/** A rendered message, which becomes a mail for any reader. */
export type RenderedMail = (addressee: MailAddressee) => Mail;

const HUE_OF: Partial<Record<NotificationKind, keyof typeof HUES>> = {
  sign_offline: 'alarm',
  content_error: 'alarm',
  screen_blank: 'alarm',
  content_unreachable: 'caution',
  sign_unstable: 'caution',
  update_failed: 'caution',
  clone_detected: 'caution',
  sign_online: 'good',
  content_recovered: 'good',
  claim_completed: 'good',
};
const SEVERITIES = ['alarm', 'caution', 'good', 'note'] as const;

/** Returns the colour of the most severe problem that still lasts. */
function hueOf(entries: readonly MessageEntry[]): string {
  const hues = new Set(entries.map(({ kind, closedAtMs }) => (closedAtMs === null ? HUE_OF[kind] : 'good')));
  return HUES[SEVERITIES.find((severity) => hues.has(severity)) ?? 'note'];
}

/**
 * Returns the page that a message is about: one outage for a common cause, the clones of the event, one sign, or else
 * the event's wall. `path` is relative to the service's own URL.
 */
export function pageOf({ entries, parts, eventId }: Pick<MailedMessage, 'entries' | 'parts' | 'eventId'>): {
  name: keyof NotificationWords['open'];
  path: string;
} {
  const [first] = entries;
  const outageId = parts?.length === 1 && parts[0]!.cause !== null ? first?.outageId : null;
  if (outageId) return { name: 'outage', path: pathOf('outage', { outageId }) };
  // The page of the event's clones has the decisions for one sign and for several.
  if (entries.length > 0 && entries.every(({ kind }) => kind === 'clone_detected'))
    return { name: 'devices', path: pathOf('devices', { eventId }) };
  const isOne = new Set(entries.map(({ signId }) => signId)).size === 1;
  if (isOne) return { name: 'sign', path: pathOf('sign', { signId: first!.signId }) };
  return { name: 'wall', path: pathOf('wall', { eventId }) };
}

/** Aligns the names in one column and the states in another. */
function linesOf({ rows, more }: MailSection, { andMore }: Pick<NotificationWords, 'andMore'>): string[] {
  const width = Math.min(40, Math.max(0, ...rows.map(({ name }) => name.length)));
  return [...rows.map(({ name, what }) => `  ${name.padEnd(width)}   ${what}`), ...(more > 0 ? [andMore(more)] : [])];
}

/** Makes the subject, whose first word shows that an outage has ended: `Back: 6 signs at Foyer Nord`. */
const subjectOf = (headline: string, parts: readonly MessagePart[], words: NotificationWords): string =>
  parts.length === 1 ? words.subject(headline) : headline;

/**
 * A message as a mail, as drawn: the same words as text and as HTML, which loads nothing. Pure. Five hundred signs' times take long to put into words: that is
 * done once, whatever the number of people.
 */
export function renderNotificationMail(message: MailedMessage): RenderedMail {
  const { eventId, eventName, timeZone, at, entries, publicUrl, words } = message;
  const { foot: footWords } = words;
  const parts = message.parts ?? partsOf(entries, 0);
  const headline = withoutLinks(headlinesOf(parts, entries, words));
  const event = withoutLinks(eventName);
  const sections = sectionsOf({ parts, entries, at, timeZone }, MOST_LISTED, words);
  const atMs = at.getTime();
  const when = `${event}, ${exactTime(atMs, timeZone, atMs, words)} ${zoneName(atMs, timeZone, words)}`;
  const target = pageOf(message);
  const targetUrl = addressOf(publicUrl, target.path);
  const isOutage = entries.every((entry) => entry.outageId !== null && phaseOf(entry) === 'open');
  const once = isOutage ? [footWords.once] : [];
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const why = footWords.why(kinds, quoted(eventName, words.quotes), timeZone);
  const hasSubscription = isBuilt('subscription');
  const subscriptionUrl = addressOf(publicUrl, pathOf('subscription', { event: eventId }));
  const isOne = sections.length === 1;
  const body = sections.flatMap((section) => [
    ...(isOne ? [] : [section.headline]),
    ...(section.lead === null ? [] : [...wrapped(section.lead), '']),
    ...linesOf(section, words),
    '',
  ]);
  const head = [when, '', ...body].join('\n');
  const open = words.open[target.name];
  const tail = [
    `${open}:`,
    targetUrl,
    '',
    ...once,
    why,
    ...(hasSubscription ? [`${footWords.change}: ${subscriptionUrl}`] : []),
  ];
  const shown = sections.flatMap(({ headline: own, lead, rows, more }) => [
    ...(isOne ? [] : [heading(own, 2)]),
    ...(lead === null ? [] : [paragraph(lead)]),
    ...(rows.length === 0 ? [] : [list(rows)]),
    ...(more > 0 ? [paragraph(words.andMore(more))] : []),
  ]);
  const listed = shown.join('');
  const change = hasSubscription ? [{ text: footWords.change, url: subscriptionUrl }, ', '] : [];
  const muteText = hasSubscription ? footWords.mute : footWords.muteFirst;
  const hue = hueOf(entries);
  return ({ id, to, unsubscribeUrl, snoozeUrl, standing }) => {
    const links = [
      ...change,
      { text: muteText, url: snoozeUrl },
      footWords.or,
      { text: footWords.unsubscribeLast, url: unsubscribeUrl },
      '.',
    ];
    const ends = [`${footWords.muteFirst}: ${snoozeUrl}`, `${footWords.unsubscribe}: ${unsubscribeUrl}`, ''];
    const title = titleNow(headline, standing, words);
    const top = `${kicker(when)}${heading(title, 1)}${listed}${paragraph(standing.line)}`;
    const bottom = foot([...once.map((line) => [line]), [why], links]);
    return {
      id,
      to,
      subject: `${titleNow(subjectOf(headline, parts, words), standing, words)} (${event})`,
      text: `${title}\n${head}\n${standing.line}\n\n${[...tail, ...ends].join('\n')}`,
      html: page(title, standing.isOver ? HUES.good : hue, `${top}${button(open, targetUrl)}${bottom}`, words.language),
      unsubscribeUrl,
    };
  };
}
