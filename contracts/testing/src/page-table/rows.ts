import { gzipSync } from 'node:zlib';
import type { LoadFailureReason } from '@sign-display/contracts/error-codes';
import type { Answer, Cause, PageRow, PageVerdict } from './row.ts';

/**
 * The table of pages (issue 39, G14). Real signs decide the verdicts. Virtual signs and the service's check for a sign in
 * a browser tab run the same rows.
 *
 * To add a page, add a row to its group: `row(name, answer, verdict)`.
 */

const BODY = '<!doctype html><title>page</title><style>html{background:#10a040;color:#fff}</style><h1>A page</h1>';
const OK = 'HTTP/1.1 200 OK';
const HTML = 'Content-Type: text/html';
const CHUNKED = 'Transfer-Encoding: chunked';

const row = (
  name: string,
  answer: Answer['bytes'] | Answer | PageRow['answers'],
  verdict: PageVerdict,
  tab?: PageRow['tab'],
): PageRow => ({ name, answers: answersOf(answer), verdict, ...(tab && { tab }) });

function answersOf(answer: Answer['bytes'] | Answer | PageRow['answers']): PageRow['answers'] {
  if (typeof answer === 'string' || typeof answer === 'function') return { '': { bytes: answer } };
  return 'bytes' in answer ? { '': answer as Answer } : (answer as PageRow['answers']);
}

const shown = (httpStatus: number | null = 200): PageVerdict => ({ shown: true, httpStatus });
const fails = (cause: Cause, reason: LoadFailureReason = 'url_load_failed'): PageVerdict => ({
  shown: false,
  reason,
  cause,
});

const lines = (...all: readonly string[]): string => all.join('\r\n');
const answer = (head: readonly string[], body = BODY): string => lines(...head, '', body);
/** A page with more headers. */
const page = (...headers: readonly string[]): string => answer([OK, HTML, ...headers]);
const typed = (type: string, body = BODY): string => answer([OK, `Content-Type: ${type}`], body);
const status = (line: string, body = BODY): string => answer([`HTTP/1.1 ${line}`, HTML], body);
const leads = (location: string, code = '302 Found'): string =>
  answer([`HTTP/1.1 ${code}`, `Location: ${location}`], '');
const GOOD: Answer = { bytes: page() };
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

const PNG = latin1(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+M9QDwADgQGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

const LIMITED = 'The service follows five redirects, so that no check makes it send many requests.';
const POLICY = 'The service follows a redirect only to an http or https URL without user info.';
const UNPACKED = 'The service unpacks no response, so that none takes its memory.';
const BLIND =
  'The service reads the answer to one request and runs no page, so it does not see where the page goes next.';
const FRAMES = 'A tab shows the page in a frame, and a page can refuse that.';

const redirects = (count: number): PageRow['answers'] => ({
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      index === 0 ? '' : `/${index}`,
      { bytes: ({ here }: { here: string }) => leads(`${here}/${index + 1}`) },
    ]),
  ),
  [`/${count}`]: GOOD,
});

