import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { LIMITS } from '@sign-display/contracts/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import type { PagePolicy } from '../urls/url-policy.ts';
import { createFrameCheck } from './frame-check.ts';

/** `sign:frame_check` against servers that break HTTP: each answer is written to the socket as it stands here. */

const HOST = '127.0.0.3';

let server: Server;
let page: string;
/** Writes a test's raw answer to the socket once the request has arrived. */
let answer: (socket: Socket) => void;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  page = `http://menu.example:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));

function makeCheck() {
  const clock = createManualClock();
  const check = createFrameCheck({
    clock,
    publicUrl: () => 'http://signs.example',
    lookUpAll: async () => [{ address: HOST, family: 4 }],
    ownPage: () => Promise.reject(new Error('no page of the service was meant')),
  });
  const policy: PagePolicy = { allowedHosts: ['menu.example', 'other.example'], privatePages: 'loopback' };
  return { clock, check: (url: string) => check(url, policy) };
}
/** The verdict about a page whose answer has these lines, and how its detail goes on after the host. */
async function verdictOn(...lines: string[]) {
  answer = (socket) => void socket.end(lines.join('\r\n'), 'latin1');
  const { framable, httpStatus, reason, detail } = await makeCheck().check(page);
  return { framable, httpStatus, reason, detail: detail.replace(/^\S+ /, '') };
}
const unreadable = (code: string, what = 'did not answer as a web server does', reason = 'url_load_failed') => ({
  framable: false,
  httpStatus: null,
  reason,
  detail: `${what} (${code}).`,
});
const broken = (code: string, reason?: string) =>
  unreadable(code, 'closed the connection before the page was complete', reason);
const REFUSED = { framable: false, httpStatus: 200, reason: 'url_load_failed' };
const OK = 'HTTP/1.1 200 OK';
const CHUNKED = 'transfer-encoding: chunked';
const DENY = 'x-frame-options: DENY';
const SWITCH = 'HTTP/1.1 101 Switching Protocols';
const MULTIPLE_LENGTH = 'ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH';

describe('A5: sign:frame_check and an answer that is no proper HTTP', () => {
  test.each([
    ['another protocol', ['SSH-2.0-OpenSSH_9.6', ''], 'ERR_INVALID_HTTP_RESPONSE'],
    ['HTTP/0.9', ['<p>hello'], 'ERR_INVALID_HTTP_RESPONSE'],
    ['two lengths', [OK, 'content-length: 5', 'content-length: 6', '', 'hello!'], MULTIPLE_LENGTH],
    ['a NUL in a header', [OK, `${DENY}\0`, '', 'x'], 'ERR_INVALID_HTTP_RESPONSE'],
    ['more than 256 KiB of headers', [OK, `x: ${'a'.repeat(270_000)}`, '', ''], 'ERR_RESPONSE_HEADERS_TOO_BIG'],
    ['a broken chunk', [OK, CHUNKED, '', 'zz', ''], 'ERR_INVALID_CHUNKED_ENCODING'],
    [
      'an endless chunk extension',
      [OK, CHUNKED, '', `1;${'a'.repeat(100_000)}`, 'x', ''],
      'ERR_INVALID_CHUNKED_ENCODING',
    ],
  ])('%s does not count as a page', async (_what, lines, code) => {
    expect(await verdictOn(...lines)).toEqual(unreadable(code));
  });

  test.each([
    ['a folded header', [OK, 'x-frame-options:', ' DENY', '', '']],
    ['a space before a colon', [OK, 'x-frame-options : DENY', '', '']],
    ['a header that a single LF ends', [`${OK}\n${DENY}\n\nx`]],
    ['a header that a single CR ends', [OK, `a: b\r${DENY}`, '', 'x']],
    ['a head that breaks off', [OK, DENY]],
    ['a length and chunks', [OK, DENY, 'content-length: 5', CHUNKED, '', '0', '', '']],
    ['endless trailers', [OK, DENY, CHUNKED, '', '0', ...Array<string>(20_000).fill('a: b'), '', '']],
  ])('a refusal to be framed counts in %s, as it does in a browser', async (_what, lines) => {
    expect(await verdictOn(...lines)).toMatchObject(REFUSED);
  });

  test.each([
    ['no byte', [], 'ERR_EMPTY_RESPONSE', 'url_unreachable'],
    ['a part of its body', [OK, 'content-length: 500', '', 'x'], 'ERR_CONTENT_LENGTH_MISMATCH', 'url_load_failed'],
    ['a part of its chunks', [OK, CHUNKED, '', '5', 'x'], 'ERR_INCOMPLETE_CHUNKED_ENCODING', 'url_load_failed'],
    ['a switch to another protocol', [SWITCH, 'upgrade: x', '', ''], 'ERR_EMPTY_RESPONSE', 'url_unreachable'],
  ])('an answer that ends after %s does not count as a page', async (_what, lines, code, reason) => {
    expect(await verdictOn(...lines)).toEqual(broken(code, reason));
  });

  test('a switch to another protocol ends the check immediately, though the connection stays open', async () => {
    answer = (socket) => void socket.write(`${SWITCH}\r\nupgrade: x\r\n\r\n`);
    expect(await makeCheck().check(page)).toMatchObject({ framable: false, reason: 'url_unreachable' });
  });

  test('a header that refuses framing counts even as the last of thousands', async () => {
    const headers = Array<string>(2_100).fill('a:');
    expect(await verdictOn(OK, ...headers, DENY, '', '')).toMatchObject(REFUSED);
  });

  test('only the headers of the final response count', async () => {
    expect(await verdictOn('HTTP/1.1 103 Early Hints', DENY, '', OK, '', 'x')).toMatchObject({ framable: true });
    expect(await verdictOn('HTTP/1.1 103 Early Hints', 'a: b', '', OK, DENY, '', 'x')).toMatchObject(REFUSED);
    expect(await verdictOn(OK, DENY, 'content-length: 0', '', `${OK}\r\n\r\nx`)).toMatchObject(REFUSED);
  });

  test('a redirect to two addresses is followed to neither', async () => {
    const other = 'location: http://other.example/';
    const verdict = await verdictOn('HTTP/1.1 302 Found', `location: ${page}`, other, '', '');
    expect(verdict).toEqual(unreadable('ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION'));
  });

  test.each([
    ['early hints without end', () => `HTTP/1.1 103 Early Hints\r\n${DENY}\r\n\r\n`],
    [
      'a body without end, in chunks of one byte',
      (time: number) => (time === 0 ? `${OK}\r\n${CHUNKED}\r\n\r\n` : '1\r\na\r\n'),
    ],
  ])('%s ends with sign_timeout, and the connection is closed', async (_what, part) => {
    const { clock, check } = makeCheck();
    const begun = Promise.withResolvers<Socket>();
    answer = (socket) => {
      let time = 0;
      // The next part waits until the previous part has left.
      const more = (): void => void (socket.writable && socket.write(part(time++), () => setImmediate(more)));
      more();
      begun.resolve(socket);
    };
    const asked = check(page);
    const closed = new Promise((resolve) => void begun.promise.then((socket) => socket.once('close', resolve)));
    await begun.promise;
    clock.advance(LIMITS.frameCheckMs);
    expect(await asked).toMatchObject({ framable: false, reason: 'sign_timeout' });
    await closed;
  });

  test('a check ends with sign_timeout and closes the connection if the server says nothing after the client’s TLS hello', async () => {
    const { clock, check } = makeCheck();
    const begun = Promise.withResolvers<Socket>();
    answer = begun.resolve;
    const asked = check(page.replace('http:', 'https:'));
    const socket = await begun.promise;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    clock.advance(LIMITS.frameCheckMs);
    expect(await asked).toMatchObject({ framable: false, reason: 'sign_timeout' });
    await closed;
  });
});
