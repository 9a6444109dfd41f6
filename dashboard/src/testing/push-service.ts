import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push service on loopback (RFC 8030) that decrypts for its browsers (RFC 8291), as a browser itself would. */
export interface PushService {
  /** Registers a browser, and returns the result of its `PushSubscription.toJSON()`. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The decrypted messages, as JSON, in the order of their arrival. */
  readonly received: readonly { endpoint: string; payload: string }[];
  /** Makes the endpoint answer 410 from now on, as for a browser that no longer exists. */
  giveUp(endpoint: string): void;
  close(): Promise<void>;
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** One record of aes128gcm (RFC 8188, 2.1): salt 16, record size 4, length of the key 1, the sender's key, ciphertext. */
function decrypt(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const end = 21 + body[20]!;
  const [senderKey, record] = [body.subarray(21, end), body.subarray(end)];
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = hkdf(keys.computeSecret(senderKey), auth, keyInfo, 32);
  const contentKey = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>();
  const gone = new Set<string>();
  const received: { endpoint: string; payload: string }[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const endpoint = `${origin}${request.url}`;
      const browser = browsers.get(endpoint);
      response.statusCode = gone.has(endpoint) ? 410 : browser ? 201 : 404;
      if (response.statusCode === 201) received.push({ endpoint, payload: decrypt(body, browser!) });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    subscribe() {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const endpoint = `${origin}/${randomUUID()}`;
      browsers.set(endpoint, { keys, auth });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    received,
    giveUp: (endpoint) => void gone.add(endpoint),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
