import type { BackendEvent, BackendMessage, KioskEvent } from '@sign-display/contracts/kiosk-events';
import type { Refusal } from '@sign-display/contracts/error-codes';
import type { KioskSocket, KioskTransport, KioskTransportHandlers } from '../sockets/kiosk-transport-types.ts';

/**
 * The kiosk transport without a network: what a test's kiosk sends arrives at once and in order. The namespace, the services and the
 * database above it are the real ones.
 */

/** The far end of a connection, in a test's hand. */
export interface MemoryKiosk {
  /** Everything that the backend has sent, oldest first. */
  readonly received: readonly { event: BackendEvent; payload: unknown }[];
  readonly isOpen: boolean;
  send(event: KioskEvent | (string & {}), payload: unknown): void;
  /** Sends and waits for the acknowledgement. */
  request(event: KioskEvent | (string & {}), payload: unknown): Promise<unknown>;
  /** The next message of this name, one that has arrived and was not taken yet first. */
  next<Event extends BackendEvent>(event: Event): Promise<BackendMessage<Event>>;
  /** Calls `hear` with everything that arrives from now on. */
  onMessage(hear: (event: BackendEvent, payload: unknown) => void): void;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Pulls the cable. */
  cut(): void;
}

export interface MemoryTransport extends KioskTransport {
  connect(handshake: unknown, address?: string): Promise<{ kiosk: MemoryKiosk } | { refusal: Refusal }>;
}

/** About as many as on a wire: what is binary travels beside the text. */
function bytesOf(payload: unknown): number {
  let binary = 0;
  const text = JSON.stringify(payload ?? null, function (this: Record<string, unknown>, key: string, value: unknown) {
    const own = this[key];
    if (!(own instanceof Uint8Array)) return value;
    binary += own.byteLength;
    return null;
  });
  return text.length + binary;
}

export function createMemoryTransport(): MemoryTransport {
  let handlers: KioskTransportHandlers<unknown> | null = null;
  const open = new Set<() => void>();

  function makeKiosk(identity: unknown, address: string): MemoryKiosk {
    const received: { event: BackendEvent; payload: unknown }[] = [];
    const untaken: { event: BackendEvent; payload: unknown }[] = [];
    const takers: { event: BackendEvent; take(payload: unknown): void }[] = [];
    let isOpen = true;
    let hear: (event: BackendEvent, payload: unknown) => void = () => {};
    let markEnded: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      markEnded = resolve;
    });
    const end = (reason: string): void => {
      if (!isOpen) return;
      isOpen = false;
      open.delete(cut);
      handlers!.closed(socket, reason);
      markEnded();
    };
    const cut = () => end('transport close');
    const socket: KioskSocket = {
      remoteAddress: address,
      send(event, payload) {
        if (!isOpen) return;
        const message = { event, payload: structuredClone(payload) as unknown };
        received.push(message);
        hear(event, message.payload);
        const index = takers.findIndex((taker) => taker.event === event);
        if (index === -1) untaken.push(message);
        else takers.splice(index, 1)[0]!.take(message.payload);
      },
      // What is too large, the namespace says too.
      allowLarge: () => {},
      close: () => end('server disconnect'),
    };
    const arrive = (event: string, payload: unknown, reply: ((answer: unknown) => void) | null): void => {
      if (!isOpen) return;
      handlers!.message(socket, { event, payload, bytes: bytesOf(payload), reply });
    };
    open.add(cut);
    handlers!.opened(socket, identity);
    return {
      received,
      get isOpen() {
        return isOpen;
      },
      ended,
      cut,
      onMessage: (given) => void (hear = given),
      send: (event, payload) => arrive(event, payload, null),
      request: (event, payload) => new Promise((resolve) => arrive(event, payload, resolve)),
      next: (event) =>
        new Promise((resolve) => {
          const index = untaken.findIndex((message) => message.event === event);
          if (index === -1) takers.push({ event, take: resolve as (payload: unknown) => void });
          else resolve(untaken.splice(index, 1)[0]!.payload as never);
        }),
    };
  }

  return {
    serve: (given) => {
      handlers = given as KioskTransportHandlers<unknown>;
    },
    async connect(handshake, address = '127.0.0.1') {
      const decision = await handlers!.authorize(handshake, { address, proved: () => {} });
      if ('refusal' in decision) return decision;
      return { kiosk: makeKiosk(decision.identity, address) };
    },
    async close() {
      for (const cut of open) cut();
    },
  };
}
