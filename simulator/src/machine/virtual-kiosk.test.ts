import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KIOSK_NAMESPACE, type BackendMessage, type KioskMessage } from '@sign-display/contracts/kiosk-events';
import { decode } from 'jpeg-js';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { makeSelfSigned } from '../adapters/self-signed-certificate.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { startContentServer, type ContentServer } from '../pages/content-server.ts';
import { createPageClient, type PageClient } from '../pages/page-client.ts';
import { appearanceOfPath } from '../pages/page-appearance.ts';
import { makePlan } from '../plan/make-plan.ts';
import { readScenario } from '../plan/scenario.ts';
import { createCamera } from './draw-screenshot.ts';
import { createVirtualKiosk, type VirtualKiosk } from './virtual-kiosk.ts';

/** The real agent on a simulated machine, against the channel of contract.md, section 4, spoken by a few lines of Socket.IO. */

const REQUEST_ID = '00000000-0000-4000-8000-0000000000aa';
const ORGANIZATION = { id: '00000000-0000-4000-8000-0000000000bb', name: 'Hall' };
const EVENT = { id: '00000000-0000-4000-8000-0000000000cc', name: 'Evening', timeZone: 'UTC' };
const SIGN = { id: '00000000-0000-4000-8000-0000000000dd', name: 'Door', location: 'North' };
const LIMITS = { heartbeatIntervalMs: 200, loadTimeoutMs: 2_000, reachabilityIntervalMs: 60_000 };

let http: HttpServer;
let io: Server;
let content: ContentServer;
let pages: PageClient;
let kiosk: VirtualKiosk;
let sockets: Socket[];
let claimedUrl: string | null;

