import { Compile } from 'typebox/compile';
import { fieldWords } from '@sign-display/contracts/describe-validation-finding';
import {
  KioskToBackend,
  type KioskEvent,
  type KioskMessage,
  type KioskReply,
  type SocketError,
} from '@sign-display/contracts/kiosk-events';
import { ERROR_CODES, type ErrorCode } from '@sign-display/contracts/error-codes';
import { LIMITS } from '@sign-display/contracts/limits';
import { isDatabaseUnavailable } from '../db/open-database.ts';
import type { Logger } from '../logging/logger-type.ts';
import { LANES } from './message-lanes.ts';
import type { Boundary } from '../sockets/error-boundary.ts';
import type { KioskConnection, KioskConnections, KioskIdentity } from './kiosk-connections.ts';
import type {
  IncomingMessage,
  KioskSocket,
  KioskTransport,
  KioskTransportHandlers,
} from '../sockets/kiosk-transport-types.ts';

/** The kiosk namespace: checks what arrives and hands it over. It decides nothing about signs or claims. */

/** What a valid message is handed to. A returned value answers the kiosk's request for an acknowledgement. */
export type KioskMessageHandlers = {
  [Event in KioskEvent]?: (
    connection: KioskConnection,
    message: KioskMessage<Event>,
  ) => Promise<KioskReply<Event>> | Promise<void> | void;
};

const checks = Object.fromEntries(
  Object.entries(KioskToBackend).map(([event, schema]) => [event, Compile(schema)]),
) as unknown as Record<KioskEvent, ReturnType<typeof Compile>>;
const isKioskEvent = (event: string): event is KioskEvent => Object.hasOwn(checks, event);

/** The picture in the answer to a screenshot. It alone may be large (contract, section 5), and its own bytes are not counted. */
function imageIn({ event, payload }: IncomingMessage): Uint8Array | null {
  if (event !== 'sign:command_ack') return null;
  const image = (payload as { result?: { image?: unknown } | null } | null | undefined)?.result?.image;
  return image instanceof Uint8Array ? image : null;
}

const isAnswer = (event: string): boolean => event === 'sign:command_ack' || event === 'sign:command_error';

interface KioskNamespaceDeps {
  transport: KioskTransport;
  connections: KioskConnections;
  authorize: KioskTransportHandlers<KioskIdentity>['authorize'];
  handlers: KioskMessageHandlers;
  boundary: Boundary;
  log: Logger;
  observe: { connections(count: number): void; refused(code: ErrorCode): void };
  opened(connection: KioskConnection): void;
  closed(connection: KioskConnection): void;
}

