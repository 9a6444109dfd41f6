import type { Language } from '@sign-display/contracts/languages';
import type { NotificationWords } from '../words/english.ts';
import { wallTime, zoneName } from '../planning/format-event-local-time.ts';
import type { LinkOutcome } from './change-by-mail-link.ts';
import type { LinkPurpose } from './mail-link-token.ts';

/** Makes the pages behind the links of mails. The pages have no script and load nothing. Pure. */

interface LinkPage {
  title: string;
  lines: readonly string[];
  /** Posts to the page's own URL, with its token replaced by `token` unless that is null. */
  button?: { text: string; token: string | null };
  /** A link to the service's pages. */
  link: { text: string; url: string };
}

/** The event and its reader. `name` is null if the event was deleted. */
export interface LinkContext {
  event: { name: string | null; timeZone: string };
  words: NotificationWords;
  /** Where a person changes their notifications. */
  dashboardUrl: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const STYLE = [
  ':root{color-scheme:light dark;--ground:#f4f5f2;--surface:#fff;--ink:#14181a;--ink-2:#454c4e;--act:#14181a;--on-act:#fff}',
  '@media(prefers-color-scheme:dark){:root{--ground:#0f1213;--surface:#171b1c;--ink:#eef0ec;--ink-2:#b3bab8;--act:#eef0ec;--on-act:#14181a}}',
  'body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 Archivo,system-ui,sans-serif;overflow-wrap:anywhere}',
  'main{box-sizing:border-box;max-width:35rem;margin:3rem auto;padding:1.5rem 2rem 2rem;background:var(--surface);border-top:6px solid var(--ink)}',
  '@media(max-width:37.5em){main{margin:0;padding:1.25rem 1rem 2rem;min-height:100vh}}',
  'h1{font-size:1.625rem;line-height:1.2;margin:.5rem 0 1rem;text-wrap:balance}p{margin:0 0 .75rem;color:var(--ink-2)}',
  'button{font:inherit;font-weight:600;padding:.75rem 1.375rem;margin:.75rem 0 1.25rem;border:0;border-radius:5px;background:var(--act);color:var(--on-act);cursor:pointer}',
  'a{color:inherit;text-underline-offset:2px;display:inline-block;padding:.25rem 0}:focus-visible{outline:2px solid #2563c4;outline-offset:2px}',
].join('');

function pageOf({ title, lines, button, link }: LinkPage, language: Language): string {
  const action = button === undefined || button.token === null ? '' : ` action="${escapeHtml(button.token)}"`;
  const form = button ? `<form method="post"${action}><button>${escapeHtml(button.text)}</button></form>\n` : '';
  const texts = lines.map((line) => `<p>${escapeHtml(line)}</p>\n`).join('');
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main><h1>${escapeHtml(title)}</h1>
${texts}${form}<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p></main>
</html>
`;
}

const quotedName = ({ event: { name }, words: { quotes } }: LinkContext): string | null =>
  name === null ? null : `${quotes[0]}${name}${quotes[1]}`;

const linkOf = ({ words, dashboardUrl }: Pick<LinkContext, 'words' | 'dashboardUrl'>): LinkPage['link'] => ({
  text: words.linkPages.dashboard,
  url: dashboardUrl,
});

/** Formats a time as `20:38 CET`, with the day in front if that is not today. */
const timeOf = (atMs: number, nowMs: number, { event: { timeZone }, words }: LinkContext): string =>
  `${wallTime(atMs, timeZone, nowMs, words)} ${zoneName(atMs, timeZone, words)}`;

/** Makes the page that asks before the link changes anything. */
export function askingPage(purpose: LinkPurpose, context: LinkContext): string {
  const { ask, text, act } = context.words.linkPages[purpose];
  const button = { text: act, token: null };
  const page = { title: ask(quotedName(context)), lines: [text], button, link: linkOf(context) };
  return pageOf(page, context.words.language);
}

/**
 * Makes the page that reports what the link has changed. `undoToken`: the token of the link that undoes the change;
 * null if there is nothing to undo.
 */
export function donePage(outcome: LinkOutcome, undoToken: string | null, nowMs: number, context: LinkContext): string {
  const { linkPages: pages, language } = context.words;
  const event = quotedName(context);
  const at = (ms: number): string => timeOf(ms, nowMs, context);
  const undo = (text: string) => (undoToken === null ? {} : { button: { text, token: undoToken } });
  function content(): Omit<LinkPage, 'link'> {
    if (outcome.is === 'none') return { title: pages.none.title(event), lines: [pages.none.text] };
    if (outcome.is === 'unsubscribed')
      return {
        title: pages.unsubscribe.done(event),
        lines: [pages.unsubscribe.text],
        ...undo(pages.unsubscribe.undo),
      };
    if (outcome.is === 'resubscribed') return { title: pages.resubscribe.done(event), lines: [] };
    if (outcome.is === 'snoozed')
      return {
        title: pages.snooze.done(event, at(outcome.untilMs)),
        lines: [pages.snooze.after],
        ...undo(pages.snooze.undo),
      };
    if (outcome.is === 'unchanged') return { title: pages.unmute.unchanged(event), lines: [] };
    if (outcome.untilMs === null) return { title: pages.unmute.done(event), lines: [] };
    return { title: pages.unmute.restored(event, at(outcome.untilMs)), lines: [] };
  }
  return pageOf({ ...content(), link: linkOf(context) }, language);
}

/** Makes the page that explains why a link has no effect and what to do instead. */
export function refusedPage(why: 'expired' | 'broken', context: Pick<LinkContext, 'words' | 'dashboardUrl'>): string {
  const { title, text } = context.words.linkPages[why];
  return pageOf({ title, lines: [text], link: linkOf(context) }, context.words.language);
}