beforeEach(async () => {
  http = createServer();
  io = new Server(http, { transports: ['websocket'] });
  sockets = [];
  claimedUrl = null;
  io.of(KIOSK_NAMESPACE).on('connection', (socket) => {
    sockets.push(socket);
    socket.on('heartbeat', ({ seq }: KioskMessage<'heartbeat'>) =>
      socket.emit('heartbeat:ack', { seq, serverTimeMs: Date.now() }),
    );
    socket.on('sign:claim_confirmed', (_: unknown, reply: (answer: unknown) => void) => reply({ ok: true }));
    socket.on('sign:link_ack', (ack: KioskMessage<'sign:link_ack'>, reply?: (answer: unknown) => void) => {
      reply?.({ ok: true });
      if (ack.result === 'success') socket.emit('sign:claimed', claimedMessage());
    });
    socket.on('sign:register', (_: unknown, reply: (answer: unknown) => void) => {
      reply({ ok: true, heartbeatIntervalMs: LIMITS.heartbeatIntervalMs, serverTimeMs: Date.now(), registered: true });
      const claimed = claimedUrl !== null;
      const config: BackendMessage<'sign:config'> = {
        configVersion: 1,
        claimed,
        organization: claimed ? ORGANIZATION : null,
        event: claimed ? EVENT : null,
        sign: claimed ? SIGN : null,
        content: claimed ? { contentId: SIGN.id, url: claimedUrl! } : null,
        settings: {},
        limits: LIMITS,
      };
      socket.emit('sign:config', config);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  content = await startContentServer(systemClock, 50, await makeSelfSigned());
  pages = createPageClient(systemClock);
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  kiosk = createVirtualKiosk(makePlan('1', readScenario('default'), { wrongCodes: true, twoPeople: true }, 0), {
    identitySeed: '1',
    clock: systemClock,
    transport: createKioskTransport(url, systemClock),
    pages,
    camera: createCamera(),
    appVersion: '1',
    onHeartbeatAck: () => {},
  });
});
afterEach(async () => {
  await kiosk.stop();
  await io.close();
  await pages.close();
  await content.close();
});

function claimedMessage(): BackendMessage<'sign:claimed'> {
  const page = { contentId: SIGN.id, url: claimedUrl! };
  return {
    requestId: REQUEST_ID,
    signRecordId: SIGN.id,
    organization: ORGANIZATION,
    event: EVENT,
    sign: SIGN,
    content: page,
    settings: {},
    configVersion: 1,
  };
}

const registered = (mark: number) => kiosk.moments.since(mark, 'register', ({ type }) => type === 'registered');

async function claim(page: 'good' | 'blank' = 'good'): Promise<void> {
  kiosk.boot();
  await registered(0);
  const mark = kiosk.moments.mark();
  claimedUrl = content.pageUrl(0, 'first', page);
  const expiresAt = new Date(Date.now() + 10_000).toISOString();
  sockets.at(-1)!.emit('sign:apply_link', {
    requestId: REQUEST_ID,
    claimToken: 'a'.repeat(64),
    url: claimedUrl,
    loadTimeoutMs: 2_000,
    expiresAt,
  });
  await kiosk.moments.since(mark, 'confirmation', ({ type }) => type === 'confirmed');
}

test('S1: a virtual kiosk boots to the QR, is claimed, and loads its page once', async () => {
  await claim();
  expect(kiosk.screen()).toEqual({ kind: 'page', url: claimedUrl });
  expect(content.hits(0, 'first', 'claim')).toBe(1);
  const { wire, qrGoneMs, signIds } = kiosk.seen();
  expect(wire.map(({ event }) => event)).toEqual([
    'sign:apply_link',
    'sign:link_ack',
    'sign:claimed',
    'sign:claim_confirmed',
  ]);
  expect(qrGoneMs).toHaveLength(1);
  expect(signIds).toHaveLength(1);
});

test.each(['good', 'blank'] as const)('M3: its screenshot is a picture of the page on its screen: %s', async (page) => {
  await claim(page);
  const commandId = '0198c0de-0000-7000-8000-000000000001';
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const answered = once(sockets.at(-1)! as never, 'sign:command_ack');
  sockets.at(-1)!.emit('sign:screenshot', { commandId, expiresAt, maxWidth: 320 });
  const [{ result }] = (await answered) as [{ result: { width: number; height: number; image: Buffer } }];
  expect([result.width, result.height]).toEqual([320, 180]);
  const { data } = decode(result.image, { useTArray: true });
  const look = appearanceOfPath(new URL(claimedUrl!).pathname, 0, page === 'blank');
  const colour = page === 'blank' ? 0xffffff : Number.parseInt(look.colour.slice(1), 16);
  const shown = (data[0]! << 16) | (data[1]! << 8) | data[2]!;
  for (const shift of [16, 8, 0])
    expect(Math.abs(((shown >> shift) & 255) - ((colour >> shift) & 255))).toBeLessThan(4);
});

test.each([true, false])(
  'K2: rebooted (polite: %s) it keeps its identity and shows its page before the backend is heard',
  async (polite) => {
    await claim();
    const mark = kiosk.moments.mark();
    kiosk.reboot({ polite });
    await Promise.all([registered(mark), kiosk.moments.since(mark, 'the page', ({ type }) => type === 'page')]);
    expect(kiosk.screen()).toEqual({ kind: 'page', url: claimedUrl });
    // The splash stands while the page is proved anew (promise K4).
    expect(kiosk.seen().boots.at(-1)).toEqual({ firstScreen: 'splash', beforeRegister: true });
    expect(content.hits(0, 'first', 'claim')).toBe(1);
    expect(kiosk.seen().signIds).toHaveLength(1);
  },
);

test('K1: a kiosk with another network card is a new sign; one with its cable out is not', async () => {
  await claim();
  kiosk.setCable(false);
  let mark = kiosk.moments.mark();
  kiosk.reboot({ polite: true });
  // K2: without any backend.
  await kiosk.moments.since(mark, 'the page', ({ type }) => type === 'page');
  mark = kiosk.moments.mark();
  kiosk.setCable(true);
  await registered(mark);
  expect(kiosk.seen().signIds).toHaveLength(1);

  claimedUrl = null;
  mark = kiosk.moments.mark();
  kiosk.reboot({ polite: true, newMac: true });
  await kiosk.moments.since(mark, 'a QR that can be scanned', ({ type }) => type === 'code');
  expect(kiosk.seen().signIds).toHaveLength(2);
  expect(kiosk.screen()?.kind).toBe('qr');
});

test('a virtual kiosk counts its heartbeats and their acks', async () => {
  kiosk.boot();
  await registered(0);
  const sent = () => kiosk.heartbeats().sent;
  const socket = sockets.at(-1)!;
  await once(socket, 'heartbeat');
  await once(socket, 'heartbeat');
  await once(socket, 'heartbeat');
  const count = kiosk.heartbeats();
  expect(sent()).toBeGreaterThanOrEqual(3);
  expect(count.lost + count.unasked).toBe(0);
  expect(count.acked).toBeGreaterThanOrEqual(2);
});
