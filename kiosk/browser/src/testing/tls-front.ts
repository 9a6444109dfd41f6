// The dependency injection inside of @peculiar/x509 needs it.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate for this machine, which only those trust who are given its file. */
export interface Certificate {
  key: string;
  cert: string;
  /** The PEM file, for `NODE_EXTRA_CA_CERTS`. */
  file: string;
  remove(): Promise<void>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export async function makeCertificate(): Promise<Certificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: ['a test of a sign in a tab'] }],
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new BasicConstraintsExtension(true),
        new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
      ],
    },
    webcrypto,
  );
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  const folder = await mkdtemp(join(tmpdir(), 'sign-display-tls-'));
  const [cert, file] = [certificate.toString('pem'), join(folder, 'certificate.pem')];
  await writeFile(file, cert);
  return { key, cert, file, remove: () => rm(folder, { recursive: true }) };
}

/** Serves https in front of a server of this machine that only speaks http. */
export interface TlsFront {
  origin: string;
  /** From now on, connections go to this port. */
  forwardTo(port: number): void;
  stop(): Promise<void>;
}

export async function startTlsFront({ key, cert }: Certificate): Promise<TlsFront> {
  let port = 0;
  const open = new Set<Socket>();
  const server = createServer({ key, cert }, (secure) => {
    const plain = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [secure, plain],
      [plain, secure],
    ] as const) {
      open.add(one);
      one.pipe(other);
      // Either side may end without a goodbye.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (to) => void (port = to),
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
