import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_CONTENT_TYPE } from '@sign-display/contracts/rest/problem';
import type { ConnectionError } from 'fastify';
import { problemOf, type RestRefusal } from './problem.ts';

/** HTTP has its own statuses for what is wrong below a request; the contract's table has none, so the nearest code goes with them. */
const BROKEN: Record<string, { status: number; refusal: RestRefusal }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    refusal: { code: 'payload_too_large', detail: 'The headers are too large.' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    refusal: { code: 'validation_failed', detail: 'The request did not arrive in time.' },
  },
};
const MALFORMED = {
  status: 400,
  refusal: { code: 'validation_failed', detail: 'This request is not valid HTTP.' },
} as const;

/** Answers what Node's parser could not read as a request, and ends the connection: what follows on it can't be trusted. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, refusal } = BROKEN[error.code] ?? MALFORMED;
  const body = JSON.stringify({ ...problemOf(refusal), status, title: STATUS_CODES[status] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_CONTENT_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
