import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Authority } from './local-authority.ts';
import { AUTHORITY_PATHS, AUTHORITY_POLICY, appleProfile, authorityPage, languageOf } from './authority-page.ts';

/** The one thing that comes by plain http: what a device needs to trust the https address, and a way there. */

interface Deps {
  /** The one that signs now. */
  authority(): Authority;
  listen: { host: string; port: number };
  /** Where `path` is by https, as a client that called this server `host` reaches it (null: it did not say). */
  secure(host: string | null, path: string): string;
}

/** What a person may wait for on a slow network; this server keeps nothing open. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTIONS_MOST = 200;

const USUAL = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The name in `Host`, without brackets and port. */
function hostOf({ headers }: IncomingMessage): string | null {
  const url = `http://${headers.host ?? ''}/`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null;
}

/** Never kept by a browser: tomorrow another service may be here. What is sent again keeps its method and body, over https. */
export const leadToHttps =
  (secure: Deps['secure']): RequestListener =>
  (request, response) => {
    const location = secure(hostOf(request), request.url?.startsWith('/') ? request.url : '/');
    response.writeHead(307, { ...USUAL, location, 'content-length': 0 }).end();
  };

/** Resolves when it listens, with its port. Rejects with Node's own error where it can't. */
export async function startAuthorityServer({ authority, listen, secure }: Deps) {
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { certificate, successor } = authority();
    const next = successor?.certificate ?? null;
    const [path = '/'] = (request.url ?? '/').split('?');
    const send = (type: string, body: string | Buffer, more: Record<string, string> = {}): void => {
      response.writeHead(200, {
        ...USUAL,
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        ...more,
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && path === AUTHORITY_PATHS.page) {
      const page = authorityPage(
        languageOf(request.headers['accept-language']),
        { certificate, next },
        secure(hostOf(request), '/claim'),
      );
      return send('text/html; charset=utf-8', page, {
        'content-security-policy': AUTHORITY_POLICY,
        vary: 'accept-language',
      });
    }
    const asked = path === AUTHORITY_PATHS.certificate ? certificate : path === AUTHORITY_PATHS.next ? next : null;
    if (isReading && asked !== null)
      return send('application/x-x509-ca-cert', asked.raw, {
        'content-disposition': `attachment; filename="${path.replace('/', 'sign-display-')}"`,
      });
    if (isReading && path === AUTHORITY_PATHS.apple)
      return send('application/x-apple-aspen-config', appleProfile({ certificate, next }));
    leadToHttps(secure)(request, response);
  }
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: 8_192 }, answer);
  server.maxConnections = CONNECTIONS_MOST;
  server.listen(listen);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
