import { once } from 'node:events';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import {
  patchOrganization,
  startTestService,
  type Person,
  type TestService,
} from '../../access/testing/test-service.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { startListeningApp, type ListeningApp, type ListeningKiosk } from '../../process/testing/listening-app.ts';
import { createVirtualDevice } from '../virtual-device.ts';
import type { FuzzMessage } from './malformed-messages.ts';

/**
 * A service over real sockets with bystanders: kiosks that do nothing wrong and must not notice that others do (promise A5). What would be
 * a failure is kept in `troubles`: an error in the log, an answer `internal`, a rejection or exception that nobody handled.
 */
export interface FuzzWorld {
  url: string;
  server: Server;
  owner: Person;
  organizationId: string;
  bystanders: Bystander[];
  troubles: string[];
  counts: { messages: number; malformed: number; frames: number; refused: number; cut: number };
  /** A kiosk with its own identity, on Linux by default, claimed with this page. */
  openKiosk(standing: Standing, as?: { platform: string; page: string }): Promise<Socket>;
  /** Sends messages over one connection, in order, and resolves when the last was read or the connection has been cut. */
  send(socket: Socket, messages: FuzzMessage[], last: () => Promise<unknown>): Promise<void>;
  /** Every bystander's heartbeat is answered. Rejects if one does not hear for `BYSTANDER_MS`. */
  checkBystanders(): Promise<void>;
  close(): Promise<void>;
}

export interface Bystander extends ListeningKiosk {
  seq: number;
}

const BYSTANDERS = 3;
/** On a quick machine they are asked more often than a kiosk may speak (200 messages in 10 s): one that has said so much gives way to another. */
const BEATS_OF_ONE = 150;
/** Long enough for a machine that is busy; a bystander who hears nothing for so long was harmed. */
const BYSTANDER_MS = 20_000;

export const HEARTBEAT = {
  status: 'unclaimed',
  mode: 'foreground',
  metrics: { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 1 },
  contentState: 'idle',
} as const;

/** A heartbeat that is answered, whatever came before it on this connection. Rejects when the connection ends first. */
export async function beatOnce(socket: Socket, seq: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const hear = (message: { seq: number }): void => {
    if (message.seq === seq) resolve();
  };
  const end = (reason: string): void => reject(new Error(`disconnected: ${reason}`));
  socket.on('heartbeat:ack', hear);
  socket.once('disconnect', end);
  try {
    if (!socket.connected) throw new Error('disconnected');
    socket.emit('heartbeat', { seq, ...HEARTBEAT });
    await promise;
  } finally {
    socket.off('heartbeat:ack', hear);
    socket.off('disconnect', end);
  }
}

/** How far a kiosk has come before it misbehaves. */
export const STANDINGS = ['connected', 'registered', 'claimed'] as const;
export type Standing = (typeof STANDINGS)[number];

export async function startFuzzWorld(): Promise<FuzzWorld> {
  const troubles: string[] = [];
  const counts = { messages: 0, malformed: 0, frames: 0, refused: 0, cut: 0 };
  const service: TestService = await startTestService();
  const log = pino({ level: 'error' }, { write: (line: string) => void troubles.push(line.trim()) });
  const listening: ListeningApp = await startListeningApp(service.database.db, {
    log,
    env: { RATE_LIMIT_PER_MINUTE: '1000000', NEW_KIOSKS_PER_ADDRESS: '1000000', SOCKETS_PER_ADDRESS: '1000000' },
  });
  const complain = (error: unknown): void => void troubles.push(`unhandled: ${String(error)}`);
  process.on('unhandledRejection', complain);
  process.on('uncaughtExceptionMonitor', complain);

  const owner = await service.makePerson('fuzz-owner');
  const created = await owner.call('POST', '/api/organizations', { name: 'Fuzzed' });
  const organizationId = (created.body as { id: string }).id;
  const place = { name: 'Hall 1', timeZone: 'Europe/Vienna' };
  const event = await owner.call('POST', `/api/organizations/${organizationId}/events`, place);
  const eventId = (event.body as { id: string }).id;
  // Claimed at once: what is looked at comes after the claim.
  await patchOrganization(owner, organizationId, { linkHandshakeEnabled: false });
  const bystanders: Bystander[] = [];
  for (let made = 0; made < BYSTANDERS; made += 1) bystanders.push({ ...(await listening.connectKiosk()), seq: 0 });

  const note = (answer: unknown): void => {
    const { ok, error } = Object(answer) as { ok?: unknown; error?: { code?: unknown } };
    if (ok === false) counts.refused += 1;
    if (error?.code === 'internal') troubles.push(`answered internal: ${JSON.stringify(answer)}`);
  };

  async function claim(signId: string, shortCode: string, url: string): Promise<void> {
    const body = { organizationId, eventId, name: 'Fuzzed', location: 'Hall 1', signId, shortCode };
    const response = await fetch(`${listening.url}/api/signs/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify({ ...body, url }),
    });
    if (response.status !== 201) throw new Error(`not claimed: ${await response.text()}`);
  }

  return {
    url: listening.url,
    server: listening.app.http.server,
    owner,
    organizationId,
    bystanders,
    troubles,
    counts,
    async openKiosk(standing, { platform, page } = { platform: 'linux', page: 'https://example.com/' }) {
      const { handshake, ...device } = createVirtualDevice(systemRandom, undefined, platform);
      const options = { auth: handshake, transports: ['websocket'], forceNew: true, reconnection: false };
      const socket = io(listening.url + KIOSK_NAMESPACE, options);
      await once(socket as never, 'connect');
      const register = device.register();
      if (standing !== 'connected') await socket.emitWithAck('sign:register', register);
      if (standing === 'claimed') await claim(register.signId, register.shortCode, page);
      return socket;
    },
    async send(socket, messages, last) {
      const cut = new Promise<void>((resolve) => {
        socket.once('disconnect', (reason) => {
          if (reason !== 'io client disconnect') counts.cut += 1;
          resolve();
        });
      });
      socket.on('kiosk:error', (error: { code: string }) => note({ ok: false, error }));
      for (const { event, payload, ack } of messages) {
        counts.messages += 1;
        if (ack) socket.emit(event, payload, note);
        else socket.emit(event, payload);
      }
      await Promise.race([last().catch(() => {}), cut]);
      socket.disconnect();
    },
    async checkBystanders() {
      for (const [index, bystander] of bystanders.entries()) {
        bystander.seq += 1;
        const late = AbortSignal.timeout(BYSTANDER_MS);
        const gaveUp = once(late, 'abort').then(() => Promise.reject(new Error('a bystander was not heard')));
        await Promise.race([beatOnce(bystander.socket, bystander.seq), gaveUp]);
        if (bystander.seq < BEATS_OF_ONE) continue;
        bystander.socket.disconnect();
        bystanders[index] = { ...(await listening.connectKiosk()), seq: 0 };
      }
    },
    async close() {
      await listening.close();
      await service.close();
      process.off('unhandledRejection', complain);
      process.off('uncaughtExceptionMonitor', complain);
    },
  };
}
