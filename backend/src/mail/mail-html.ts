import type { Language } from '@sign-display/contracts/languages';
/**
 * The pieces of a mail's HTML, as drawn: tables and inline styles, because mail programs know little else. No image and nothing else is loaded, so it reads the
 * same where those are blocked. Pure; each piece escapes what it is given.
 */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** A host's name or a long one has no space to be broken at, and a telephone is narrow. */
const BREAKS = 'word-break:break-word';
const FONT = 'font-family:Archivo,-apple-system,Segoe UI,Helvetica,Arial,sans-serif';
const CELL = 'padding:7px 0;border-top:1px solid #dcdfd9';

/** The bar above a mail repeats by its hue how bad it is. */
export const HUES = { alarm: '#c42912', caution: '#f0ab1f', note: '#2563c4', good: '#12766a' } as const;

const row = (style: string, html: string): string => `<tr><td style="${style}">${html}</td></tr>\n`;

export const kicker = (text: string): string =>
  row(`${FONT};padding:28px 32px 0;font-size:14px;color:#626a6b;${BREAKS}`, escapeHtml(text));
export const heading = (text: string, level: 1 | 2): string => {
  const size = level === 1 ? 'padding:8px 32px 0;font-size:28px' : 'padding:24px 32px 0;font-size:19px';
  const inner = `<h${level} style="margin:0;font-size:inherit;font-weight:inherit;line-height:inherit">${escapeHtml(text)}</h${level}>`;
  return row(`${FONT};${size};line-height:1.15;font-weight:700;color:#14181a;${BREAKS}`, inner);
};
export const paragraph = (text: string): string =>
  row(`${FONT};padding:12px 32px 0;font-size:16px;line-height:1.5;color:#454c4e;${BREAKS}`, escapeHtml(text));

/** Of hundreds of signs: so each row is short, and the table has what all of them share. */
const listRow = ({ name, what }: { name: string; what: string }): string =>
  `<tr><td style="${CELL};font-weight:600">${escapeHtml(name)}</td><td align="right" style="${CELL};font-size:14px;color:#454c4e">${escapeHtml(what)}</td></tr>\n`;
export const list = (rows: readonly { name: string; what: string }[]): string =>
  row(
    'padding:20px 32px 0',
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${FONT};font-size:15px;color:#14181a;${BREAKS}">\n${rows.map(listRow).join('')}</table>`,
  );

export const button = (text: string, url: string): string =>
  row(
    'padding:24px 32px 0',
    `<a href="${escapeHtml(url)}" style="${FONT};display:inline-block;background:#14181a;color:#ffffff;text-decoration:none;font-size:16px;font-weight:600;padding:14px 22px;border-radius:5px">${escapeHtml(text)}</a>`,
  );

/** The last lines, of texts and links. */
export const foot = (lines: readonly (string | { text: string; url: string })[][]): string => {
  const piece = (each: string | { text: string; url: string }): string =>
    typeof each === 'string'
      ? escapeHtml(each)
      : `<a href="${escapeHtml(each.url)}" style="color:#626a6b">${escapeHtml(each.text)}</a>`;
  const html = lines.map((line) => line.map(piece).join('')).join('<br>');
  return row(`${FONT};padding:24px 32px 30px;font-size:13px;line-height:1.55;color:#626a6b;${BREAKS}`, html);
};

export const page = (title: string, hue: string, rows: string, language: Language = 'en'): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f2"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;background:#ffffff;border-top:6px solid ${hue}">
${rows}</table></td></tr></table>
</body>
</html>
`;