/** Serves the kiosks that connect through `transport`. `settled` resolves when what they have asked until now is answered. */
export function serveKiosks(deps: KioskNamespaceDeps): { settled(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const { transport, connections, handlers, boundary, log, observe } = deps;

  function refuse(
    connection: KioskConnection,
    message: IncomingMessage,
    code: ErrorCode,
    detail: string,
    retryAfterMs?: number,
  ): void {
    const error: SocketError = { code, detail, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    observe.refused(code);
    log.debug({ signId: connection.signId, event: message.event.slice(0, 100), code, detail }, 'kiosk message refused');
    connection.socket.send('kiosk:error', { ...error, event: message.event.slice(0, 200) });
    message.reply?.({ ok: false, error });
  }

  /** What ends the connection, because it may only come with a screenshot that is owed. */
  function excess({ owed }: KioskConnection, message: IncomingMessage): [ErrorCode, string] | null {
    const { event, payload, bytes } = message;
    const isTooLarge = bytes > LIMITS.messageBytes && !owed.any;
    if (isTooLarge) return ['message_too_large', `${bytes} bytes arrived, ${LIMITS.messageBytes} are the most.`];
    if (!isAnswer(event)) return null;
    const { commandId } = Object(payload) as { commandId?: unknown };
    if (owed.answered(commandId, imageIn(message) !== null)) return null;
    return ['invalid_message', 'The message has an image, but this command did not request a screenshot.'];
  }

  /** Null where the message may be acted on. */
  function objection({ registered }: KioskConnection, message: IncomingMessage): [ErrorCode, string] | null {
    const { event, payload, bytes } = message;
    if (bytes - (imageIn(message)?.byteLength ?? 0) > LIMITS.messageBytes) {
      return ['message_too_large', `${bytes} bytes arrived, ${LIMITS.messageBytes} are the most.`];
    }
    if (!isKioskEvent(event)) return ['invalid_message', 'This backend does not know this event.'];
    if (!checks[event].Check(payload)) {
      const [first] = checks[event].Errors(payload);
      return ['invalid_message', `payload${first?.instancePath ?? ''} ${first ? fieldWords(first) : 'is malformed'}`];
    }
    if (!registered && event !== 'sign:register') return ['not_registered', ERROR_CODES.not_registered.title];
    if (!handlers[event]) return ['invalid_message', 'This backend does not support this event yet.'];
    return null;
  }

  /** Hands a valid message over, behind those of its lane. */
  function handleInOrder(
    connection: KioskConnection,
    { event, payload, bytes }: IncomingMessage,
  ): Promise<unknown> | void | 'too_much' {
    const handle = handlers[event as KioskEvent] as (
      from: KioskConnection,
      payload: unknown,
    ) => Promise<unknown> | void;
    const lane = LANES[event as KioskEvent];
    if (!lane) return handle(connection, payload);
    return connection.lanes.run(lane, bytes, async () => handle(connection, payload)) ?? 'too_much';
  }

  /** Rejects with what is no refusal and no outage: the boundary's. */
  async function answer(connection: KioskConnection, message: IncomingMessage, answering: Promise<unknown>) {
    try {
      // Awaited also where nobody wants a reply: what fails is told, and never an unhandled rejection.
      const reply = await answering;
      message.reply?.(reply);
    } catch (error) {
      const isAway = isDatabaseUnavailable(error);
      const code = isAway ? 'unavailable' : 'internal';
      const fields = { err: error, signId: connection.signId, event: message.event };
      if (isAway) log.error(fields, 'kiosk message not handled, database unavailable');
      refuse(connection, message, code, ERROR_CODES[code].title, 5_000);
      if (!isAway) throw error;
    }
  }

  function opened(socket: KioskSocket, identity: KioskIdentity): void {
    deps.opened(connections.open(identity, socket));
    observe.connections(connections.size);
    log.debug({ signId: identity.signId, bootId: identity.bootId, address: socket.remoteAddress }, 'kiosk connected');
  }

  function take(socket: KioskSocket, message: IncomingMessage): void {
    const connection = connections.of(socket);
    if (!connection) return;
    connections.sawLife(connection);
    if (!connection.budget.spend(connection.arrivedAtMs)) {
      const retryAfterMs = LIMITS.messageWindowSeconds * 1_000;
      refuse(connection, message, 'rate_limited', ERROR_CODES.rate_limited.title, retryAfterMs);
      socket.close();
      return;
    }
    const exceeding = excess(connection, message);
    if (exceeding) {
      refuse(connection, message, ...exceeding);
      socket.close();
      return;
    }
    const objected = objection(connection, message);
    if (objected) return refuse(connection, message, ...objected);
    const answering = handleInOrder(connection, message);
    if (answering === 'too_much') {
      return refuse(connection, message, 'unavailable', 'Too many messages of this kiosk are already waiting.', 5_000);
    }
    if (!answering) return;
    const answered = boundary
      .run('message', socket, () => answer(connection, message, answering))!
      .finally(() => underWay.delete(answered));
    underWay.add(answered);
  }

  function closed(socket: KioskSocket, reason: string): void {
    const connection = connections.closed(socket);
    observe.connections(connections.size);
    if (!connection) return;
    log.debug({ signId: connection.signId, reason }, 'kiosk disconnected');
    deps.closed(connection);
  }

  transport.serve<KioskIdentity>({
    async authorize(handshake, peer) {
      try {
        const decision = await deps.authorize(handshake, peer);
        if ('refusal' in decision) observe.refused(decision.refusal.code);
        return decision;
      } catch (error) {
        const isAway = isDatabaseUnavailable(error);
        const code = isAway ? 'unavailable' : 'internal';
        if (isAway) log.error({ err: error, address: peer.address }, 'kiosk handshake failed, database unavailable');
        else boundary.caught('authorize', error);
        observe.refused(code);
        return { refusal: { code, retryAfterMs: 5_000 } };
      }
    },
    opened: (socket, identity) => boundary.run('opened', socket, () => opened(socket, identity)),
    message: (socket, message) => boundary.run('message', socket, () => take(socket, message)),
    closed: (socket, reason) => boundary.run('closed', socket, () => closed(socket, reason)),
  });

  return {
    async settled() {
      await Promise.all(underWay);
    },
  };
}
