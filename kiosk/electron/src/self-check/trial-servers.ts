import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A certificate that nobody vouches for, and its key: PEM. */
export type MakeCertificate = () => { key: string; cert: string };

/** Where the trials happen: a page of somebody else's, and one behind a certificate that nobody vouches for. On this machine alone. */
export interface TrialServers {
  pageUrl: string;
  wrongCertificateUrl: string;
  /** A page came through the wrong certificate. */
  wasTrusted(): boolean;
  close(): void;
}

/** Two colours, so that it counts as drawn at once. */
const PAGE = '<!doctype html><title>trial</title><body style="background:linear-gradient(#fff 50%,#000 50%)">';

export async function openTrialServers(makeCertificate: MakeCertificate): Promise<TrialServers> {
  let trusted = false;
  const html = { 'content-type': 'text/html' };
  const plain = createServer((_request, response) => void response.writeHead(200, html).end(PAGE));
  const wrong = createSecureServer(makeCertificate(), (_request, response) => {
    trusted = true;
    response.writeHead(200, html).end(PAGE);
  });
  const [plainPort, wrongPort] = await Promise.all([listen(plain), listen(wrong)]);
  return {
    pageUrl: `http://127.0.0.1:${plainPort}/`,
    wrongCertificateUrl: `https://127.0.0.1:${wrongPort}/`,
    wasTrusted: () => trusted,
    close() {
      plain.close();
      wrong.close();
    },
  };
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
