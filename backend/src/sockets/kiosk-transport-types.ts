import type { BackendEvent, BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { Refusal } from '@sign-display/contracts/error-codes';
import type { BrowserHeaders } from './pick-browser-headers.ts';

/**
 * The seam below the kiosk namespace: Socket.IO in the service, a simulated network in virtual time. It moves messages and decides
 * nothing.
 */

export interface KioskSocket {
  readonly remoteAddress: string;
  /** Of the request that opened it; absent without a network. */
  readonly browserHeaders?: BrowserHeaders;
  send<Event extends BackendEvent>(event: Event, payload: BackendMessage<Event>): void;
  /**
   * Whether a message may be as large as a screenshot. Until it is told so, the connection ends at more than `LIMITS.messageBytes`, which nobody parses.
   */
  allowLarge(isAllowed: boolean): void;
  /** Cuts the connection; `closed` is told of it. */
  close(): void;
}

/** One message as it arrived, unchecked. */
export interface IncomingMessage {
  event: string;
  payload: unknown;
  /** Size on the wire, attachments included. */
  bytes: number;
  /** Answers the sender's request for an acknowledgement; null if it asked for none. */
  reply: ((answer: unknown) => void) | null;
}

/** Who sends a handshake. */
export interface KioskPeer {
  address: string;
  /** Called when the secret is the one that is bound to the signId, whatever is decided after that. */
  proved(): void;
}

export interface KioskTransportHandlers<Identity> {
  /** Decides about a handshake before there is a connection; never rejects. A refusal reaches the kiosk as `connect_error`. */
  authorize(handshake: unknown, peer: KioskPeer): Promise<{ identity: Identity } | { refusal: Refusal }>;
  opened(socket: KioskSocket, identity: Identity): void;
  message(socket: KioskSocket, message: IncomingMessage): void;
  closed(socket: KioskSocket, reason: string): void;
}

export interface KioskTransport {
  /** Takes connections from now on. Called once. */
  serve<Identity>(handlers: KioskTransportHandlers<Identity>): void;
  /** Takes no more and cuts those that are left. */
  close(): Promise<void>;
}
