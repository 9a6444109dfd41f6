import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
  type ECDH,
} from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A push service and the browsers behind it, on loopback: it takes what a real one takes (RFC 8030), checks the sender's signature (RFC 8292),
 * and decrypts for the browser (RFC 8291, RFC 8188). For any number of browsers: each is a path of one server.
 */

/** What a browser's `PushSubscription.toJSON()` gives. */
export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface ReceivedPush {
  /** The browser's endpoint. */
  endpoint: string;
  payload: unknown;
  /** By which the sender is known, base64url. */
  vapidPublicKey: string;
  headers: { ttl: string | undefined; urgency: string | undefined; topic: string | undefined };
}

export interface PushReceiver {
  /** A browser that subscribes. */
  subscribe(): BrowserSubscription;
  readonly received: readonly ReceivedPush[];
  /** What was refused because it was not as the RFCs have it, in words. */
  readonly faults: readonly string[];
  /** Resolves when so many have come. */
  receivedSoMany(count: number): Promise<void>;
  /** What an endpoint answers from now on, in place of 201: 410 when its browser is gone. */
  answer(endpoint: string, status: number, more?: { retryAfter?: string; body?: string }): void;
  /** How often an endpoint was asked, whatever it answered. */
  asked(endpoint: string): number;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  retryAfter?: string;
  body?: string;
}

interface Browser {
  keys: ECDH;
  auth: Buffer;
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** One record of aes128gcm (RFC 8188, 2.1): salt 16, record size 4, length of the key's id 1, the id (the sender's key), ciphertext. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record');
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const ikm = hkdf(keys.computeSecret(senderKey), auth, keyInfo, 32);
  const contentKey = hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((octet) => octet !== 0)) throw new Error('no last record');
  return padded.subarray(0, end).toString();
}

/** The key of a sender whose token holds for this push service (RFC 8292: `vapid t=…, k=…`, ES256). Throws what is wrong. */
function checkVapid(authorization: string | undefined, origin: string): string {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  if (token === undefined || key === undefined) throw new Error(`no VAPID: ${authorization}`);
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('a signature that does not hold');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  if (aud !== origin) throw new Error(`a token for ${String(aud)}`);
  const leftMs = Number(exp) * 1_000 - Date.now();
  if (!(leftMs > 0 && leftMs <= 24 * 3_600_000)) throw new Error('a token of another time');
  if (!/^(mailto:|https:)/.test(String(sub))) throw new Error(`a sender that nobody can write to: ${String(sub)}`);
  return key;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const browsers = new Map<string, Browser>();
  const answers = new Map<string, Answer>();
  const asked = new Map<string, number>();
  const received: ReceivedPush[] = [];
  const faults: string[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  let origin = '';

  function take(request: IncomingMessage, body: Buffer): Answer {
    const endpoint = `${origin}${request.url}`;
    const { headers } = request;
    asked.set(endpoint, (asked.get(endpoint) ?? 0) + 1);
    const answer = answers.get(endpoint);
    if (answer !== undefined) return answer;
    const browser = browsers.get(endpoint);
    if (!browser) return { status: 404 };
    const vapidPublicKey = checkVapid(headers.authorization, origin);
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error(`encoded ${headers['content-encoding']}`);
    if (body.length > 4_096) throw new Error('more than 4,096 bytes');
    const one = (name: string) => headers[name] as string | undefined;
    if (one('ttl') === undefined) throw new Error('no TTL');
    received.push({
      endpoint,
      payload: JSON.parse(decrypt(body, browser)) as unknown,
      vapidPublicKey,
      headers: { ttl: one('ttl'), urgency: one('urgency'), topic: one('topic') },
    });
    for (const each of waiting) if (received.length >= each.count) each.resolve();
    return { status: 201 };
  }

  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      try {
        const { status, retryAfter, body: words } = take(request, body);
        response.statusCode = status;
        if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
        response.end(words);
      } catch (error) {
        faults.push(String(error));
        response.statusCode = 400;
        response.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    subscribe() {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${randomUUID()}`;
      browsers.set(endpoint, { keys, auth });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    received,
    faults,
    receivedSoMany: (count) =>
      new Promise((resolve) => (received.length >= count ? resolve() : void waiting.add({ count, resolve }))),
    answer: (endpoint, status, more) => void answers.set(endpoint, { status, ...more }),
    asked: (endpoint) => asked.get(endpoint) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