const HEADERS: readonly PageRow[] = [
  row('with plain headers', page('Content-Length: ' + BODY.length), shown()),
  row('with a single LF after a header', `${OK}\r\n${HTML}\nX: y\r\n\r\n${BODY}`, shown()),
  row('with a single LF after every line', `${OK}\n${HTML}\n\n${BODY}`, shown()),
  row('with a single CR between two headers', `${OK}\r\n${HTML}\rX: y\r\n\r\n${BODY}`, shown()),
  row('with a control character in a cookie', page('Set-Cookie: a=b\x01c'), shown()),
  row('with control characters in a header', page('X: a\x01\x02\x1f\x7fb'), shown()),
  row('with a tab in a header', page('X: a\tb'), shown()),
  row('with bytes above ASCII in a header', page('X: M\xfcller', 'Y: M\xc3\xbcller'), shown()),
  row('with a NUL in a header', page('X: a\0b'), fails('unreadable')),
  row('with a folded header', page('X: a', '  b'), shown()),
  row('with a folded Content-Type', answer([OK, 'Content-Type:', ' text/html']), shown()),
  row('with a line without a colon', page('no colon here'), shown()),
  row('with a header without a name', page(': value'), shown()),
  row('with a space before the colon', page('X : y'), shown()),
  row('with a space in the name of a header', page('X Y: z'), shown()),
  row('with a space before the first header', answer([OK, ' X: y', HTML]), shown()),
  row('with 20 KiB of headers', page(`X: ${'a'.repeat(20 * 1024)}`), shown()),
  row('with 200 KiB of headers', page(`X: ${'a'.repeat(200 * 1024)}`), shown()),
  row('with 300 KiB of headers', page(`X: ${'a'.repeat(300 * 1024)}`), fails('unreadable')),
  row('with 3,000 headers', page(...Array<string>(3_000).fill('X: y')), shown()),
  row('with a large cookie', page(`Set-Cookie: a=${'b'.repeat(5_000)}`), shown()),
  row('with its own policy', page("Content-Security-Policy: default-src 'none'"), shown()),
  row('that refuses frames', page('X-Frame-Options: DENY'), shown(), {
    verdict: fails('refuses frames'),
    because: FRAMES,
  }),
  row('that refuses frames after a single LF', `${OK}\r\n${HTML}\nX-Frame-Options: DENY\r\n\r\n${BODY}`, shown(), {
    verdict: fails('refuses frames'),
    because: FRAMES,
  }),
  row('that refuses frames in a folded header', page('X-Frame-Options:', ' DENY'), shown(), {
    verdict: fails('refuses frames'),
    because: FRAMES,
  }),
];

const LENGTHS: readonly PageRow[] = [
  row('with the same length twice', page(`Content-Length: ${BODY.length}`, `Content-Length: ${BODY.length}`), shown()),
  row('with the same length twice in one line', page(`Content-Length: ${BODY.length}, ${BODY.length}`), shown()),
  row('with two lengths', page(`Content-Length: ${BODY.length}`, 'Content-Length: 5'), fails('unreadable')),
  row('with two lengths in one line', page(`Content-Length: ${BODY.length}, 5`), fails('unreadable')),
  row('with a length and chunks', answer([OK, HTML, 'Content-Length: 5', CHUNKED], `${chunk(BODY)}0\r\n\r\n`), shown()),
  row(
    'with two lengths and chunks',
    answer([OK, HTML, 'Content-Length: 5', 'Content-Length: 6', CHUNKED], `${chunk(BODY)}0\r\n\r\n`),
    shown(),
  ),
  row('with a negative length', page('Content-Length: -5'), shown()),
  row('with a length that is no number', page('Content-Length: many'), shown()),
  row('with an empty length', page('Content-Length:'), shown()),
  row('that is longer than its length', page(`Content-Length: ${BODY.length - 5}`), shown()),
  row('that is shorter than its length', page('Content-Length: 5000'), fails('broken off')),
  row('without a length', page(), shown()),
  row('that is empty', answer([OK, HTML, 'Content-Length: 0'], ''), shown()),
  row('that is empty, without a length', answer([OK, HTML], ''), shown()),
  row('whose connection stays open', { bytes: page(`Content-Length: ${BODY.length}`), ending: 'stay' }, shown()),
];

