import { endOfHead, isChunked, lengthOf, readHead, startOfHead, type AnswerHead } from './response-head.ts';
import { createChunkReader, latin1, type ChunkReader } from './chunked-encoding.ts';
import { NetError } from './net-error.ts';

/**
 * Reads the response to one GET from a connection as Chromium does (docs/page-load.md), so that a virtual sign and the
 * service's frame check come to the verdict of a real sign. Does no input or output of its own.
 */
export interface AnswerReader {
  /** The parts of the body in these bytes. Throws a NetError where Chromium fails the load. */
  push(bytes: Uint8Array): Uint8Array[];
  /** The server closed the connection. Returns the rest of the body, and throws as `push` does. */
  end(): Uint8Array[];
  /** The head of the final response; null until it is whole. */
  readonly head: AnswerHead | null;
  /** Nothing more has to be read. */
  readonly isComplete: boolean;
}

/** The parts of a URL that decide how its response is read. `port` is empty for the scheme's own port. */
export interface AnswerSource {
  protocol: string;
  port: string;
}

/** Chromium's limit for one head. */
const MOST_HEAD_BYTES = 256 * 1024;
const WITHOUT_BODY = [204, 205, 304];
/** Enough to decide that no status line comes: four bytes of other text, and "http". */
const DECISIVE_BYTES = 8;
/** The end of a head is three bytes at most, and one of them is new. */
const TAIL_BYTES = 2;
const OLD_HEAD: AnswerHead = { status: 200, version: '0.9', headers: [] };

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

export function createAnswerReader({ protocol, port }: AnswerSource): AnswerReader {
  let head: AnswerHead | null = null;
  /** What came of the current head, and its first and last bytes: the whole is only read once the head is complete. */
  let text = '';
  let opening = '';
  let tail = '';
  let hasStatusLine = false;
  let chunks: ChunkReader | null = null;
  /** How much of the body is missing; null: all until the connection ends. */
  let left: number | null = null;
  let hasEnded = false;

  const isWhole = (): boolean => chunks?.isComplete ?? left === 0;

  /** An answer without a status line: browsers take it only at the scheme's own port. */
  function oldHead(): AnswerHead {
    const isRadio = protocol === 'http:' && /^icy/i.test(opening);
    if (hasStatusLine || !(port === '' || isRadio)) throw new NetError('ERR_INVALID_HTTP_RESPONSE');
    return OLD_HEAD;
  }

  function begin(next: AnswerHead): void {
    head = next;
    if (WITHOUT_BODY.includes(next.status)) left = 0;
    else if (isChunked(next)) chunks = createChunkReader();
    else left = lengthOf(next);
  }

  function wait(more: string): void {
    text += more;
    opening = (opening + more).slice(0, DECISIVE_BYTES);
    tail = (tail + more).slice(-TAIL_BYTES - more.length);
  }

  /** Reads heads until the final one is whole. Returns what follows it; null: more bytes are needed. */
  function readHeads(): string | null {
    for (;;) {
      const start = startOfHead(opening);
      if (start === -1) {
        if (opening.length < DECISIVE_BYTES) return null;
        begin(oldHead());
        return text;
      }
      const end = endOfHead(tail, 0) === -1 ? -1 : endOfHead(text, start);
      if ((end === -1 ? text.length : end) > MOST_HEAD_BYTES) throw new NetError('ERR_RESPONSE_HEADERS_TOO_BIG');
      if (end === -1) {
        tail = tail.slice(-TAIL_BYTES);
        return null;
      }
      const next = readHead(text.slice(start, end));
      const rest = text.slice(end);
      hasStatusLine = true;
      text = opening = tail = '';
      // No page follows a switch to another protocol, and waiting for one would hold the connection.
      if (next.status === 101) throw new NetError('ERR_EMPTY_RESPONSE');
      if (Math.floor(next.status / 100) !== 1) {
        begin(next);
        return rest;
      }
      wait(rest);
    }
  }

  function readBody(bytes: Uint8Array): Uint8Array[] {
    if (bytes.length === 0) return [];
    if (chunks !== null) return chunks.push(bytes);
    if (left === null) return [bytes];
    const part = bytes.subarray(0, left);
    left -= part.length;
    return part.length > 0 ? [part] : [];
  }

  /** The connection ended within a head. Chromium uses what there is, except over https. */
  function endHead(): Uint8Array[] {
    if (text === '') throw new NetError('ERR_EMPTY_RESPONSE');
    if (protocol === 'https:') throw new NetError('ERR_RESPONSE_HEADERS_TRUNCATED');
    const start = startOfHead(opening);
    head = start === -1 ? oldHead() : readHead(text.slice(start));
    return start === -1 ? [bytesOf(text)] : [];
  }

  return {
    get head() {
      return head;
    },
    get isComplete() {
      return hasEnded || (head !== null && isWhole());
    },
    push(bytes) {
      if (head !== null) return readBody(bytes);
      wait(latin1(bytes));
      const rest = readHeads();
      return rest === null ? [] : readBody(bytesOf(rest));
    },
    end() {
      hasEnded = true;
      if (head === null) return endHead();
      if (chunks !== null && !chunks.isComplete) throw new NetError('ERR_INCOMPLETE_CHUNKED_ENCODING');
      if (left !== null && left > 0) throw new NetError('ERR_CONTENT_LENGTH_MISMATCH');
      return [];
    },
  };
}
