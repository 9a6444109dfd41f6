import { io, type Socket } from 'socket.io-client';
import { KIOSK_NAMESPACE, type BackendMessage } from '@sign-display/contracts/kiosk-events';
import { systemRandom } from '../../adapters/system-random.ts';
import { makeHandshake, makeRegister, type Handshake } from '../../testing/virtual-device.ts';

/** A kiosk over a real socket, which does nothing by itself: one connection to one node. */
export interface WireKiosk {
  readonly signId: string;
  readonly shortCode: string;
  readonly handshake: Handshake;
  readonly heard: readonly { event: string; payload: unknown }[];
  /** The first message of this name that comes from now on. */
  next<Payload>(event: string): Promise<Payload>;
  send(event: string, payload: unknown): void;
  /** Answers the next `sign:apply_link` with success, and resolves when the answer is acknowledged. */
  proveNext(): Promise<void>;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>;
  cut(): void;
}

/** Connects and registers; the code of the refusal where it is not let in. */
export async function connectWireKiosk(
  url: string,
  handshake: Handshake = makeHandshake(systemRandom),
  /** For TLS whose certificate is a test's own. */
  tls: { rejectUnauthorized?: boolean } = {},
): Promise<WireKiosk | string> {
  const socket: Socket = io(url + KIOSK_NAMESPACE, {
    auth: handshake,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...tls,
  });
  const heard: WireKiosk['heard'][number][] = [];
  socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }));
  const refused = await new Promise<string | null>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
  });
  if (refused !== null) {
    socket.disconnect();
    return refused;
  }
  const ended = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  const next: WireKiosk['next'] = (event) => new Promise((resolve) => socket.once(event, resolve));
  const told = next('sign:config');
  const { signId, shortCode } = makeRegister(handshake);
  await socket.emitWithAck('sign:register', makeRegister(handshake));
  await told;
  return {
    signId,
    shortCode,
    handshake,
    heard,
    next,
    send: (event, payload) => void socket.emit(event, payload),
    async proveNext() {
      const { requestId, claimToken } = await next<BackendMessage<'sign:apply_link'>>('sign:apply_link');
      await socket.emitWithAck('sign:link_ack', {
        requestId,
        claimToken,
        result: 'success',
        loadMs: 1,
        replayed: false,
      });
    },
    ended,
    cut: () => void socket.disconnect(),
  };
}
