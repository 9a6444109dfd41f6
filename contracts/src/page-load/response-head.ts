import { NetError } from './net-error.ts';

/**
 * Reads the head of an HTTP/1 response as Chromium does, which forgives much more than RFC 9112 does: single LF or CR
 * line ends, folded lines, spaces before the colon, control characters, lines without a colon. Pure.
 */

export interface AnswerHead {
  status: number;
  /** Chromium treats every other version as one of these. */
  version: '0.9' | '1.0' | '1.1';
  /** In the order of the response. Each character is one byte of it. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** Headers whose commas are part of the value; in all others a comma separates two values. */
const WITH_COMMAS = ['date', 'expires', 'last-modified', 'location', 'retry-after', 'set-cookie', 'www-authenticate'];
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i;
const trim = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '');

/** Splits at commas outside of double quotes. */
const partsOf = (value: string): string[] =>
  (value.match(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/g) ?? []).map(trim).filter((part) => part !== '');

/** The lines of a header, each with all of its values. */
export const linesOf = ({ headers }: Pick<AnswerHead, 'headers'>, name: string): string[] =>
  headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);

/** All values of a header, whether they are in one line or in several. */
export function valuesOf(head: Pick<AnswerHead, 'headers'>, name: string): string[] {
  const lines = linesOf(head, name);
  return WITH_COMMAS.includes(name) ? lines : lines.flatMap(partsOf);
}

export const isChunked = (head: AnswerHead): boolean =>
  head.version === '1.1' && valuesOf(head, 'transfer-encoding').some((value) => value.toLowerCase() === 'chunked');

/** The length that the head promises; null without one. */
export function lengthOf(head: AnswerHead): number | null {
  const [value = ''] = valuesOf(head, 'content-length');
  return /^\d+$/.test(value) ? Number(value) : null;
}

/** Where the status line begins: up to four bytes of other text may be before it. -1 without one. */
export const startOfHead = (text: string): number => text.slice(0, 8).toLowerCase().indexOf('http');

/** Where the body begins, after two line ends; -1 if the head goes on. */
export function endOfHead(text: string, start: number): number {
  const end = /\n\r?\n/.exec(text.slice(start));
  return end === null ? -1 : start + end.index + end[0].length;
}

/** Joins folded lines: a line that begins with a space continues a header line before it. */
function unfold(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let canContinue = false;
  for (const line of lines) {
    const isMore: boolean = canContinue && /^[ \t]/.test(line);
    if (isMore) joined.push(`${joined.pop()!} ${line.replace(/^[ \t]+/, '')}`);
    else joined.push(line);
    canContinue = isMore || /^[^ \t:][^:]*:/.test(line);
  }
  return joined;
}

function readHeader(line: string): [string, string] | null {
  const colon = line.indexOf(':');
  if (colon <= 0 || /^[ \t]/.test(line)) return null;
  const name = trim(line.slice(0, colon));
  return TOKEN.test(name) ? [name, trim(line.slice(colon + 1))] : null;
}

function versionOf(line: string): AnswerHead['version'] {
  const [, major = '0', minor = '0'] = /^http\/(\d)[^.]*\.(\d)/i.exec(line) ?? [];
  return Number(major) > 1 || (major === '1' && minor !== '0') ? '1.1' : '1.0';
}

/** A line without a status counts as 200. */
const statusOf = (line: string): number => Number(/^[^ ]* +(\d+)/.exec(line)?.[1] ?? '200');

const areDifferent = (values: readonly string[]): boolean => new Set(values).size > 1;

/** Reads a whole head, from the status line on. Throws a NetError where Chromium refuses the response. */
export function readHead(text: string): AnswerHead {
  if (text.includes('\0')) throw new NetError('ERR_INVALID_HTTP_RESPONSE');
  const [first = '', ...lines] = text.split(/[\r\n]+/).filter((line) => line !== '');
  const headers = unfold(lines)
    .map(readHeader)
    .filter((header) => header !== null);
  const head = { status: statusOf(first), version: versionOf(first), headers };
  if (!isChunked(head) && areDifferent(valuesOf(head, 'content-length')))
    throw new NetError('ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH');
  if (areDifferent(valuesOf(head, 'content-disposition')))
    throw new NetError('ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_DISPOSITION');
  if (areDifferent(valuesOf(head, 'location'))) throw new NetError('ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION');
  return head;
}