const chunked = (body: string): string => answer([OK, HTML, CHUNKED], body);
const CHUNKS: readonly PageRow[] = [
  row('in chunks', chunked(`${chunk(BODY)}0\r\n\r\n`), shown()),
  row('in chunks that end with a single LF', chunked(`${chunk(BODY).replaceAll('\r', '')}0\n\n`), shown()),
  row('in chunks with extensions', chunked(`${chunk(BODY).replace('\r', ';a=b\r')}0\r\n\r\n`), shown()),
  row('in chunks with spaces after the size', chunked(`${chunk(BODY).replace('\r', '  \r')}0\r\n\r\n`), shown()),
  row('in chunks with trailers', chunked(`${chunk(BODY)}0\r\nX: y\r\n\r\n`), shown()),
  row('in chunks without the last one', chunked(chunk(BODY)), fails('broken off')),
  row('in chunks that break off', chunked(chunk(BODY).slice(0, -20)), fails('broken off')),
  row('in chunks without a size', chunked(`zz\r\n${BODY}`), fails('unreadable')),
  row('in chunks with a wrong size', chunked(`5\r\n${BODY}\r\n0\r\n\r\n`), fails('unreadable')),
  row('in chunks with a negative size', chunked(`-5\r\n${BODY}\r\n0\r\n\r\n`), fails('unreadable')),
  row('in chunks by HTTP/1.0', answer(['HTTP/1.0 200 OK', HTML, CHUNKED], `${chunk(BODY)}0\r\n\r\n`), shown()),
  row('with an unknown transfer encoding', page('Transfer-Encoding: identity'), shown()),
];

const encoded = (encoding: string, body: string): string => answer([OK, HTML, `Content-Encoding: ${encoding}`], body);
const ENCODINGS: readonly PageRow[] = [
  row('in gzip', encoded('gzip', latin1(gzipSync(BODY))), shown()),
  row('in gzip that breaks off', encoded('gzip', latin1(gzipSync(BODY)).slice(0, -12)), shown()),
  row('that is said to be gzip and is not', encoded('gzip', BODY), fails('unreadable'), {
    verdict: fails('late', 'sign_timeout'),
    check: shown(),
    because: `${UNPACKED} So its check passes, and the frame of Chromium 153 never loads.`,
  }),
  row(
    'that is empty and said to be gzip',
    answer([OK, HTML, 'Content-Encoding: gzip', 'Content-Length: 0'], ''),
    shown(),
  ),
  row('in an unknown encoding', encoded('unknown', BODY), shown()),
];

const STATUS_LINES: readonly PageRow[] = [
  row('without a reason phrase', status('200'), shown()),
  row('with a space and no reason phrase', status('200 '), shown()),
  row('with a reason phrase above ASCII', status('200 Gr\xfcn'), shown()),
  row('without a status', answer(['HTTP/1.1', HTML]), shown()),
  row('by HTTP/1.0', answer(['HTTP/1.0 200 OK', HTML]), shown()),
  row('by HTTP/3.7', answer(['HTTP/3.7 200 OK', HTML]), shown()),
  row('with a status line in lower case', answer(['http/1.1 200 ok', HTML]), shown()),
  row('with a line end before its status line', `\r\n${page()}`, shown()),
  row('with four bytes before its status line', `abcd${page()}`, shown()),
  row('with five bytes before its status line', `abcde${page()}`, fails('unreadable')),
  row('without a head', BODY, fails('unreadable')),
  row('that speaks SSH', 'SSH-2.0-OpenSSH_9.6\r\n', fails('unreadable')),
  row('with status 99', status('99 Odd'), shown(99), {
    verdict: shown(null),
    because: 'The reply of a check has only statuses from 100 to 599, so a tab reports none.',
  }),
];

