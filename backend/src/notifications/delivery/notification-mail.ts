import type { Mail } from '../../mail/message.ts';
import { quoted, withoutLinks } from '../../mail/names-in-mails.ts';
import { describeEntry } from '../planning/describe-message.ts';
import type { MessageEntry } from '../../outages/vocabulary.ts';

/** So many are listed with a link each; the rest is a number. */
const MOST_LISTED = 1_000;

interface MailedMessage {
  title: string;
  eventName: string;
  /** The event's: times are told on its wall clock. */
  timeZone: string;
  at: Date;
  entries: readonly MessageEntry[];
  publicUrl: string;
}

/** To whom it goes, and what ends such mails. */
interface MailAddressee {
  id: string;
  to: string;
  unsubscribeUrl: string;
  /** How things stand when it is sent (promise N11). */
  standing: string;
}

/** A message that is in words already, for whoever it goes to. */
export type RenderedMail = (addressee: MailAddressee) => Mail;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** What of a line is the sign's name is its link. */
function itemOf({ line, name, url }: { line: string; name: string; url: string }): string {
  const rest = line.startsWith(name) ? line.slice(name.length) : ` ${line}`;
  return `<li style="margin:0 0 8px"><a href="${escapeHtml(url)}">${escapeHtml(name)}</a>${escapeHtml(rest)}</li>`;
}

/**
 * A message as a mail: the same lines as text and as HTML, which shows in the reader's own colours and loads nothing. Pure. Five hundred signs' times
 * take long to put into words: that is done once, whatever the number of people.
 */
export function renderNotificationMail(message: MailedMessage): RenderedMail {
  const { eventName, timeZone, at, entries, publicUrl } = message;
  const title = withoutLinks(message.title);
  const listed = entries.slice(0, MOST_LISTED).map((entry) => ({
    line: withoutLinks(describeEntry(entry, timeZone, at.getTime())),
    name: withoutLinks(entry.signName),
    url: `${publicUrl}/signs/${entry.signId}`,
  }));
  const more = entries.length > listed.length ? `and ${entries.length - listed.length} more` : null;
  const why = `You get this because you are subscribed to ${quoted(eventName)} by e-mail. Times are those of ${timeZone}.`;
  const text = [
    ...listed.flatMap(({ line, url }) => [line, `  ${url}`]),
    ...(more === null ? [] : [more]),
    '',
    '--',
    why,
    '',
  ].join('\n');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root { color-scheme: light dark; } @media (prefers-color-scheme: dark) { a { color: #8ab4f8; } }</style>
</head>
<body style="font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;max-width:40em;margin:0 auto;padding:16px">
<h1 style="font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
`;
  const rest = `<ul style="padding-left:20px">
${listed.map(itemOf).join('\n')}
</ul>
${more === null ? '' : `<p>${more}</p>`}
<p style="font-size:13px;opacity:0.75">${escapeHtml(why)}
`;
  return ({ id, to, unsubscribeUrl, standing }) => ({
    id,
    to,
    subject: title,
    text: `${title}\n\n${standing}\n\n${text}No more of these mails: ${unsubscribeUrl}\n`,
    html: `${html}<p>${escapeHtml(standing)}</p>\n${rest}<a href="${escapeHtml(unsubscribeUrl)}">No more of these mails</a></p>
</body>
</html>
`,
    unsubscribeUrl,
  });
}
