import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { BROWSER_PLATFORM } from '@sign-display/contracts/browser-mac-address';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { createSocketIoTransport } from '../sockets/socket-io-kiosks.ts';
import { composeTestNode, insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { testTransportDeps } from '../testing/test-error-boundary.ts';
import { authorOf } from '../testing/test-author.ts';
import { createVirtualDevice } from '../testing/virtual-device.ts';
import { createFrameCheck } from './frame-check.ts';

/** The headers of a tab's socket, and the bytes of the check that the service sends for that tab. */

const random = createSeededRandom('frame-check-headers');
const policy = { clock: systemClock, random };
let database: TestDatabase;
let ours: TestOrganization;
let http: Server;
let transport: ReturnType<typeof createSocketIoTransport>;
let node: ReturnType<typeof composeTestNode<typeof transport>>;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ours = await insertOrganization(
    database.db,
    policy,
    { alice: 'operator' },
    { allowedUrlHosts: ['*', 'menu.example'] },
  );
  http = createHttpServer();
  transport = createSocketIoTransport(http, testTransportDeps());
  const checkFrame = createFrameCheck({
    clock: systemClock,
    publicUrl: () => 'http://signs.example',
    lookUpAll: async () => [{ address: '127.0.0.1', family: 4 }],
    ownPage: () => Promise.reject(new Error('no page of the service was meant')),
  });
  const settings = { privatePages: 'loopback' } as const;
  node = composeTestNode({ db: database.db, clock: systemClock, random, transport, checkFrame, settings });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await transport.close();
  http.close();
  await database.drop();
});

/** The request of a check, byte for byte, from a tab whose socket was opened with these headers. */
async function requestOfCheck(headers: Record<string, string>): Promise<string> {
  const requests: string[] = [];
  const pages = createServer((socket) => {
    let request = '';
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text: string) => {
      request += text;
      if (!request.includes('\r\n\r\n')) return;
      requests.push(request);
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<h1>Menu</h1>');
    });
  });
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  const device = createVirtualDevice(random, undefined, BROWSER_PLATFORM);
  const socket = io(url + KIOSK_NAMESPACE, {
    auth: device.handshake,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  });
  onTestFinished(() => {
    socket.disconnect();
    pages.close();
  });
  await once(socket as never, 'connect');
  expect(await socket.emitWithAck('sign:register', device.register())).toMatchObject({ ok: true });
  const page = `http://menu.example:${(pages.address() as AddressInfo).port}/`;
  const place = { organizationId: ours.id, eventId: ours.eventId, name: 'Lobby', location: 'Hall 1', url: page };
  const { signId, shortCode } = device;
  const asked = once(socket as never, 'sign:apply_link');
  const claimed = node.claims.claim(authorOf('alice'), { ...place, signId, shortCode, requestId: makeUuidV4(random) });
  const [{ requestId, claimToken }] = (await asked) as [{ requestId: string; claimToken: string }];
  expect(await socket.emitWithAck('sign:frame_check', { url: page })).toMatchObject({ framable: true });
  const answer = { requestId, claimToken, result: 'failure', reason: 'url_load_failed', loadMs: 1, replayed: false };
  await Promise.all([socket.emitWithAck('sign:link_ack', answer), claimed]);
  expect(requests).toHaveLength(1);
  return requests[0]!;
}

const linesOf = (request: string, name: string): string[] =>
  request.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name}:`));
const FIXED = {
  'user-agent': /^user-agent: Mozilla\/5\.0 .* Chrome\/[\d.]+ Safari\/[\d.]+$/,
  'accept-language': /^accept-language: en-US,en;q=0\.9$/,
};

test('G17: a check has the user agent and the languages of the tab, once each, and nothing else of its socket', async () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0';
  const request = await requestOfCheck({
    'user-agent': firefox,
    'accept-language': 'de-AT,de;q=0.8,en;q=0.5',
    cookie: 'session=secret',
    authorization: 'Bearer secret',
    accept: 'text/plain',
    'x-menu': 'private',
  });
  expect(linesOf(request, 'user-agent')).toEqual([`user-agent: ${firefox}`]);
  expect(linesOf(request, 'accept-language')).toEqual(['accept-language: de-AT,de;q=0.8,en;q=0.5']);
  expect(linesOf(request, 'accept')).toEqual([expect.stringMatching(/^accept: text\/html,/)]);
  expect(request).not.toMatch(/secret|private/);
});

test.each([
  ['absent', {}],
  ['empty', { 'user-agent': '', 'accept-language': '' }],
  ['longer than 500 characters', { 'user-agent': 'a'.repeat(501), 'accept-language': 'de,'.repeat(167) }],
  ['not in ASCII', { 'user-agent': 'Mozill\xe9', 'accept-language': 'de\x85' }],
  ['with a tab', { 'user-agent': 'a\tb', 'accept-language': 'de,\ten' }],
])('G17: a check has the fixed user agent and languages where those of the tab are %s', async (_, headers) => {
  const request = await requestOfCheck(headers);
  for (const [name, fixed] of Object.entries(FIXED))
    expect(linesOf(request, name)).toEqual([expect.stringMatching(fixed)]);
});
