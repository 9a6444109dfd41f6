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
const unreadable = (code: string) => ({
  framable: false,
  httpStatus: null,
  reason: 'url_unreachable',
  detail: `did not answer as a web server does (${code}).`,
});
const broken = {
  framable: false,
  httpStatus: null,
  reason: 'url_unreachable',
  detail: 'closed the connection before the page was complete (ECONNRESET).',
};
const REFUSED = { framable: false, httpStatus: 200, reason: 'url_load_failed' };
const OK = 'HTTP/1.1 200 OK';
const CHUNKED = 'transfer-encoding: chunked';
const DENY = 'x-frame-options: DENY';

describe('A5: sign:frame_check and an answer that is no proper HTTP', () => {
  test.each([
    ['another protocol', ['SSH-2.0-OpenSSH_9.6', ''], 'HPE_INVALID_CONSTANT'],
    ['HTTP/0.9', ['<p>hello'], 'HPE_INVALID_CONSTANT'],
    ['a length and chunks', [OK, 'content-length: 5', CHUNKED, '', '0', '', ''], 'HPE_INVALID_TRANSFER_ENCODING'],
    ['two lengths', [OK, 'content-length: 5', 'content-length: 6', '', 'hello!'], 'HPE_UNEXPECTED_CONTENT_LENGTH'],
    ['a folded header', [OK, 'x-frame-options:', ' DENY', '', ''], 'HPE_INVALID_HEADER_TOKEN'],
    ['a space before a colon', [OK, 'x-frame-options : DENY', '', ''], 'HPE_INVALID_HEADER_TOKEN'],
    ['a NUL in a header', [OK, `${DENY}\0`, '', 'x'], 'HPE_INVALID_HEADER_TOKEN'],
    ['a header that a single LF ends', [`${OK}\n${DENY}\n\nx`], 'HPE_CR_EXPECTED'],
    ['a header that a single CR ends', [OK, `a: b\r${DENY}`, '', 'x'], 'HPE_LF_EXPECTED'],
    ['more than 16 KiB of headers', [OK, `x: ${'a'.repeat(17_000)}`, '', ''], 'HPE_HEADER_OVERFLOW'],
  ])('%s does not count as a page', async (_what, lines, code) => {
    expect(await verdictOn(...lines)).toEqual(unreadable(code));
  });

  test.each([
    ['no byte', []],
    ['a part of its body', [OK, 'content-length: 500', '', 'x']],
    ['a part of its headers', [OK, 'x: y']],
    ['a broken chunk', [OK, CHUNKED, '', 'zz', '']],
    ['an endless chunk extension', [OK, CHUNKED, '', `1;${'a'.repeat(100_000)}`, 'x', '0', '', '']],
    ['endless trailers', [OK, CHUNKED, '', '0', ...Array<string>(20_000).fill('a: b'), '', '']],
  ])('an answer that ends after %s does not count as a page', async (_what, lines) => {
    expect(await verdictOn(...lines)).toEqual(broken);
  });

  test('a switch to another protocol ends the check immediately', async () => {
    const verdict = await verdictOn('HTTP/1.1 101 Switching Protocols', 'upgrade: x', 'connection: upgrade', '', '');
    expect(verdict).toMatchObject({ framable: false, httpStatus: 101, reason: 'url_load_failed' });
    expect(verdict.detail).toBe('answered HTTP 101.');
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

  test('a redirect to two addresses is no redirect', async () => {
    const other = 'location: http://other.example/';
    const verdict = await verdictOn('HTTP/1.1 302 Found', `location: ${page}`, other, '', '');
    expect(verdict).toMatchObject({ framable: false, httpStatus: 302, detail: 'answered HTTP 302.' });
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
