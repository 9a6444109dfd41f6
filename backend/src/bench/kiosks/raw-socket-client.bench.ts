import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * A WebSocket client that does as little as it can, because 10,000 of them share a core with others: frames are made once, with a mask of
 * zeros (the server unmasks them all the same), and what arrives is taken apart in place.
 */

const TEXT = 0x81;
const CLOSE = 0x88;
const MASKED = 0x80;
const TWO_BYTES = 126;
const HEADER = { short: 2, long: 4 } as const;
const MASK_BYTES = 4;

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length > 0xffff) throw new RangeError('the text is longer than one frame of this benchmark can hold');
  const isShort = length < TWO_BYTES;
  const frame = Buffer.alloc((isShort ? HEADER.short : HEADER.long) + MASK_BYTES + length);
  frame[0] = TEXT;
  frame[1] = MASKED | (isShort ? length : TWO_BYTES);
  if (!isShort) frame.writeUInt16BE(length, HEADER.short);
  frame.write(text, frame.length - length);
  return frame;
}

export interface RawSocket {
  send(frame: Buffer): void;
  /** Ends the connection without the system keeping its address for a minute: as many come again at once. */
  destroy(): void;
}

/** What a socket tells: each text frame, whose text lies in `chunk` from `start` to `end`; and its end, once or twice. */
export interface RawSocketListener {
  text(socket: RawSocket, chunk: Buffer, start: number, end: number): void;
  ended(why: string): void;
}

/** Resolves once the server has taken the upgrade. */
export function openRawSocket(url: string, path: string, listener: RawSocketListener): Promise<RawSocket> {
  const { hostname, port, host } = new URL(url);
  const wire: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const socket: RawSocket = {
    send: (frame) => void wire.write(frame),
    destroy: () => void wire.resetAndDestroy(),
  };
  let rest: Buffer | null = null;
  const take = (arrived: Buffer): void => {
    const chunk: Buffer = rest ? Buffer.concat([rest, arrived]) : arrived;
    rest = null;
    let at = 0;
    while (at < chunk.length) {
      const size = chunk.length - at < HEADER.short ? TWO_BYTES : chunk[at + 1]!;
      if (size > TWO_BYTES) return void wire.destroy(new Error('the frame is larger than any message of the contract'));
      const header = size === TWO_BYTES ? HEADER.long : HEADER.short;
      const isHeaderThere = chunk.length - at >= header;
      const length = size === TWO_BYTES && isHeaderThere ? chunk.readUInt16BE(at + HEADER.short) : size;
      if (!isHeaderThere || chunk.length - at < header + length) {
        rest = chunk.subarray(at);
        return;
      }
      if (chunk[at] === CLOSE) return void wire.destroy(new Error('the server closed the connection'));
      if (chunk[at] === TEXT) listener.text(socket, chunk, at + header, at + header + length);
      at += header + length;
    }
  };
  return new Promise((resolve, reject) => {
    let head = '';
    const upgrade = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      wire.off('data', upgrade);
      if (!head.startsWith('HTTP/1.1 101'))
        return void wire.destroy(new Error(`the server did not upgrade the connection: ${head.slice(0, 200)}`));
      wire.on('data', take);
      resolve(socket);
      if (head.length > end + 4) take(Buffer.from(head.slice(end + 4), 'latin1'));
    };
    wire.on('data', upgrade);
    wire.on('error', (error) => {
      reject(error);
      listener.ended(String(error));
    });
    wire.on('close', () => {
      reject(new Error('the connection was closed before it was open'));
      listener.ended('closed');
    });
    const key = randomBytes(16).toString('base64');
    wire.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
  });
}
