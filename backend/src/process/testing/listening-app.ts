import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { AUTH_SECRET } from '../../access/testing/test-service.ts';
import { afterTurn } from '../../adapters/after-microtasks.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { buildApp, type App, type AppDeps } from '../../app.ts';
import { readConfig } from '../../config/config.ts';
import type { Db } from '../../db/database-types.ts';
import type { Carrier } from '../../cluster/node-messaging.ts';
import { createSocketIoTransport } from '../../sockets/socket-io-kiosks.ts';
import { createMetrics } from '../../metrics/metrics.ts';
import { expectNothingCaught } from '../../testing/test-error-boundary.ts';
import { makeHandshake, makeRegister } from '../../testing/virtual-device.ts';

/** A node over real HTTP and real sockets, in this process. Sessions of a `TestService` on the same database hold here too. */
export interface ListeningApp {
  app: App;
  url: string;
  /** A kiosk that is registered, and keeps the names of what it hears in order; `end` is the last. */
  connectKiosk(): Promise<ListeningKiosk>;
  close(): Promise<void>;
}

export interface ListeningKiosk {
  socket: Socket;
  signId: string;
  shortCode: string;
  heard: { event: string; payload: unknown }[];
  /** Resolves when the connection has ended. */
  ended: Promise<void>;
}

export async function startListeningApp(
  db: Db,
  options: {
    log?: FastifyBaseLogger;
    env?: Record<string, string>;
    carrier?: Carrier;
    load?: AppDeps['load'];
    pages?: NonNullable<AppDeps['pages']>;
  } = {},
): Promise<ListeningApp> {
  let url = '';
  const config = readConfig({ DATA_DIR: tmpdir(), ...options.env });
  const metrics = createMetrics();
  const app = await buildApp({
    config,
    db,
    clock: systemClock,
    random: systemRandom,
    log: options.log ?? pino({ level: 'silent' }),
    metrics,
    version: '0.0.0',
    authSecret: AUTH_SECRET,
    publicUrl: () => url,
    outboxFolder: tmpdir(),
    makeKioskTransport: (server, more) => createSocketIoTransport(server, { clock: systemClock, afterTurn, ...more }),
    ...(options.carrier && { carrier: options.carrier }),
    ...(options.load && { load: options.load }),
    ...(options.pages && { pages: options.pages }),
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  app.start();
  const sockets: Socket[] = [];

  return {
    app,
    url,
    async connectKiosk() {
      const handshake = makeHandshake(systemRandom);
      const { signId, shortCode } = makeRegister(handshake);
      const kioskOptions = { auth: handshake, transports: ['websocket'], forceNew: true, reconnection: false };
      const socket = io(url + KIOSK_NAMESPACE, kioskOptions);
      sockets.push(socket);
      const heard: ListeningKiosk['heard'] = [];
      socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }));
      const ended = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
      const told = new Promise<void>((resolve) => socket.once('sign:config', () => resolve()));
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      await socket.emitWithAck('sign:register', makeRegister(handshake));
      await told;
      return { socket, signId, shortCode, heard, ended };
    },
    async close() {
      for (const socket of sockets) socket.disconnect();
      await app.drain();
      await expectNothingCaught(metrics);
    },
  };
}
