import { valuesOf, type AnswerHead } from './response-head.ts';
import { latin1 } from './chunked-encoding.ts';

/**
 * Whether a browser shows a response in a page or downloads it: by its Content-Type, or by its first bytes where the
 * type says little (Chromium's mime_sniffer.cc and mime_util.cc). Pure.
 */

/** Chromium looks at this many bytes of a body at most. */
export const SNIFFED_BYTES = 1_024;

const UNKNOWN = ['', 'unknown/unknown', 'application/unknown', '*/*'];
const OCTETS = 'application/octet-stream';

const SHOWN_TYPES = new Set([
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/jpg',
  'image/pjpeg',
  'image/png',
  'image/svg+xml',
  'image/vnd.microsoft.icon',
  'image/webp',
  'image/x-icon',
  'image/x-png',
  'image/x-xbitmap',
  'application/atom+xml',
  'application/ecmascript',
  'application/javascript',
  'application/json',
  'application/ogg',
  'application/rss+xml',
  'application/x-ecmascript',
  'application/x-javascript',
  'application/xhtml+xml',
  'application/xml',
  'audio/aac',
  'audio/flac',
  'audio/mp3',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/x-m4a',
  'audio/x-mp3',
  'audio/x-wav',
  'multipart/x-mixed-replace',
  'video/mp4',
  'video/ogg',
  'video/webm',
  'video/x-m4v',
]);

/** Text that people open in other programs. */
const DOWNLOADED_TEXTS = new Set([
  'text/calendar',
  'text/comma-separated-values',
  'text/csv',
  'text/directory',
  'text/ldif',
  'text/ofx',
  'text/qif',
  'text/rtf',
  'text/tab-separated-values',
  'text/tsv',
  'text/vcalendar',
  'text/vcard',
  'text/vnd.sun.j2me.app-descriptor',
  'text/x-calendar',
  'text/x-csv',
  'text/x-qif',
  'text/x-vcalendar',
  'text/x-vcard',
  'text/x-vcf',
]);

const isShownType = (type: string): boolean =>
  SHOWN_TYPES.has(type) ||
  (type.startsWith('text/') && !DOWNLOADED_TEXTS.has(type)) ||
  /^application\/[^/]+\+json$/.test(type);

const TAGS = /^(?:<\?xml|<(?:!doctype html|script|html|!--|head|iframe|h1|div|font|table|a|style|title|b|body|br|p))/i;

/** How bodies of each type begin. A dot is any byte. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['%!PS-Adobe-', 'application/postscript'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['BM', 'image/bmp'],
  ['#!', 'text/plain'],
  ['%!', 'text/plain'],
  ['From', 'text/plain'],
  ['>From', 'text/plain'],
  ['\x1f\x8b\x08', 'application/x-gzip'],
  ['RIFF....WEBPVP', 'image/webp'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['I I', 'image/tiff'],
  ['II*', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['ID3', 'audio/mpeg'],
  ['PK\x03\x04', 'application/zip'],
  ['Rar!\x1a\x07\0', 'application/x-rar-compressed'],
  ['MZ', OCTETS],
];
const beginsLike = (start: string, magic: string): boolean =>
  [...magic].every((byte, index) => (byte === '.' ? index < start.length : byte === start[index]));

const isUnknown = (type: string): boolean => UNKNOWN.includes(type) || !type.includes('/');

const MARKS = ['\xfe\xff', '\xff\xfe', '\xef\xbb\xbf'];
/** The control characters of texts: tab, LF, FF, CR, ESC. */
const OF_TEXTS = '\t\n\f\r\x1b';
const looksBinary = (start: string): boolean =>
  !MARKS.some((mark) => start.startsWith(mark)) && [...start].some((byte) => byte < ' ' && !OF_TEXTS.includes(byte));

/** The type that Chromium believes: the declared one, or what the first bytes look like. */
function believedType(declared: string, start: string): string {
  if (isUnknown(declared)) {
    if (TAGS.test(start.slice(0, 512).replace(/^[\t\n\v\f\r ]+/, ''))) return 'text/html';
    const magic = MAGIC.find(([each]) => beginsLike(start, each))?.[1];
    return magic ?? (looksBinary(start) ? OCTETS : 'text/plain');
  }
  return declared === 'text/plain' && looksBinary(start) ? OCTETS : declared;
}

/** The last well-formed Content-Type, in lower case and without its parameters; empty without one. */
export function declaredType(head: AnswerHead): string {
  const types = valuesOf(head, 'content-type').map((value) => (/^[^;\s(]*/.exec(value)?.[0] ?? '').toLowerCase());
  return types.findLast((type) => type !== '*/*' && type.includes('/')) ?? types.at(-1) ?? '';
}

/**
 * A disposition other than `inline` means a download, and invalid text is ignored. Chromium joins equal headers with a
 * comma, so `attachment` twice is invalid.
 */
function isAttachment(head: AnswerHead): boolean {
  const type = valuesOf(head, 'content-disposition').join(', ').split(';')[0]!.trim();
  return /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i.test(type) && type.toLowerCase() !== 'inline';
}

/** `start`: the first bytes of the body, decompressed; at least `SNIFFED_BYTES` of them if the body has as many. */
export function isDownload(head: AnswerHead, start: Uint8Array): boolean {
  if (isAttachment(head)) return true;
  const declared = declaredType(head);
  const isSniffed = !valuesOf(head, 'x-content-type-options').some((value) => value.toLowerCase() === 'nosniff');
  const type = isSniffed ? believedType(declared, latin1(start.subarray(0, SNIFFED_BYTES))) : declared;
  // Without a type and without sniffing, Chromium shows plain text.
  return type !== '' && !isShownType(type);
}
