import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
  type JsonGeneralNames,
} from '@peculiar/x509';
import { expect, test } from 'vitest';
import { issueLeaf, makeAuthority } from './issue-certificates.ts';

/** What somebody who has the authority's key could make of it, and whether TLS (RFC 5280, by OpenSSL) accepts that. */

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const NOW_MS = Date.now();
const VALIDITY = { fromMs: NOW_MS - 60_000, untilMs: NOW_MS + 3_600_000 };
const BOUNDS = { names: ['localhost', 'local'], networks: ['127.0.0.0/8'] };
const SUBJECT = [{ CN: ['Sign Display Service'] }];

interface Forged {
  subject?: Record<string, string[]>[];
  names: JsonGeneralNames;
  purposes?: ExtendedKeyUsage[];
}
type Authority = Awaited<ReturnType<typeof makeAuthority>>;

/** Signs whatever it is given with the authority's key. */
async function forge(authority: Authority, { subject = SUBJECT, names, purposes }: Forged) {
  const issuer = new X509Certificate(authority.cert);
  const [der] = PemConverter.decode(authority.key);
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der!, ALGORITHM, false, ['sign']);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create(
    {
      subject,
      issuer: issuer.subject,
      notBefore: new Date(VALIDITY.fromMs),
      notAfter: new Date(VALIDITY.untilMs),
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey,
      extensions: [
        new ExtendedKeyUsageExtension(purposes ?? [ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(names),
      ],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: `${PemConverter.encode(key, 'PRIVATE KEY')}\n`, cert: `${certificate.toString('pem')}\n` };
}

/** Returns what a handshake says: `ok`, or the error of whoever looked at the other's certificate. */
async function shakeHands(ca: string, of: { server: Authority; client?: Authority }): Promise<string> {
  const server = createServer({ ...of.server, ca, requestCert: of.client !== undefined, rejectUnauthorized: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'secureConnection') as Promise<[TLSSocket]>;
  const client = connect({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca,
    rejectUnauthorized: false,
    ...of.client,
  });
  try {
    await once(client, 'secureConnect');
    const [socket] = await accepted;
    const judge = of.client === undefined ? client : socket;
    return judge.authorized ? 'ok' : String(judge.authorizationError);
  } finally {
    client.destroy();
    server.close();
  }
}

const LOCALHOST = { type: 'dns', value: 'localhost' } as const;

test('X7: the authority’s certificates are accepted only for servers with private names', async () => {
  const authority = await makeAuthority('Hall', BOUNDS, VALIDITY);
  const server = await issueLeaf(authority, ['localhost', '127.0.0.1'], VALIDITY);
  expect(await shakeHands(authority.cert, { server })).toBe('ok');
  const forged: Record<string, Forged> = {
    'a public name': { names: [LOCALHOST, { type: 'dns', value: 'bank.example' }] },
    'a public address': { names: [LOCALHOST, { type: 'ip', value: '8.8.8.8' }] },
    'a mail address': { names: [LOCALHOST, { type: 'email', value: 'boss@bank.example' }] },
    'a URL': { names: [LOCALHOST, { type: 'url', value: 'https://bank.example/' }] },
    'a directory name': { names: [LOCALHOST, { type: 'dn', value: 'CN=Boss, O=Bank' }] },
    'the name of somebody else': { subject: [{ CN: ['Boss'] }, { O: ['Bank'] }], names: [LOCALHOST] },
  };
  for (const [what, one] of Object.entries(forged)) {
    const result = await shakeHands(authority.cert, { server: await forge(authority, one) });
    // Node has no name for a violated name constraint.
    expect.soft(result, what).toBe('UNSPECIFIED');
  }
});

test('X7: a client certificate signed by the authority is refused', async () => {
  const authority = await makeAuthority('Hall', BOUNDS, VALIDITY);
  const server = await issueLeaf(authority, ['localhost'], VALIDITY);
  const client = await forge(authority, { names: [LOCALHOST], purposes: [ExtendedKeyUsage.clientAuth] });
  expect(await shakeHands(authority.cert, { server, client })).toMatch(/purpose/i);
});
