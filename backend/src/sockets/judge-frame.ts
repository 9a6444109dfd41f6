import type { Refusal } from '@sign-display/contracts/error-codes';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';

/**
 * What a frame of a WebSocket is let in as, before anything parses it (contract, section 5, row "Socket"). Engine.IO writes a packet's type as its first
 * character (`4`: a message; `b`: base64 of one that is binary), Socket.IO its own as the second (`0`: CONNECT; `5` and `6`: a message whose
 * attachments follow as binary frames). Pure.
 */
type FrameVerdict =
  | { type: 'pass' }
  /** A CONNECT that is the first of its namespace. */
  | { type: 'connect'; namespace: string }
  | { type: 'refused_connect'; namespace: string; refusal: Refusal }
  /** Told, and not read. */
  | { type: 'too_large' }
  /** Binary, and nothing binary was asked for. */
  | { type: 'attachment' };

const PASS: FrameVerdict = { type: 'pass' };
const ATTACHMENT: FrameVerdict = { type: 'attachment' };

const [MESSAGE, BASE64, CONNECT, BINARY_EVENT, BINARY_ACK] = Array.from('4b056', (each) => each.charCodeAt(0));

/** What a malformed `auth` is called in each namespace of the contract. */
const MALFORMED: Record<string, Refusal> = {
  [KIOSK_NAMESPACE]: { code: 'invalid_identity', detail: 'The handshake is not a JSON object.' },
  [DASHBOARD_NAMESPACE]: { code: 'unauthenticated', detail: 'The handshake is not a JSON object.' },
};
/** A namespace's name is told back to whoever asked for it, but not if it is a page of text. */
const NAMESPACE_MOST = 100;

function isObject(text: string): boolean {
  if (text === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function judgeConnect(packet: string, joined: ReadonlySet<string>): FrameVerdict {
  const [, namespace = '/', auth = ''] = /^(\/[^,]*)?,?([^]*)$/.exec(packet)!;
  const malformed = Object.hasOwn(MALFORMED, namespace) ? MALFORMED[namespace]! : null;
  if (malformed === null) {
    const refusal: Refusal = { code: 'not_found', detail: 'This namespace does not exist.' };
    return { type: 'refused_connect', namespace: namespace.slice(0, NAMESPACE_MOST), refusal };
  }
  if (joined.has(namespace)) {
    const detail = 'A connection can join a namespace only once. Open another connection.';
    return { type: 'refused_connect', namespace, refusal: { code: 'conflict', detail } };
  }
  if (!isObject(auth)) return { type: 'refused_connect', namespace, refusal: malformed };
  return { type: 'connect', namespace };
}

/** `joined`: the namespaces that this connection has sent a CONNECT to. `mayBeLarge`: a screenshot is owed on it. */
export function judgeFrame(
  frame: Buffer,
  isBinary: boolean,
  { joined, mayBeLarge }: { joined: ReadonlySet<string>; mayBeLarge: boolean },
): FrameVerdict {
  if (isBinary) return mayBeLarge ? PASS : ATTACHMENT;
  if (frame.length > LIMITS.messageBytes) return { type: 'too_large' };
  if (frame[0] === BASE64) return ATTACHMENT;
  if (frame[0] !== MESSAGE) return PASS;
  if (frame[1] === CONNECT) return judgeConnect(frame.toString('utf8', 2), joined);
  if ((frame[1] === BINARY_EVENT || frame[1] === BINARY_ACK) && !mayBeLarge) return ATTACHMENT;
  return PASS;
}