const SUCCESSES = ['201 Created', '202 Accepted', '203 Other', '206 Partial Content', '226 IM Used'];
const ERRORS = ['400 Bad Request', '403 Forbidden', '404 Not Found', '406 Not Acceptable', '410 Gone', '418 Teapot'];
const FAULTS = ['500 Error', '502 Bad Gateway', '503 Unavailable', '599 Odd'];
const codeOf = (text: string): number => Number(text.slice(0, 3));
const STATUSES: readonly PageRow[] = [
  ...SUCCESSES.map((text) => row(`with ${text}`, status(text), shown(codeOf(text)))),
  row('with 204', status('204 No Content', ''), fails('no content')),
  row('with 204 and a body', status('204 No Content'), fails('no content')),
  row('with 205', status('205 Reset Content', ''), fails('no content')),
  row('with 300 and no Location', status('300 Multiple Choices'), shown(300)),
  row('with 304 that nobody asked for', status('304 Not Modified', ''), fails('no content')),
  ...['301 Moved', '302 Found', '303 Other', '307 Temporary', '308 Permanent'].map((text) =>
    row(`with ${text} and no Location`, status(text), shown(codeOf(text))),
  ),
  ...[...ERRORS, ...FAULTS].map((text) => row(`with ${text}`, status(text), fails('status'))),
  row('with 404 and no body', answer(['HTTP/1.1 404 Not Found', 'Content-Length: 0'], ''), fails('status')),
  row('with 500 and no body', answer(['HTTP/1.1 500 Error', 'Content-Length: 0'], ''), fails('status')),
  row(
    'with 401 that asks for a password',
    answer(['HTTP/1.1 401 Unauthorized', HTML, 'WWW-Authenticate: Basic realm="sign"']),
    fails('status'),
  ),
  row('with 401 that asks for nothing', status('401 Unauthorized'), fails('status')),
  row(
    'with 407',
    answer(['HTTP/1.1 407 Proxy Authentication Required', HTML, 'Proxy-Authenticate: Basic realm="sign"']),
    fails('status'),
  ),
  row('with 999', status('999 Odd'), fails('status')),
  row('after 100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${page()}`, shown()),
  row('after 103 Early Hints', `${answer(['HTTP/1.1 103 Early Hints', 'X: y'], '')}${page()}`, shown()),
  row('after many 103', `${answer(['HTTP/1.1 103 Early Hints'], '').repeat(50)}${page()}`, shown()),
  row(
    'that only switches the protocol',
    answer(['HTTP/1.1 101 Switching Protocols', 'Upgrade: x', 'Connection: upgrade'], ''),
    fails('broken off', 'url_unreachable'),
  ),
];

const target = (path: string, first: Answer['bytes']): PageRow['answers'] => ({ '': { bytes: first }, [path]: GOOD });
const REDIRECTS: readonly PageRow[] = [
  row('that redirects in a circle', ({ here }) => leads(here), fails('circle')),
  row(
    'that redirects in a circle of two',
    { '': { bytes: ({ here }) => leads(`${here}/b`) }, '/b': { bytes: ({ here }) => leads(here) } },
    fails('circle'),
  ),
  row('after five redirects', redirects(5), shown()),
  row('after 19 redirects', redirects(19), shown(), { verdict: fails('circle'), because: LIMITED }),
  row('after 20 redirects', redirects(20), fails('circle')),
  ...['301 Moved', '303 Other', '307 Temporary', '308 Permanent'].map((code) =>
    row(
      `after ${code}`,
      target('/b', ({ here }) => leads(`${here}/b`, code)),
      shown(),
    ),
  ),
  row(
    'after a redirect to a path',
    target('/b', ({ here }) => leads(`${new URL(here).pathname}/b`)),
    shown(),
  ),
  row(
    'after a redirect without a scheme',
    target('/b', ({ here }) => leads(`//${here.slice(7)}/b`)),
    shown(),
  ),
  row(
    'after a redirect with a fragment',
    target('/b', ({ here }) => leads(`${here}/b#part`)),
    shown(),
  ),
  row(
    'after a redirect with a body',
    target('/b', ({ here }) => `${leads(`${here}/b`)}${BODY}`),
    shown(),
  ),
  row(
    'after a redirect to another host',
    target('/b', ({ elsewhere }) => leads(`${elsewhere}/b`)),
    shown(),
  ),
  row(
    'after a redirect with the same Location twice',
    target('/b', ({ here }) => answer(['HTTP/1.1 302 Found', `Location: ${here}/b`, `Location: ${here}/b`], '')),
    shown(),
  ),
  row(
    'that redirects to two places',
    target('/b', ({ here }) => answer(['HTTP/1.1 302 Found', `Location: ${here}/b`, `Location: ${here}/c`], '')),
    fails('unreadable'),
  ),
  row('with 302 and an empty Location', answer(['HTTP/1.1 302 Found', HTML, 'Location:']), shown(302)),
  row('with 300 and a Location', answer(['HTTP/1.1 300 Choices', HTML, 'Location: /b']), shown(300)),
  row('with 201 and a Location', answer(['HTTP/1.1 201 Created', HTML, 'Location: /b']), shown(201)),
  ...['javascript:1', 'file:///etc/passwd', 'data:text/html,x', 'about:blank', 'ftp://localhost/', 'foo:bar'].map(
    (location) => row(`that redirects to ${location}`, leads(location), fails('redirect')),
  ),
  row('that redirects to no URL', leads('http://['), fails('redirect')),
  row('that redirects to a port that browsers block', leads('http://localhost:25/'), fails('redirect')),
  row(
    'that redirects to a port without a server',
    ({ refusing }) => leads(refusing),
    fails('refused', 'url_unreachable'),
  ),
  row(
    'after a redirect with user info',
    target('/b', ({ here }) => leads(`${here.replace('//', '//user:secret@')}/b`)),
    shown(),
    { verdict: fails('redirect'), because: POLICY },
  ),
  row(
    'that redirects to a missing page',
    { '': { bytes: ({ here }) => leads(`${here}/b`) }, '/b': { bytes: status('404 Not Found') } },
    fails('status'),
  ),
  row(
    'that goes on to a missing page by a Refresh header',
    { '': { bytes: ({ here }) => page(`Refresh: 0; url=${here}/b`) }, '/b': { bytes: status('404 Not Found') } },
    fails('status'),
    { verdict: shown(), because: BLIND },
  ),
  row(
    'that goes on to another page by a Refresh header',
    target('/b', ({ here }) => page(`Refresh: 0; url=${here}/b`)),
    shown(),
  ),
  row(
    'that goes on to a missing page by a meta element',
    {
      '': { bytes: ({ here }) => `${page()}<meta http-equiv="refresh" content="0; url=${here}/b">` },
      '/b': { bytes: status('404 Not Found') },
    },
    fails('status'),
    { verdict: shown(), because: BLIND },
  ),
  row('that refreshes itself after a minute', page('Refresh: 60'), shown()),
];

const SHOWN_TYPES = [
  'text/html; charset=utf-8',
  'TEXT/HTML',
  'text/html;charset=',
  'text/html; charset=bogus',
  'text/html; charset=utf-16',
  'text/plain',
  'text/css',
  'text/javascript',
  'text/unknown',
  'text/markdown',
  'application/javascript',
  'application/json',
  'application/ld+json',
];
const DOWNLOADED_TYPES = [
  'application/octet-stream',
  'application/zip',
  'application/msword',
  'application/x-unknown',
  'application/wasm',
  'application/vnd.ms-excel',
  'text/csv',
  'text/calendar',
  'text/rtf',
  'image/tiff',
  'font/woff2',
  'model/gltf+json',
];
const XML = '<?xml version="1.0"?>';
const TYPES: readonly PageRow[] = [
  ...SHOWN_TYPES.map((type) => row(`of type ${type}`, typed(type), shown())),
  ...DOWNLOADED_TYPES.map((type) => row(`of type ${type}`, typed(type), fails('download'))),
  row('of type image/png', typed('image/png', PNG), shown()),
  row('of type image/png that is none', typed('image/png'), shown()),
  row('of type image/svg+xml', typed('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'), shown()),
  row(
    'of type application/xhtml+xml',
    typed(
      'application/xhtml+xml',
      `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><body><p>A page</p></body></html>`,
    ),
    shown(),
  ),
  row('of type application/xhtml+xml that is malformed', typed('application/xhtml+xml', '<p>A page'), shown()),
  row('of type text/xml', typed('text/xml', `${XML}<a/>`), shown()),
  row('of type application/rss+xml', typed('application/rss+xml', `${XML}<rss/>`), shown()),
  row('of type text/plain that is binary', typed('text/plain', `\x00\x01\x02${BODY}`), fails('download')),
  row('without a type', answer([OK]), shown()),
  row('without a type that is text', answer([OK], 'hello'), shown()),
  row('without a type that is empty', answer([OK], ''), shown()),
  row('without a type that is binary', answer([OK], '\x00\x01\x02\x03'), fails('download')),
  row('without a type that is a PNG', answer([OK], PNG), shown()),
  row('without a type that is a ZIP', answer([OK], 'PK\x03\x04abcdef'), fails('download')),
  row('with an empty type', typed(''), shown()),
  row('of a type without a slash', typed('html'), shown()),
  row('of type */*', typed('*/*'), shown()),
  row('with two types', answer([OK, 'Content-Type: application/zip', HTML]), shown()),
  row('without a type that must not be guessed', answer([OK, 'X-Content-Type-Options: nosniff']), shown()),
  row(
    'of type text/plain that is binary and must not be guessed',
    answer([OK, 'Content-Type: text/plain', 'X-Content-Type-Options: nosniff'], '\x00\x01\x02\x03'),
    shown(),
  ),
  row('in Latin 1', typed('text/html; charset=iso-8859-1', `${BODY}M\xfcller`), shown()),
  row('with a byte order mark', typed('text/html', `\xef\xbb\xbf${BODY}`), shown()),
  row('in broken UTF-8', typed('text/html; charset=utf-8', `${BODY}\xff\xfe\xc3(`), shown()),
];

const disposed = (...values: readonly string[]): string =>
  page(...values.map((value) => `Content-Disposition: ${value}`));
const DISPOSITIONS: readonly PageRow[] = [
  row('that is an attachment', disposed('attachment'), fails('download')),
  row('that is an attachment with a name', disposed('attachment; filename="menu.html"'), fails('download')),
  row('that is an ATTACHMENT', disposed('ATTACHMENT'), fails('download')),
  row('that is an attachment twice', disposed('attachment', 'attachment'), shown(), {
    verdict: fails('late', 'sign_timeout'),
    check: shown(),
    because: 'Electron 33 shows it, and the check passes. The frame of Chromium 153 never loads.',
  }),
  row(
    'that is an attachment with a name twice',
    disposed('attachment; filename=a', 'attachment; filename=a'),
    fails('download'),
  ),
  row('that is an attachment and inline in one line', disposed('attachment, inline'), fails('unreadable')),
  row('with an unknown disposition', disposed('form-data; name=x'), fails('download')),
  row('that is inline', disposed('inline'), shown()),
  row('that is inline with a name', disposed('inline; filename="menu.html"'), shown()),
  row('with an empty disposition', disposed(''), shown()),
  row('with only a file name', disposed('filename=menu.html'), shown()),
  row('with two dispositions', disposed('inline', 'attachment'), fails('unreadable')),
  row(
    'after a redirect that is an attachment',
    { '': { bytes: ({ here }) => leads(`${here}/b`) }, '/b': { bytes: disposed('attachment') } },
    fails('download'),
  ),
];

const CONNECTIONS: readonly PageRow[] = [
  row('whose server closes the connection', '', fails('broken off', 'url_unreachable')),
  row('whose server resets the connection', { bytes: '', ending: 'reset' }, fails('broken off', 'url_unreachable')),
  row('whose server closes within the status line', 'HTT', fails('unreadable')),
  row('whose server closes within a header', lines(OK, HTML, 'X: y'), shown()),
  row('whose server closes within the type', lines(OK, 'Content-Ty'), shown()),
  row('that never answers', { bytes: '', ending: 'stay' }, fails('late', 'sign_timeout')),
  row('whose head never ends', { bytes: lines(OK, HTML, 'X: '), ending: 'stay' }, fails('late', 'sign_timeout')),
];

export const PAGE_ROWS: readonly PageRow[] = [
  ...HEADERS,
  ...LENGTHS,
  ...CHUNKS,
  ...ENCODINGS,
  ...STATUS_LINES,
  ...STATUSES,
  ...REDIRECTS,
  ...TYPES,
  ...DISPOSITIONS,
  ...CONNECTIONS,
];
