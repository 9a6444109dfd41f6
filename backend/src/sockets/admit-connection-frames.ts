import type { Socket } from 'socket.io';
import type { Refusal } from '@sign-display/contracts/error-codes';
import type { SocketError } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { AddressLimits, Place } from './address-limits.ts';
import type { BoundWebSocket } from './guarded-web-sockets.ts';
import { judgeFrame } from './judge-frame.ts';
import { HandshakeRefused } from './socket-io-shared.ts';
import type { SocketRefusalReason } from './socket-refusals.ts';

const TOO_LARGE: SocketError = {
  code: 'message_too_large',
  detail: `The message has more than ${LIMITS.messageBytes} bytes.`,
};
const NOT_ASKED: SocketError = {
  code: 'invalid_message',
  detail: 'The message has an attachment, but no screenshot was requested.',
};

/** One WebSocket of Engine.IO's, and what is let in on it. */
export function gateConnection(
  conn: Socket['conn'],
  deps: {
    address: string;
    place: Place;
    addresses: AddressLimits;
    observe: { refused(reason: SocketRefusalReason): void };
  },
) {
  const { address, place, addresses, observe } = deps;
  const wire = (conn.request as unknown as { websocket: BoundWebSocket }).websocket;
  const joined = new Set<string>();
  let members = 0;
  let mayBeLarge = false;
  let tell: ((error: SocketError) => void) | null = null;

  function refuse(namespace: string, refusal: Refusal, reason: SocketRefusalReason): void {
    observe.refused(reason);
    const { message, data } = new HandshakeRefused(refusal);
    // As Socket.IO writes a CONNECT_ERROR.
    conn.write(`4${namespace === '/' ? '' : `${namespace},`}${JSON.stringify({ message, data })}`);
    conn.close();
  }

  function end(error: SocketError, reason: SocketRefusalReason): void {
    observe.refused(reason);
    tell?.(error);
    conn.close();
  }

  function admit(frame: Buffer, isBinary: boolean): boolean {
    // What comes after the connection was ended is nobody's.
    if (conn.readyState !== 'open') return false;
    const verdict = judgeFrame(frame, isBinary, { joined, mayBeLarge });
    if (verdict.type === 'pass') return true;
    if (verdict.type === 'connect') {
      joined.add(verdict.namespace);
      const waitMs = addresses.connect(address);
      if (waitMs === null) return true;
      refuse(verdict.namespace, { code: 'rate_limited', retryAfterMs: waitMs }, 'connects_per_address');
    } else if (verdict.type === 'refused_connect') refuse(verdict.namespace, verdict.refusal, 'refused_connect');
    else if (verdict.type === 'attachment') end(NOT_ASKED, 'attachment');
    else if (mayBeLarge) tell?.(TOO_LARGE);
    else end(TOO_LARGE, 'too_large');
    return false;
  }

  function tooLarge(): void {
    if (conn.readyState !== 'open') return;
    observe.refused('too_large');
    tell?.(TOO_LARGE);
  }

  wire.admit = admit;
  wire.onTooLarge = tooLarge;

  return {
    address,
    /** It has shown whose it is: its address may have another connection that has not. */
    authorized: place.authorized,
    /** It was let into a namespace; `tell` reaches whoever it is, where the namespace has a word for that. */
    joined(given: ((error: SocketError) => void) | null): void {
      members += 1;
      place.authorized();
      tell = given ?? tell;
    },
    /** It has left a namespace: one that is in none has nothing to say any more. */
    left(): void {
      members -= 1;
      if (members === 0) conn.close();
    },
    allowLarge(isAllowed: boolean): void {
      mayBeLarge = isAllowed;
      wire.allowLarge(isAllowed);
    },
  };
}

export type GatedConnection = ReturnType<typeof gateConnection>;
