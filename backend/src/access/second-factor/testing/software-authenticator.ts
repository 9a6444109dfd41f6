import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type {
  AuthenticationCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationCredential,
} from '@sign-display/contracts/rest/passkeys';
import { systemRandom } from '../../../adapters/system-random.ts';

/** An authenticator in software for tests: a P-256 key, real signatures, and the bytes of Web Authentication, level 3, section 6. */

/** How the authenticator and the browser behave, where not as they should. */
export interface Behaviour {
  origin: string;
  rpId: string;
  userVerified: boolean;
  backedUp: boolean;
  /** By default it grows by one with each use. */
  counter: number;
  crossOrigin: boolean;
  transports: string[];
  /** Null: the credential names no person. */
  userHandle: string | null;
  /** A statement of the manufacturer, in CBOR, with the name of its format. */
  statement: { format: string; cbor: Buffer };
}

const FLAGS = { present: 1, verified: 4, canBeBackedUp: 8, backedUp: 16, hasCredential: 64 } as const;

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

/** CBOR (RFC 8949): a text of less than 24 bytes, and 24 bytes to 64 KiB, each with the shortest head. */
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
function cborBytes(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
const EMPTY_MAP = Buffer.from([0xa0]);

const uint = (value: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
};

/** A COSE key (RFC 9053): { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), cborBytes(x), Buffer.from([0x22]), cborBytes(y)]);

function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  return { privateKey, cose: coseKey(Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')) };
}

export function createSoftwareAuthenticator(usual: Pick<Behaviour, 'origin' | 'rpId'> & Partial<Behaviour>) {
  const { privateKey, cose } = makeKey();
  const credentialId = Buffer.from(systemRandom.bytes(32));
  let userHandle: string | null = null;
  let counter = 0;

  const behaviourOf = (change: Partial<Behaviour>): Behaviour => ({
    userVerified: true,
    backedUp: false,
    counter,
    crossOrigin: false,
    transports: ['internal'],
    userHandle,
    statement: { format: 'none', cbor: EMPTY_MAP },
    ...usual,
    ...change,
  });

  function authenticatorData(behaviour: Behaviour, credential: Buffer): Buffer {
    const flags =
      FLAGS.present |
      (behaviour.userVerified ? FLAGS.verified : 0) |
      (behaviour.backedUp ? FLAGS.canBeBackedUp | FLAGS.backedUp : 0) |
      (credential.length > 0 ? FLAGS.hasCredential : 0);
    return Buffer.concat([sha256(behaviour.rpId), Buffer.from([flags]), uint(behaviour.counter, 4), credential]);
  }

  const clientData = (type: string, challenge: string, { origin, crossOrigin }: Behaviour): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

  const named = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' as const };

  return {
    credentialId: named.id,
    /** As `navigator.credentials.create`. */
    create(options: PasskeyCreationOptions, change: Partial<Behaviour> = {}): RegistrationCredential {
      userHandle = options.user.id;
      const behaviour = behaviourOf(change);
      const credential = Buffer.concat([Buffer.alloc(16), uint(credentialId.length, 2), credentialId, cose]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText(behaviour.statement.format),
        cborText('attStmt'),
        behaviour.statement.cbor,
        cborText('authData'),
        cborBytes(authenticatorData(behaviour, credential)),
      ]);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, behaviour)),
          attestationObject: base64url(attestationObject),
          transports: behaviour.transports,
        },
      };
    },
    /** As `navigator.credentials.get`. */
    get(options: PasskeyRequestOptions, change: Partial<Behaviour> = {}): AuthenticationCredential {
      counter += 1;
      const behaviour = behaviourOf(change);
      const data = authenticatorData(behaviour, Buffer.alloc(0));
      const client = clientData('webauthn.get', options.challenge, behaviour);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          ...(behaviour.userHandle !== null && { userHandle: behaviour.userHandle }),
        },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>;
