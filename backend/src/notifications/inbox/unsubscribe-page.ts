import { isBuilt } from '@sign-display/contracts/page-paths';
import type { NotificationWords } from '../words/english.ts';

/** The pages behind the link of a mail: no script, nothing from elsewhere. `eventName` null: the event was deleted. Pure. */

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const quoted = (name: string | null, [open, close]: readonly string[]): string | null =>
  name === null ? null : `${open}${name}${close}`;

const pageOf = (title: string, content: string, { language }: NotificationWords): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}h1{text-wrap:balance}button{font:inherit;padding:.6rem 1.2rem}</style>
<main><h1>${escapeHtml(title)}</h1>
${content}</main>
</html>
`;

/** Asks before mails about the event of that name end. */
export function askingPage(eventName: string | null, words: NotificationWords): string {
  const { ask, keeps, unsubscribe } = words.unsubscribePage;
  const content = `<p>${escapeHtml(keeps)}</p>\n<form method="post"><button>${escapeHtml(unsubscribe)}</button></form>`;
  return pageOf(ask(quoted(eventName, words.quotes)), content, words);
}

/** Says that mails about the event of that name have ended. */
export function donePage(eventName: string | null, words: NotificationWords): string {
  const { done, keeps, again } = words.unsubscribePage;
  const lines = [keeps, ...(isBuilt('subscription') ? [again] : [])];
  const content = lines.map((line) => `<p>${escapeHtml(line)}</p>\n`).join('');
  return pageOf(done(quoted(eventName, words.quotes)), content, words);
}
