import type { Socket } from 'socket.io';
import { ERROR_CODES, type Refusal } from '@sign-display/contracts/error-codes';
import type { IncomingMessage } from './kiosk-transport-types.ts';

/** What both namespaces over Socket.IO share. */

/** A refused handshake: Socket.IO hands `data` to the client's `connect_error`. */
export class HandshakeRefused extends Error {
  readonly data: Refusal & { detail: string };
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.data = { ...refusal, detail: refusal.detail ?? ERROR_CODES[refusal.code].title };
  }
}

/** Counts what arrives on the wire, so that a message's size is known without encoding it again. */
export function countBytes(socket: Socket): () => number {
  let bytes = 0;
  // The first listener of the engine's `data` runs before Socket.IO decodes it; attachments arrive as data of their own.
  // Of a packet with nothing in it there is no data at all.
  socket.conn.prependListener('data', (data: string | ArrayBufferView | undefined) => {
    if (data === undefined) return;
    bytes += typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
  });
  return () => {
    const taken = bytes;
    bytes = 0;
    return taken;
  };
}

export function toMessage(args: unknown[], bytes: number): IncomingMessage {
  const [event, ...rest] = args;
  const last = rest.at(-1);
  const reply = typeof last === 'function' ? (answer: unknown) => void last(answer) : null;
  const payload = reply !== null && rest.length === 1 ? undefined : rest[0];
  return { event: String(event), payload, bytes, reply };
}
