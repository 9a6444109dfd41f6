/**
 * Socket.IO over a WebSocket as texts: Engine.IO protocol 4 around Socket.IO protocol 5. k6 has no Socket.IO client, so this is the part of one that kiosks and
 * dashboards need. A test compares it with the real parser. Attachments (binary packets) are recognized and not read: the backend sends none to those two.
 */

/** What came in. */
export type Frame =
  | { type: 'open'; sid: string; pingInterval: number; pingTimeout: number }
  | { type: 'close' | 'ping' | 'pong' | 'upgrade' | 'noop' }
  | { type: 'connect' | 'connect_error'; namespace: string; data: unknown }
  | { type: 'disconnect'; namespace: string }
  /** `id`: the sender waits for an ack under this number; null: it does not. */
  | { type: 'event'; namespace: string; id: number | null; name: string; args: unknown[] }
  | { type: 'ack'; namespace: string; id: number; args: unknown[] }
  /** Announces `attachments` binary frames, which follow. */
  | { type: 'binary'; attachments: number }
  | { type: 'malformed' };

const MALFORMED: Frame = { type: 'malformed' };
const ENGINE_FRAMES = { '1': 'close', '2': 'ping', '3': 'pong', '5': 'upgrade', '6': 'noop' } as const;

/** The answer to a ping. */
export const PONG = '3';

/** Reads one text frame. Never throws. */
export function decodeFrame(text: string): Frame {
  const kind = text.charAt(0);
  if (kind === '4') return decodePacket(text);
  if (kind === '0') return decodeOpen(parse(text.slice(1)));
  return Object.hasOwn(ENGINE_FRAMES, kind) ? { type: ENGINE_FRAMES[kind as keyof typeof ENGINE_FRAMES] } : MALFORMED;
}

function decodeOpen(value: unknown): Frame {
  const { sid, pingInterval, pingTimeout } = Object(value);
  if (typeof sid !== 'string' || typeof pingInterval !== 'number' || typeof pingTimeout !== 'number') return MALFORMED;
  return { type: 'open', sid, pingInterval, pingTimeout };
}

/** `4`, the packet's type, attachments and a dash where there are some, the namespace and a comma where it is not `/`, an id, JSON. */
const PACKET = /^4([0-6])(?:(\d+)-)?(?:(\/[^,]*),?)?(\d+)?/;

function decodePacket(text: string): Frame {
  const match = PACKET.exec(text);
  if (match === null) return MALFORMED;
  const [head, type, attachments, namespace = '/', number] = match;
  const body = text.slice(head.length);
  const data = body === '' ? undefined : parse(body);
  if (body !== '' && data === undefined) return MALFORMED;
  const id = number === undefined ? null : Number(number);
  switch (type) {
    case '0':
      return { type: 'connect', namespace, data };
    case '1':
      return { type: 'disconnect', namespace };
    case '2': {
      if (!Array.isArray(data) || typeof data[0] !== 'string') return MALFORMED;
      return { type: 'event', namespace, id, name: data[0], args: data.slice(1) };
    }
    case '3':
      return id !== null && Array.isArray(data) ? { type: 'ack', namespace, id, args: data } : MALFORMED;
    case '4':
      return { type: 'connect_error', namespace, data };
    default:
      return attachments === undefined ? MALFORMED : { type: 'binary', attachments: Number(attachments) };
  }
}

/** The value of a JSON text; undefined for what is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const into = (type: number, namespace: string): string => `4${type}${namespace === '/' ? '' : `${namespace},`}`;

/** Asks to be let into a namespace. `auth` is the handshake. */
export const encodeConnect = (namespace: string, auth: object): string =>
  `${into(0, namespace)}${JSON.stringify(auth)}`;

export const encodeDisconnect = (namespace: string): string => into(1, namespace);

/** `id`: wants an ack under this number; null: wants none. */
export const encodeEvent = (namespace: string, name: string, args: readonly unknown[], id: number | null): string =>
  `${into(2, namespace)}${id ?? ''}${JSON.stringify([name, ...args])}`;

export const encodeAck = (namespace: string, id: number, args: readonly unknown[]): string =>
  `${into(3, namespace)}${id}${JSON.stringify(args)}`;
