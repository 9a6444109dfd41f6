import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_CONTENT_TYPE } from '@sign-display/contracts/rest/problem';
import { problemOf, type RestRefusal } from '../http/problem.ts';
import type { Boundary } from './error-boundary.ts';

/** What HTTP has of the message channel: an upgrade to a WebSocket, and nothing else. */

/** Clients that are refused at the upgrade come back after this. */
const RETRY_AFTER_MS = 5_000;

const TOO_MANY = {
  sockets: 'This address has too many connections.',
  unauthorized: 'This address has too many connections that have not joined a namespace yet.',
} as const;

/** Answers an upgrade with 429 and ends its connection. */
export function refuseUpgrade(wire: Duplex, reason: keyof typeof TOO_MANY): void {
  const refusal: RestRefusal = { code: 'rate_limited', detail: TOO_MANY[reason], retryAfterMs: RETRY_AFTER_MS };
  const problem = problemOf(refusal);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `content-type: ${PROBLEM_CONTENT_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `retry-after: ${RETRY_AFTER_MS / 1_000}`,
    'connection: close',
  ];
  wire.on('error', () => {});
  wire.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => wire.destroy());
}

/** Puts the boundary around the listeners of the server's `upgrade`: what one throws ends that connection. */
export function boundListeners(server: Server, event: 'upgrade', boundary: Boundary): void {
  const listeners = server.listeners(event) as ((request: IncomingMessage, wire: Duplex, head: Buffer) => void)[];
  server.removeAllListeners(event);
  server.on(event, (request, wire, head) => {
    boundary.run('upgrade', { close: () => wire.destroy() }, () => {
      for (const listener of listeners) listener.call(server, request, wire, head);
    });
  });
}

/** A client that begins with polling hears what to do, and not that its transport is unknown. */
export function answerWebSocketOnly(server: Server, path: string): void {
  type Listener = (request: IncomingMessage, response: ServerResponse) => void;
  const listeners = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  const detail = `WebSocket only: upgrade the request (Socket.IO clients: transports: ['websocket']). Polling is not served.`;
  const body = JSON.stringify(problemOf({ code: 'validation_failed', detail }));
  server.on('request', (request, response) => {
    const { url = '' } = request;
    if (url !== path && !url.startsWith(`${path}/`) && !url.startsWith(`${path}?`)) {
      for (const listener of listeners) listener.call(server, request, response);
      return;
    }
    const headers = { 'content-type': PROBLEM_CONTENT_TYPE, 'content-length': Buffer.byteLength(body) };
    response.writeHead(400, { ...headers, connection: 'close' }).end(request.method === 'HEAD' ? undefined : body);
    request.resume();
  });
}
